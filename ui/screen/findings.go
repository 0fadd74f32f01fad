package screen

import (
	"fmt"

	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// findings answers: what would an expert say? Two lists, and each finding opens in place:
//
//	NOW
//	!! jobs.queue: reads pass 9,887 tombstones (p99)
//	   evidence … means … next … limits … sure … but … settles …
//	HYGIENE
//	·  telemetry.readings: a fragment of at most 3.1 GiB
type findings struct {
	base
	open map[string]bool
	byID map[string]*triage.Finding
	top  int // first visible line
}

// newFindings uses a table for order, filter and cursor only; the lines are drawn here, since a finding takes
// several.
func newFindings() *findings {
	return &findings{
		base: base{list: widget.Table{Columns: []widget.Column{{Title: "FINDING", Width: 20, Left: true, Flex: true}}}},
		open: map[string]bool{},
	}
}

// Build lists NOW before HYGIENE, and within each acknowledged findings last.
func (s *findings) Build(f *Frame, hold bool) {
	s.f = f
	s.byID = make(map[string]*triage.Finding, len(f.View.Findings))
	var rows []widget.Row
	for _, part := range [...]struct{ now, acked bool }{{true, false}, {true, true}, {false, false}, {false, true}} {
		for i := range f.View.Findings {
			fi := &f.View.Findings[i]
			if fi.Now != part.now || f.Acked[fi.ID()] != part.acked {
				continue
			}
			s.byID[fi.ID()] = fi
			rows = append(rows, widget.Row{ID: fi.ID(), Cells: []widget.Cell{widget.Named(where(f, fi) + " " + f.Text(fi.Title))}})
		}
	}
	s.list.SetRows(rows, hold)
}

// Unfold opens or closes the finding under the cursor.
// What was opened stays open over refreshes and other screens: it is being read.
func (s *findings) Unfold() {
	if id := s.list.Selected(); id != "" {
		s.open[id] = !s.open[id]
	}
}

// Draw writes both lists, scrolled so that the finding under the cursor is whole where it fits.
func (s *findings) Draw(width, height int) []widget.Drawn {
	if s.list.Total() == 0 {
		return emptyList(width, "No finding. That says only that the rules which could be judged are quiet.",
			"What is not known cannot be judged: figures marked ? on the other screens say what would show them. Rates need two readings, so the first verdicts come after two refreshes.")
	}
	s.list.Resize(height)
	lines, from, to := s.lines(width)
	s.top = max(0, min(s.top, from-1))
	if to-s.top > height {
		s.top = min(from-1, to-height)
	}
	s.top = max(0, s.top)
	return lines[s.top:min(len(lines), s.top+height)]
}

// lines are all lines and the place of the finding under the cursor among them.
// All of them are made for each frame: there are a dozen findings and not a thousand.
func (s *findings) lines(width int) (lines section, from, to int) {
	heading := ""
	for _, id := range s.list.IDs() {
		fi := s.byID[id]
		if fi == nil {
			continue
		}
		if h := headingOf(fi); h != heading {
			heading = h
			lines = append(lines, widget.Drawn{Line: widget.In(themes.Title, " "+h)})
		}
		selected := id == s.list.Selected()
		if selected {
			from = len(lines)
		}
		lines = append(lines, s.title(fi, width, selected)...)
		if s.open[id] {
			lines = append(lines, findingLines(s.f, fi, width, true)...)
		}
		if selected {
			to = len(lines)
		}
	}
	return lines, from, to
}

// headingOf names the two lists as the rules do.
// NOW is for whoever was woken up, HYGIENE for the week after.
func headingOf(fi *triage.Finding) string {
	if fi.Now {
		return "NOW"
	}
	return "HYGIENE"
}

// title is the first line of a finding, and a second one when it is long: the words are the point of the screen.
func (s *findings) title(fi *triage.Finding, width int, selected bool) section {
	role := markRole(fi.Severity)
	sign := fi.Severity.Sign()
	if s.f.Acked[fi.ID()] {
		role, sign = themes.Dim, "a"
	} else if !fi.Now {
		role, sign = themes.Dim, "·"
	}
	place := where(s.f, fi) + ":"
	var out section
	for i, text := range widget.Wrap(place+" "+s.f.Text(fi.Title), max(20, width-5)) {
		l := widget.In(role, " "+widget.Left(sign, 3))
		if i > 0 {
			l = widget.Plain("    ")
		}
		if i == 0 && len(text) > len(place) && text[:len(place)] == place {
			l = l.Add(themes.Strong, place).Add(themes.Text, text[len(place):])
		} else {
			l = l.Add(themes.Text, text)
		}
		out = append(out, widget.Drawn{Line: l, Selected: selected && i == 0})
	}
	return out
}

// Words says what can be done with the finding.
func (s *findings) Words() widget.Line {
	fi := s.byID[s.list.Selected()]
	if fi == nil {
		return nothingHere(&s.list, "findings")
	}
	what := "a acknowledges"
	if s.f.Acked[fi.ID()] {
		what = "acknowledged; a takes it back"
	}
	return say(s.f.Text(fi.Rule), fmt.Sprintf("severity %s, confidence %s; %s, y copies", fi.Severity, s.f.Text(orNone(fi.Confidence)), what))
}

// orNone keeps an empty confidence from reading like high confidence.
func orNone(s string) string {
	if s == "" {
		return "not stated"
	}
	return s
}

// Target is the finding and its place.
func (s *findings) Target() Target {
	fi := s.byID[s.list.Selected()]
	if fi == nil {
		return Target{}
	}
	return Target{Table: fi.Table, Node: fi.Node, Finding: fi.ID()}
}

// Copy is the finding as Markdown.
func (s *findings) Copy() string {
	if fi := s.byID[s.list.Selected()]; fi != nil {
		return Markdown(s.f, fi)
	}
	return ""
}
