package screen

import (
	"strings"

	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// where names the place of a finding: a table, a node, or both. The findings screen lists all of them under a lens too, so
// it says which are of nodes that the lens leaves out.
func where(f *Frame, fi *triage.Finding) string {
	if !f.Concerns(fi) {
		return place(f, fi) + " (outside the lens)"
	}
	return place(f, fi)
}

// place is where without regard to the lens, as a ticket wants it.
func place(f *Frame, fi *triage.Finding) string {
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
// Evidence stands before its meaning: whoever doubts the verdict checks the number first.
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
	// Steps are listed most useful first, so where room is short the first one is the one to keep.
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
// The age is from the clock of the view: in a recording of last week it must not read as a week.
func evidence(f *Frame, fi *triage.Finding) []string {
	out := make([]string, 0, len(fi.Evidence))
	for i := range fi.Evidence {
		e := &fi.Evidence[i]
		s := e.Text
		// Evidence without a source is arithmetic of the rule itself and has no age.
		if e.Source != "" && !e.At.IsZero() {
			s += " (" + strings.ToUpper(string(e.Source)) + " " + format.Age(f.View.Clock.Sub(e.At)) + ")"
		}
		out = append(out, s)
	}
	return out
}

// Markdown writes a finding for a ticket or a chat.
// It names neither lens nor screen: whoever reads the ticket has neither. Keys in it are masked when the
// screen is.
func Markdown(f *Frame, fi *triage.Finding) string {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			b.WriteString("- **" + label + "** " + f.Text(text) + "\n")
		}
	}
	b.WriteString("### " + strings.TrimSpace(fi.Severity.Sign()+" "+place(f, fi)) + ": " + f.Text(fi.Title) + "\n\n")
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
	b.WriteString("\n_rule " + fi.Rule + ", seen " + format.Moment(f.View.Clock) + " by partop_\n")
	return b.String()
}
