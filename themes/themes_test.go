package themes

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestFindKnowsEveryName(t *testing.T) {
	for _, name := range Names() {
		th, ok := Find(name)
		if !ok || th.Name != name || th.Says == "" {
			t.Errorf("Find(%q) = %+v, %v", name, th.Name, ok)
		}
	}
	if th, ok := Find("no such"); ok || th.Name != "default" {
		t.Errorf("an unknown name gave %q, %v; want default, false", th.Name, ok)
	}
}

func TestPaintKeepsTextAndWidth(t *testing.T) {
	for _, name := range Names() {
		th, _ := Find(name)
		for r := Role(0); r < roleCount; r++ {
			got := th.Paint(r, "≤9,887 !!")
			if ansi.Strip(got) != "≤9,887 !!" || ansi.StringWidth(got) != 9 {
				t.Errorf("%s role %d: %q", name, r, got)
			}
			if strings.Contains(got, "\x1b") && !strings.HasSuffix(got, reset) {
				t.Errorf("%s role %d leaks its attributes: %q", name, r, got)
			}
		}
	}
}

func TestMonoHasNoColour(t *testing.T) {
	th, _ := Find("mono")
	for r := Role(0); r < roleCount; r++ {
		for _, p := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(th.open[r], "\x1b["), "m"), ";") {
			if len(p) > 1 {
				t.Errorf("role %d uses attribute %s", r, p)
			}
		}
	}
}

func TestSignsAreMarkedWithoutColour(t *testing.T) {
	for _, name := range Names() {
		th, _ := Find(name)
		for _, r := range []Role{Bad, Selection, Badge, TabActive, Sorted} {
			if th.open[r] == "" {
				t.Errorf("%s does not mark role %d at all", name, r)
			}
		}
	}
}

func TestPaintOfAnUnknownRoleIsPlain(t *testing.T) {
	th, _ := Find("default")
	if got := th.Paint(roleCount, "x"); got != "x" {
		t.Errorf("got %q", got)
	}
	if got := th.Paint(Bad, ""); got != "" {
		t.Errorf("an empty text became %q", got)
	}
}
