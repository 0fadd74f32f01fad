package main

import "testing"

func TestParseMiB(t *testing.T) {
	for in, want := range map[string]int{"512M": 512, "512MiB": 512, "1G": 1024, "2GiB": 2048, "64": 64, "0": 0} {
		if got, err := parseMiB(in); err != nil || got != want {
			t.Errorf("parseMiB(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "M", "5X", "-1M", "1.5G", "5MM"} {
		if got, err := parseMiB(in); err == nil {
			t.Errorf("parseMiB(%q) = %d", in, got)
		}
	}
}

// Building the command tree panics on flags that clash.
func TestEveryCommandIsDocumented(t *testing.T) {
	cmds := root().Commands()
	if len(cmds) < 10 {
		t.Fatalf("%d commands", len(cmds))
	}
	for _, c := range cmds {
		if c.Short == "" || c.RunE == nil {
			t.Errorf("%s lacks a text or an action", c.Name())
		}
	}
}
