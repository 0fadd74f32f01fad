package reach

import (
	"bytes"
	"sync"
)

// tail keeps the last bytes of an error stream.
type tail struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

const maxTail = 4 << 10

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept.Write(p)
	if extra := t.kept.Len() - maxTail; extra > 0 {
		t.kept.Next(extra)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept.String()
}
