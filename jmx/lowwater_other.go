//go:build !linux

package jmx

import "net"

// setLowWater saves wake-ups on Linux alone.
func setLowWater(net.Conn, int) {}
