package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/widget"
)

func TestNoKeyIsBoundTwice(t *testing.T) {
	seen := map[string]string{}
	for _, b := range bindings() {
		if b.show == "" || b.does == "" || len(b.keys) == 0 || b.act == actNone {
			t.Errorf("incomplete binding %+v", b)
		}
		for _, k := range b.keys {
			if was, ok := seen[k]; ok {
				t.Errorf("%s is bound to %q and %q", k, was, b.does)
			}
			seen[k] = b.does
		}
	}
}

func TestTheContractOfTheManualIsBound(t *testing.T) {
	keys := keyActions()
	for _, k := range []string{"up", "down", "j", "k", "h", "l", "g", "G", "home", "end", "pgup", "pgdown", "ctrl+d", "ctrl+u", "1", "7",
		"tab", "shift+tab", "/", "<", ">", "I", ":", "?", "space", "[", "]", "{", "}", "i", "m", "y", "e", "n", "x", "a", "s", "S", "T",
		"+", "-", "enter", "esc", "backspace", "q", "ctrl+c", "ctrl+l", "ctrl+z"} {
		if keys[k] == actNone {
			t.Errorf("%s does nothing", k)
		}
	}
}

func TestKeysOfOthersAreLeftAlone(t *testing.T) {
	keys := keyActions()
	for _, k := range []string{"ctrl+a", "ctrl+b", "ctrl+s", "ctrl+q", "ctrl+j", "ctrl+k", "ctrl+h"} {
		if keys[k] != actNone {
			t.Errorf("%s belongs to tmux, screen or flow control", k)
		}
	}
}

func TestHintLineFitsAndKeepsHelp(t *testing.T) {
	for id := screen.TablesID; id <= screen.FindingsID; id++ {
		for _, w := range []int{60, 80, 100, 200} {
			text := hintLine(id, w, false).Text()
			if widget.Width(text) > w || !strings.Contains(text, "? help") || !strings.Contains(text, "enter open") {
				t.Errorf("screen %d width %d: %q", id, w, text)
			}
		}
	}
}

func TestHelpTellsEveryKeyOfTheScreenOnce(t *testing.T) {
	for id := screen.TablesID; id <= screen.FindingsID; id++ {
		for _, width := range []int{60, 80, 200} {
			var text strings.Builder
			for _, l := range helpLines(id, width) {
				text.WriteString(l.Text() + "\n")
			}
			for _, b := range bindings() {
				if n := strings.Count(text.String(), b.does); b.on(id) && !obvious(b.act) && n != 1 || !b.on(id) && n != 0 {
					t.Errorf("screen %d width %d tells %q %d times", id, width, b.does, n)
				}
			}
		}
	}
}

func TestManualListsEveryKeyAndCommand(t *testing.T) {
	text := KeysMarkdown()
	for _, b := range bindings() {
		if !strings.Contains(text, b.does) {
			t.Errorf("the manual lacks %q", b.does)
		}
	}
	for _, v := range verbs() {
		if !strings.Contains(text, "`:"+v.usage()+"`") || v.says == "" {
			t.Errorf("the manual lacks :%s", v.name)
		}
	}
	names := make([]string, 0, len(verbs()))
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(verbs()) {
		t.Errorf("a command is there twice: %v", names)
	}
}
