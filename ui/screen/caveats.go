package screen

import (
	"fmt"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/format"
)

// caveats say in what a row is not the whole truth of this moment: sums of some nodes only, and figures that are older
// than their column makes believe. They follow the words, since a reason or a finding is what the row is about.
func caveats(f *Frame, t *cluster.TableFigures) string {
	var old staleness
	for _, c := range allFigures() {
		old.add(c.Title, &t.Figures[c.figure])
	}
	return partialWords(t) + old.words(f.View.Clock)
}

// maxTitles keeps a sentence short: when most figures are meant, which ones no longer matters.
const maxTitles = 4

// partialWords say of how many nodes the sums are, by name where only some columns miss a node: the estimate of partitions
// is asked for less often than the rest. Only sums count: the largest of two nodes is the largest that is known, and its
// sign says so.
func partialWords(t *cluster.TableFigures) string {
	var titles []string
	nodes, of := 0, 0
	for _, c := range allFigures() {
		fig := &t.Figures[c.figure]
		if !fig.Known || fig.Exactness != cluster.AtLeast || fig.Nodes >= fig.Of {
			continue
		}
		titles = append(titles, c.Title)
		if of == 0 || fig.Nodes < nodes {
			nodes, of = fig.Nodes, fig.Of
		}
	}
	switch {
	case len(titles) == 0:
		return ""
	case len(titles) > maxTitles:
		return fmt.Sprintf("; sums are of %d of %d nodes", nodes, of)
	}
	return fmt.Sprintf("; %s of %d of %d nodes", strings.Join(titles, ", "), nodes, of)
}

// staleness gathers figures that have outlived their intervals.
type staleness struct {
	titles []string
	oldest time.Time
}

// add takes a figure under the title of its column.
func (s *staleness) add(title string, fig *cluster.Figure) {
	if !fig.Known || !fig.Stale {
		return
	}
	s.titles = append(s.titles, title)
	if s.oldest.IsZero() || fig.At.Before(s.oldest) {
		s.oldest = fig.At
	}
}

// words name the columns and the oldest of their ages.
func (s *staleness) words(now time.Time) string {
	if len(s.titles) == 0 {
		return ""
	}
	names := strings.Join(s.titles[:min(len(s.titles), maxTitles)], ", ")
	if more := len(s.titles) - maxTitles; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return "; stale: " + names + ", up to " + format.Age(now.Sub(s.oldest)) + " old"
}

// nodeCaveats are the same for a row of nodes, which holds no sums over nodes.
func nodeCaveats(f *Frame, n *cluster.NodeFigures) string {
	var old staleness
	for _, p := range nodeFigureList(n) {
		old.add(p.name, p.fig)
	}
	return old.words(f.View.Clock)
}
