package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/partop/partop/internal/scan"
)

// showProgress draws a line once a second, on a terminal only, until the function it returns is called.
func showProgress(w io.Writer, meter *scan.Meter, total int64) (stop func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	quit, done := make(chan struct{}), make(chan struct{})
	start, before := time.Now(), meter.Bytes()
	go func() {
		defer close(done)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				fmt.Fprint(w, "\r\x1b[K")
				return
			case <-tick.C:
				p := scan.Progress{DoneBytes: meter.Bytes() - before, TotalBytes: total, Elapsed: time.Since(start)}
				fmt.Fprintf(w, "\r\x1b[K%s", p)
			}
		}
	}()
	return func() {
		close(quit)
		<-done
	}
}
