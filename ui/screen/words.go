package screen

import (
	"fmt"
	"strings"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// say makes a line of words: what it is about, then the words.
// The line begins with its subject, since it stands far from the row that it is about.
func say(about, words string) widget.Line {
	if about == "" {
		return widget.Plain(" " + words)
	}
	return widget.In(themes.Strong, " "+about+":").Add(themes.Text, " "+words)
}

// nothingHere is the line of words of an empty list.
// A filter that hides everything is told from a cluster that has nothing: the first is undone by one key.
func nothingHere(t *widget.Table, what string) widget.Line {
	if t.Total() > 0 && t.Filter() != "" {
		return widget.Plain(fmt.Sprintf(" none of %d %s match %q; esc clears the filter", t.Total(), what, t.Filter()))
	}
	return widget.Plain(" no " + what + " to show")
}

// tableWords says the finding's title; else why the figure that orders the rows is not known; else plain facts.
func tableWords(f *Frame, t *cluster.TableFigures, sorted func() (cluster.FigureID, bool)) widget.Line {
	name := f.Text(t.Table.String())
	if id, ok := sorted(); ok && !t.Figures[id].Known {
		return say(name, f.missing(&t.Figures[id]))
	}
	if m := f.marks[t.Table]; m.Title != "" {
		return say(name, f.Text(m.Title)+lifeWords(f, t)+caveats(f, t))
	}
	return say(name, tableFacts(f, t)+lifeWords(f, t)+caveats(f, t))
}

// worthSaying is from how many times its life a figure is said to be so: buckets alone can make one look 1.4 times another.
const worthSaying = 3

// lifeWords say what is many times what it has been since the node started.
func lifeWords(f *Frame, t *cluster.TableFigures) string {
	var parts []string
	for _, c := range []struct {
		title string
		id    cluster.FigureID
	}{{"RD99", cluster.FigReadToLife}, {"TOMB/RD", cluster.FigTombstonesToLife}, {"SST/RD", cluster.FigSSTablesToLife}} {
		if fig := &t.Figures[c.id]; fig.Known && fig.Value >= worthSaying {
			parts = append(parts, c.title+" "+format.Figure(fig)+" its life on "+f.NodeName(fig.Worst))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

// missing says why a figure is "?" and what would show it. Reasons may quote what a server said.
// The reason stands before the remedy: it may be one that needs none, such as a first refresh that is not
// there yet.
func (f *Frame) missing(fig *cluster.Figure) string {
	why := fig.Missing.Reason
	if why == "" {
		why = "not known"
	}
	switch {
	case f.View.Mode.Saved != nil:
		why += "; not among the saved outputs (nodetool tablestats, tablehistograms, compactionstats, tpstats, status and info are shown)"
	case fig.Missing.Remedy != "":
		why += "; " + fig.Missing.Remedy
	}
	return f.Text("? " + why)
}

// tableFacts are the plainest facts of a table without findings.
// They end with "no finding": that nothing is wrong is worth saying as much as what is.
func tableFacts(f *Frame, t *cluster.TableFigures) string {
	var parts []string
	add := func(id cluster.FigureID, pattern string) {
		if fig := &t.Figures[id]; fig.Known && fig.Value > 0 {
			parts = append(parts, fmt.Sprintf(pattern, format.Figure(fig)))
		}
	}
	add(cluster.FigTimeShare, "%s of replica time")
	add(cluster.FigReadRate, "%s reads/s")
	add(cluster.FigWriteRate, "%s writes/s")
	if fig := &t.Figures[cluster.FigReadP99]; fig.Known && fig.Value > 0 && fig.Worst != "" {
		parts = append(parts, "reads p99 "+format.Figure(fig)+" on "+f.NodeName(fig.Worst))
	}
	if fig := &t.Figures[cluster.FigReadP99]; len(parts) == 0 && !fig.Known {
		return f.missing(fig)
	}
	if len(parts) == 0 {
		return "idle: no reads or writes in the interval; no finding"
	}
	return strings.Join(parts, ", ") + noFinding
}

// noFinding ends the facts of a table of which no rule says anything.
const noFinding = "; no finding"

// noFigure stands for an order that is not by a table figure.
func noFigure() (cluster.FigureID, bool) { return 0, false }
