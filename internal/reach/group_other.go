//go:build !unix

package reach

import "os/exec"

// ownGroup does nothing where there are no process groups: cancelling kills the program itself.
func ownGroup(*exec.Cmd) {}
