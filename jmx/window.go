package jmx

import "sync"

// window bounds what is written and not yet answered: a node queues every call
// it has read, and a slow link queues every answer.
type window struct {
	mu    sync.Mutex
	freed *sync.Cond
	calls int // left
	bytes int // left
	limit int // bytes in all
	ended bool
}

func newWindow(calls, bytes int) *window {
	w := &window{calls: calls, bytes: bytes, limit: bytes}
	w.freed = sync.NewCond(&w.mu)
	return w
}

// acquire waits for room for one call of n bytes; a call larger than the whole
// window goes alone. It reports false when the window has ended.
func (w *window) acquire(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n = min(n, w.limit)
	for !w.ended && (w.calls == 0 || w.bytes < n) {
		w.freed.Wait()
	}
	w.calls--
	w.bytes -= n
	return !w.ended
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
	w.freed.Signal()
}

// end wakes and refuses everybody.
func (w *window) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.freed.Broadcast()
}
