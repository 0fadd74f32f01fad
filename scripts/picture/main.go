// Command picture runs a program in a terminal of its own, types keys, and paints what stands on the screen as a PNG:
// the pictures of the README come from the running program, not from a drawing.
//
//	picture -size 80x24 -keys '5 wait:2s' -out docs/img/compactions.png -- ./partop demo
//
// It may import anything; it is a tool for this repository alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

func main() {
	size := flag.String("size", "80x24", "columns x rows")
	keys := flag.String("keys", "", "what to type, blank separated; wait:DURATION waits")
	settle := flag.Duration("settle", 3*time.Second, "how long to wait before the picture")
	out := flag.String("out", "", "PNG file to write")
	flag.Parse()
	if err := run(*size, *keys, *settle, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(size, keys string, settle time.Duration, out string, command []string) error {
	var columns, rows int
	if _, err := fmt.Sscanf(size, "%dx%d", &columns, &rows); err != nil || len(command) == 0 || out == "" {
		return fmt.Errorf("usage: picture -size COLSxROWS -out FILE [-keys KEYS] -- COMMAND")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)})
	if err != nil {
		return fmt.Errorf("start %s: %w", command[0], err)
	}
	screen := vt.NewSafeEmulator(columns, rows)
	copied := make(chan struct{}, 2)
	go pump(copied, screen, terminal)
	go pump(copied, terminal, screen)
	for _, key := range strings.Fields(keys) {
		if err := press(terminal, key); err != nil {
			return err
		}
	}
	time.Sleep(settle)
	picture := paint(screen, columns, rows)
	_ = cmd.Process.Kill() // the picture is taken
	_ = cmd.Wait()
	_ = terminal.Close()
	<-copied
	file, err := os.Create(out)
	if err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	if err := png.Encode(file, picture); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return file.Close()
}

type reader interface{ Read([]byte) (int, error) }
type writer interface{ Write([]byte) (int, error) }

// pump copies until either end is gone.
func pump(done chan<- struct{}, to writer, from reader) {
	defer func() { done <- struct{}{} }()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

var named = map[string]string{"enter": "\r", "esc": "\x1b", "space": " ", "tab": "\t", "down": "\x1b[B", "up": "\x1b[A", "right": "\x1b[C"}

func press(to writer, key string) error {
	if d, ok := strings.CutPrefix(key, "wait:"); ok {
		wait, err := time.ParseDuration(d)
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
		time.Sleep(wait)
		return nil
	}
	text, ok := named[key]
	if !ok {
		text = key
	}
	_, err := to.Write([]byte(text))
	time.Sleep(150 * time.Millisecond)
	return err
}
