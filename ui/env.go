package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// environment answers look-ups in a list of NAME=value.
type environment []string

// get takes the last of several entries, as exec does.
func (e environment) get(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(e[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// noColor follows no-color.org: any value that is not empty. The colour profile library reads the value as a boolean
// and would miss NO_COLOR=yes.
func (e environment) noColor() bool { return e.get("NO_COLOR") != "" }

// dumb is what editors and CI runners set: escape sequences would be printed there as text.
func (e environment) dumb() bool { return e.get("TERM") == "dumb" }

// ascii reports a locale that is set and is not UTF-8; the first variable that is set decides (setlocale(3)).
// A locale that is not set decides nothing: containers and cron have none, on terminals that show UTF-8 well.
func (e environment) ascii() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(e.get(name)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}

// profile is the colour option for Bubble Tea, nil to let it detect.
func (o *Options) profile(e environment) tea.ProgramOption {
	switch {
	case o.NoColor || e.noColor():
		return tea.WithColorProfile(colorprofile.ASCII)
	case o.Profile != colorprofile.Unknown:
		return tea.WithColorProfile(o.Profile)
	}
	return nil
}
