package main

import (
	"strings"
	"testing"

	"github.com/partop/partop/lab/state"
)

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

// The net comes from the flag, else from the environment; one that is no number
// must not become 0, where another lab may live.
func TestNetIsChecked(t *testing.T) {
	t.Setenv(state.DirEnv, t.TempDir())
	for env, want := range map[string]string{"x": "--net: -1", "25": "--net: 25", "-3": "--net: -3"} {
		t.Setenv(state.NetEnv, env)
		cmd := root()
		cmd.SetArgs([]string{"up", "--version", "none"})
		if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s=%q: %v, want %s", state.NetEnv, env, err, want)
		}
	}
	t.Setenv(state.NetEnv, "")
	if got := defaultNet(); got != 0 {
		t.Errorf("defaultNet without a setting = %d", got)
	}
	t.Setenv(state.NetEnv, "7")
	if got := defaultNet(); got != 7 {
		t.Errorf("defaultNet = %d", got)
	}
	cmd := root()
	cmd.SetArgs([]string{"up", "--net", "9", "--version", "none"})
	if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "unknown Cassandra version") {
		t.Errorf("a good net: %v", err)
	}
}

func TestVersionsAreListed(t *testing.T) {
	var out strings.Builder
	cmd := root()
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"versions"})
	if err := cmd.Execute(); err != nil || out.String() != "3.11.19\n4.0.18\n4.1.10\n5.0.6\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
