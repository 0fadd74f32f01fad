package screen

import (
	"strings"

	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// where names the place of a finding: a table, a node, or both.
func where(f *Frame, fi *triage.Finding) string {
	switch {
	case !fi.Table.IsZero() && fi.Node != "":
		return f.Text(fi.Table.String()) + " on " + f.NodeName(fi.Node)
	case !fi.Table.IsZero():
		return f.Text(fi.Table.String())
	case fi.Node != "":
		return f.NodeName(fi.Node)
	}
	return "cluster"
}

// findingLines writes what a finding rests on, what it means and what to do. full adds what could make it false.
func findingLines(f *Frame, fi *triage.Finding, width int, full bool) section {
	var out section
	add := func(label, text string) {
		if text == "" {
			return
		}
		for i, line := range widget.Wrap(f.Text(text), max(20, width-14)) {
			if i > 0 {
				label = ""
			}
			out = append(out, widget.Drawn{Line: widget.In(themes.Dim, "    "+widget.Left(label, 9)).Add(themes.Text, line)})
		}
	}
	add("evidence", strings.Join(evidence(f, fi), "; "))
	add("means", fi.Means)
	for i, n := range fi.Next {
		if i > 0 && !full {
			break
		}
		add(map[bool]string{true: "next", false: ""}[i == 0], n)
	}
	if full {
		add("limits", fi.Limits)
		add("sure", fi.Confidence)
		add("but", fi.Traps)
		add("settles", fi.Settles)
	}
	return out
}

// evidence writes observations with source and age.
func evidence(f *Frame, fi *triage.Finding) []string {
	out := make([]string, 0, len(fi.Evidence))
	for i := range fi.Evidence {
		e := &fi.Evidence[i]
		s := e.Text
		if e.Source != "" && !e.At.IsZero() {
			s += " (" + strings.ToUpper(string(e.Source)) + " " + format.Age(f.View.Clock.Sub(e.At)) + ")"
		}
		out = append(out, s)
	}
	return out
}

// Markdown writes a finding for a ticket or a chat.
func Markdown(f *Frame, fi *triage.Finding) string {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			b.WriteString("- **" + label + "** " + f.Text(text) + "\n")
		}
	}
	b.WriteString("### " + strings.TrimSpace(fi.Severity.Sign()+" "+where(f, fi)) + ": " + f.Text(fi.Title) + "\n\n")
	for _, e := range evidence(f, fi) {
		line("evidence:", e)
	}
	line("means:", fi.Means)
	for _, n := range fi.Next {
		line("next:", n)
	}
	line("limits:", fi.Limits)
	line("severity:", fi.Severity.String()+", confidence "+fi.Confidence)
	line("could be false if:", fi.Traps)
	line("would settle it:", fi.Settles)
	b.WriteString("\n_rule " + fi.Rule + ", seen " + f.View.Clock.UTC().Format("2006-01-02 15:04:05 UTC") + " by partop_\n")
	return b.String()
}
