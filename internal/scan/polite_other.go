//go:build !linux

package scan

// Polite does nothing where Linux' priorities do not exist.
func Polite() error { return ErrNotPolite }
