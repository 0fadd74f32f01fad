package jmx

import "sync"

// window bounds what is written and not yet answered: a node queues every call
// it has read, and a slow link queues every answer. Once full it opens again
// when a quarter of it is free, so that calls leave many to a packet.
type window struct {
	mu       sync.Mutex
	freed    *sync.Cond
	calls    int // left
	bytes    int // left
	most     int // calls in all
	limit    int // bytes in all
	reopened int // calls that must be free before the next one is let in
	ended    bool
}

func newWindow(calls, bytes int) *window {
	w := &window{calls: calls, bytes: bytes, most: calls, limit: bytes}
	w.freed = sync.NewCond(&w.mu)
	return w
}

// acquire waits for room for one call of n bytes; a call larger than the whole
// window goes alone. It reports false when the window has ended.
func (w *window) acquire(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n = min(n, w.limit)
	if w.calls == 0 {
		w.reopened = max(1, w.most/4)
	}
	for !w.ended && (w.calls < max(1, w.reopened) || w.bytes < n) {
		w.freed.Wait()
	}
	w.reopened = 0
	w.calls--
	w.bytes -= n
	return !w.ended
}

// waiting is how many calls have no answer yet.
func (w *window) waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.most - w.calls
}

// hasRoom tells whether acquire would wait.
func (w *window) hasRoom(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls > 0 && w.bytes >= min(n, w.limit)
}

// release gives back one call of n bytes.
func (w *window) release(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	w.bytes += min(n, w.limit)
	if w.calls >= w.reopened {
		w.freed.Signal()
	}
}

// end wakes and refuses everybody.
func (w *window) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.freed.Broadcast()
}
