package screen

import (
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/widget"
)

// legend is one line of help: a sign or column and what it means.
// Long ones are wrapped under the explanation when they are drawn: a legend that is cut explains nothing.
func legend(name, means string) widget.Line {
	return widget.In(themes.Strong, " "+widget.Left(name, 9)).Add(themes.Text, " "+means)
}

// Help explains the columns of the tables screen.
func (s *tables) Help() []widget.Line {
	out := []widget.Line{
		legend("order", "what is wrong now first, then TIME%"),
		legend("!! !", "act, look: it changed or costs reads this minute; · has been true for long"),
	}
	for _, c := range tableFigures() {
		_, title, _ := c.figure.Info()
		out = append(out, legend(c.Title, title))
	}
	return append(out, legend("30m", "trend of the last half hour on the node with the largest value"),
		legend("under n", "x shows this node / the median of the others in its data centre"))
}

// Help explains the columns of the nodes screen.
func (s *nodes) Help() []widget.Line {
	return []widget.Line{
		legend("order", "nodes that do not answer, then by distance from the median of the others in their data centre"),
		legend("ST", "by gossip, as nodetool status prints it; down only if two nodes say so"),
		// Two percentiles in one table are compared by whoever sees them; why these two must not be is said
		// here.
		legend("RD99co", "coordinator reads p99, weighted by what each table served: an estimate"),
		legend("RD99loc", "the same for this node's own replica reads; never compare the two columns"),
		legend("READS", "tasks that ReadStage completed a second; WRITES: MutationStage"),
		legend("PEND", "reads that wait for a thread now"),
		legend("COMP", "compactions running / slots; QUEUED: tasks that wait for a slot"),
		legend("DISK", "used, by df; else sum of tables; owns: share of the ring as first replica"),
		legend("BUSY", "replica work: 1.0 is one thread busy all the time, estimated"),
		legend("DROP", "messages dropped since the node started (JMX, or :nodetool); GC%: share of the time spent collecting (JMX)"),
	}
}

// Help explains the findings screen.
func (s *findings) Help() []widget.Line {
	return []widget.Line{
		legend("NOW", "it changed or costs reads this minute; ordered by severity"),
		legend("HYGIENE", "true for long: worth a ticket, not a page"),
		legend("enter", "opens evidence, meaning, next steps, limits and what could make it false"),
		legend("a", "acknowledges: the sign leaves the other screens; a again takes it back"),
		legend("y", "copies the finding as Markdown"),
	}
}
