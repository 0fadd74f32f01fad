//go:build !linux

package scan

import "io/fs"

// discreet does nothing where the page cache cannot be asked.
func discreet(f fs.File) fs.File { return f }
