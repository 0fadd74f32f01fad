package screen

import (
	"math"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// cellOf makes a figure a cell.
// The role says how sure the cell is, before it says how bad: an old or an unknown figure must not shine.
func cellOf(fig *cluster.Figure, role themes.Role) widget.Cell {
	c := widget.Cell{Text: format.Figure(fig), Role: role, Sort: fig.Value}
	switch {
	case !fig.Known:
		c.Sort = math.NaN() // last in either direction: not known is neither small nor large
		c.Role = themes.Unknown
	case fig.Stale:
		c.Role = themes.Dim // whatever it says, it is not about now; the line of words tells its age
	}
	return c
}

// idleFigure is a table's figure, idle where nothing happened: a latency of nothing is no latency. That the value is 0 too
// is asked because a percentile of the last reads is still worth showing while it fades (DecayingEstimatedHistogramReservoir).
func idleFigure(t *cluster.TableFigures, id cluster.FigureID) cluster.Figure {
	fig := t.Figures[id]
	if rate, ok := rateBehind(id); ok && fig.Value <= 0 && t.Figures[rate].Known && t.Figures[rate].Value <= 0 {
		fig.Idle = fig.Known
	}
	return fig
}

// tableCell makes a table's figure a cell.
func tableCell(t *cluster.TableFigures, id cluster.FigureID, role themes.Role) widget.Cell {
	fig := idleFigure(t, id)
	c := cellOf(&fig, role)
	// A bucket of EstimatedHistogram is a fifth wide, which shows even in gigabytes, so the sign stays.
	if id == cluster.FigMaxPartition {
		c.Text = format.Bound(&fig)
	}
	return c
}

// rateBehind is the rate of the operations that a latency is about.
func rateBehind(id cluster.FigureID) (cluster.FigureID, bool) {
	switch id {
	case cluster.FigReadP99, cluster.FigReadMedian, cluster.FigCoordinatorReadP99, cluster.FigTombstones, cluster.FigTombstonesMax,
		cluster.FigTombstonesMedian, cluster.FigRows:
		return cluster.FigReadRate, true
	case cluster.FigScanP99:
		return cluster.FigScanRate, true
	case cluster.FigWriteP99:
		return cluster.FigWriteRate, true
	}
	return 0, false
}

// numberCell makes a number a cell that sorts by it.
func numberCell(v float64, text string) widget.Cell { return widget.Cell{Text: text, Sort: v} }

// markCell is the sign before a row. Acknowledged and long-standing findings stay one dim sign.
// Signs are worth more than colours here: screens are shared, printed, and pasted into tickets.
func markCell(m triage.Mark) widget.Cell {
	c := widget.Cell{Text: m.Now.Sign(), Sort: float64(m.Now), Role: markRole(m.Now)}
	if c.Text == "" && m.Hygiene {
		c.Text, c.Role = "·", themes.Dim
	}
	return c
}

// markRole is the colour that stands beside a severity's sign, never without it.
func markRole(s triage.Severity) themes.Role {
	switch s {
	case triage.High, triage.Critical:
		return themes.Bad
	case triage.Medium:
		return themes.Warn
	case triage.Low:
		return themes.Text
	}
	return themes.Text
}

// fieldLine writes pairs of a name and a value with blanks between, as in the head of a table's screens.
func fieldLine(name string, pairs ...string) widget.Line {
	l := widget.In(themes.Strong, " "+name)
	for i := 0; i+1 < len(pairs); i += 2 {
		l = l.Add(themes.Text, "  ").Add(themes.Dim, pairs[i]+" ").Add(themes.Text, pairs[i+1])
	}
	return l
}
