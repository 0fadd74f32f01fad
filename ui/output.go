package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/ui/widget"
)

// copyRow puts the row on the clipboard by OSC 52, which works over ssh, and into tmux's buffer under tmux, which lets
// OSC 52 through only when set-clipboard is on.
func (m *Model) copyRow() tea.Cmd {
	text := m.screen().Copy()
	if text == "" {
		m.flash = "nothing here to copy"
		return nil
	}
	m.flash = "copied: " + widget.Cut(strings.TrimSpace(firstLine(text)), 50)
	// Outside tmux the terminal itself decides whether OSC 52 is allowed, and says nothing either way.
	if m.env.get("TMUX") == "" {
		return tea.SetClipboard(text)
	}
	ctx := m.ctx
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return toTmux(ctx, text) })
}

// firstLine is what the line of words can repeat of a copied text.
// A finding is copied as ten lines of Markdown; its first one says which it was.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// tmuxPatience bounds a tmux that hangs.
const tmuxPatience = 2 * time.Second

// toTmux reports only failure: OSC 52 was sent in any case, and success was already told.
func toTmux(ctx context.Context, text string) tea.Msg {
	// The server behind $TMUX may be gone or stopped, and the UI must not learn it by waiting.
	ctx, cancel := context.WithTimeout(ctx, tmuxPatience)
	defer cancel()
	c := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
	c.Stdin = strings.NewReader(text)
	if err := c.Run(); err != nil {
		return flashMsg("copied by OSC 52 only; tmux load-buffer: " + err.Error())
	}
	return nil
}

// export writes the screen as it stands, without colours, to a file that only the operator can read: it may hold keys.
func (m *Model) export() tea.Cmd {
	text := ansi.Strip(m.content) + "\n"
	name := fmt.Sprintf("partop-%s-%s", strings.ToLower(m.place.screen.Title()), m.shown().Clock.UTC().Format("20060102-150405Z"))
	dir := m.options.Dir
	return func() tea.Msg {
		path, err := writeNew(dir, name, text)
		if err != nil {
			return flashMsg("not exported, start partop where you may write: " + err.Error())
		}
		return flashMsg("written to " + path)
	}
}

// writeNew never overwrites: a second export in the same second gets a number.
// The mode is 0600: what is on screen may hold the keys of customers.
func writeNew(dir, name, text string) (string, error) {
	// The names come from the data's own clock, so two exports of a frozen screen want the same one.
	for i := 1; i < 100; i++ {
		path := filepath.Join(dir, name+".txt")
		if i > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.txt", name, i))
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("making the export file: %w", err)
		}
		_, err = f.WriteString(text)
		return path, errors.Join(err, f.Close())
	}
	return "", fmt.Errorf("making the export file %s: too many of this second", name)
}
