package ui

import (
	"context"
	"flag"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/uitest"
)

var (
	show    = flag.String("show", "", "print screens of this size, e.g. 80x24, and stop")
	variant = flag.String("variant", "", "with -show: empty, silent, hostile, ascii")
)

// TestShow prints the screens for a person to read: go test ./ui -run TestShow -show 80x24 -v
func TestShow(t *testing.T) {
	var w, h int
	if *show == "" {
		t.Skip("prints screens only when asked with -show 80x24")
	}
	if _, err := fmt.Sscanf(*show, "%dx%d", &w, &h); err != nil {
		t.Fatal(err)
	}
	view := uitest.View(uitest.Variant{SilentA3: *variant == "silent", Hostile: *variant == "hostile"})
	if *variant == "empty" {
		view = uitest.Empty()
	}
	m := newModel(context.Background(), uitest.NewFake(view), Options{Now: uitest.Start, ASCII: *variant == "ascii"})
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.Update(m.fetch()())
	press := func(keys ...string) {
		for _, k := range keys {
			m.Update(keyOf(k))
		}
		fmt.Println(ansi.Strip(m.content) + "\n=====")
	}
	for id := screen.TablesID; id <= screen.FindingsID; id++ {
		press(fmt.Sprint(int(id)))
	}
	press("enter")
	press("1", "enter")
	press("2")
	press("esc", "esc", "j", "j", "enter", "2")
	press("enter")
	press("esc", "esc", "1", "i")
	press("esc", "?")
	press("esc", ":")
	press("n", "o")
	press("esc", "6", "enter")
	press("x")
	press("esc", "esc", "1", "/", "u", "s", "e")
}

// keyOf is the message of a key by the name that the key table uses.
func keyOf(name string) tea.KeyPressMsg {
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "tab": tea.KeyTab,
		"backspace": tea.KeyBackspace, "space": tea.KeySpace, "pgdown": tea.KeyPgDown, "end": tea.KeyEnd}
	if r, ok := named[name]; ok {
		text := ""
		if name == "space" {
			text = " "
		}
		return tea.KeyPressMsg{Code: r, Text: text}
	}
	if name == "ctrl+c" {
		return tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
