package jmx

import (
	"net"

	"golang.org/x/sys/unix"
)

// setLowWater asks the kernel to wake a reader for no fewer than n bytes. It
// only saves wake-ups, so a connection that cannot do it (a pipe, TLS, which
// keeps bytes of its own) is left as it is.
func setLowWater(conn net.Conn, n int) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVLOWAT, n)
	})
}
