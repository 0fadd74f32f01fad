package reach

import (
	"os/exec"
	"syscall"
)

// endWithParent has the kernel kill the program when the thread that starts it is gone.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
