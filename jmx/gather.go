package jmx

import "net"

// gatherer reads from a connection and lets answers collect in the kernel first.
// A node sends each answer in a packet of its own, some 40 µs after the one
// before, and to wake for each costs several times what its decoding does.
type gatherer struct {
	conn net.Conn
	room *window // of the exchange that runs, nil between two
	low  int     // low-water mark that the socket has, 0 if never set
}

const (
	// returnLeast is the shortest Return: message byte, stream header, block
	// header and the head itself.
	returnLeast = 1 + 4 + 2 + returnHead
	// gatherMost is what a read can take in at once.
	gatherMost = readBuffer
)

// Read waits for as many bytes as are certain to come: the rest of this answer
// has one at least, and every later answer that is awaited its head.
func (g *gatherer) Read(p []byte) (int, error) {
	low := 1
	if g.room != nil {
		low = min(1+max(0, g.room.waiting()-1)*returnLeast, gatherMost)
	}
	if low != g.low && (low > 1 || g.low > 1) {
		setLowWater(g.conn, low)
		g.low = low
	}
	return g.conn.Read(p)
}
