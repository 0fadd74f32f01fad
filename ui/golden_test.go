package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
	"github.com/google/go-cmp/cmp"

	"github.com/partop/partop/ui/uitest"
)

var update = flag.Bool("update", false, "rewrite the golden screens")

// views are the screens and overlays of the goldens, as keys from the first screen.
func views() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"tables", "1"}, {"partitions", "2"}, {"partitions of a table", "1 j j enter 2"}, {"hot keys", "3"}, {"tombstones", "4"},
		{"tombstones of a table", "1 enter"}, {"compactions", "5"}, {"nodes", "6 j"}, {"findings", "7 enter"},
		{"help", "1 ?"}, {"provenance", "1 i"}, {"palette", "1 : t h"}, {"filter", "1 / u s e r"}, {"frozen, sorted", "1 > > space"},
		{"node lens, compared", "6 enter x"},
	}
}

// TestGoldenScreens compares what a terminal shows, cell by cell with its attributes, with what was agreed on.
func TestGoldenScreens(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 30}, {200, 50}} {
		for _, mode := range []struct {
			name string
			o    Options
		}{{"colour", Options{}}, {"mono", Options{Theme: "mono"}}, {"ascii", Options{Theme: "mono", ASCII: true}}} {
			name := fmt.Sprintf("%dx%d-%s.golden", size[0], size[1], mode.name)
			t.Run(name, func(t *testing.T) { golden(t, name, screens(t, size[0], size[1], mode.o)) })
		}
	}
}

func screens(t *testing.T, w, h int, o Options) string {
	t.Helper()
	var out strings.Builder
	view := normal()
	for _, v := range views() {
		b := newBench(t, view, o)
		b.Update(tea.WindowSizeMsg{Width: w, Height: h})
		b.press(strings.Fields(v.keys)...)
		shot := emulated(t, w, h, b.content)
		if o.ASCII && strings.ContainsFunc(shot, func(r rune) bool { return r > 0x7e }) {
			t.Errorf("%s at %dx%d is not plain ASCII", v.name, w, h)
		}
		out.WriteString("=== " + v.name + "\n" + shot + "\n")
	}
	for _, v := range []struct{ name, keys string }{{"hot keys, sampled", "3 j"}, {"compactions with nodetool", "5"}} {
		b := newBench(t, sampled(), o)
		b.Update(tea.WindowSizeMsg{Width: w, Height: h})
		b.press(strings.Fields(v.keys)...)
		out.WriteString("=== " + v.name + "\n" + emulated(t, w, h, b.content) + "\n")
	}
	for _, v := range []struct{ name, keys string }{{"tables over JMX", "1"}, {"fragments over JMX", "1 / r e a d i n g s enter enter 2"},
		{"tombstones over JMX", "1 enter"}, {"nodes over JMX", "6"}} {
		b := newBench(t, uitest.View(uitest.Variant{JMX: true}), o)
		b.Update(tea.WindowSizeMsg{Width: w, Height: h})
		b.press(strings.Fields(v.keys)...)
		out.WriteString("=== " + v.name + "\n" + emulated(t, w, h, b.content) + "\n")
	}
	return out.String()
}

// emulated is what a terminal shows of a frame, attributes included.
func emulated(t *testing.T, w, h int, content string) string {
	t.Helper()
	em := vt.NewEmulator(w, h)
	defer func() {
		if err := em.Close(); err != nil {
			t.Errorf("closing the emulator: %v", err)
		}
	}()
	if _, err := em.WriteString("\x1b[20h" + content); err != nil { // a bare line feed returns the carriage too
		t.Fatalf("writing to the emulator: %v", err)
	}
	lines := strings.Split(em.Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("no golden screen (run with -update): %v", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the screen changed (-was +is); run with -update if it should have:\n%s", diff)
	}
}
