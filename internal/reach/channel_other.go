//go:build !unix

package reach

import (
	"errors"
	"fmt"
	"net"
)

// stdio is not used here: there are no socket pairs, so there are no channels.
type stdio struct {
	argv    []string
	address string
	explain func(string) error
	gentle  bool
	free    func()
}

type channel struct {
	net.Conn
	ended chan struct{}
	said  *tail
}

func openChannel(stdio) (*channel, error) {
	return nil, fmt.Errorf("connections through ssh or a template on this system: %w", errors.ErrUnsupported)
}

func explainChannel(text string, _ func() string) error { return explainSSH(text) }
