package screen

import (
	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/ui/mask"
)

// Data is what all screens need of a view under a lens. Preparing it is the costly part of a refresh, so it is done
// beside the UI's loop and never changed afterwards.
type Data struct {
	View   *session.View
	Lens   cluster.Lens
	System bool // tables of Cassandra itself are among Tables
	Tables []*cluster.TableFigures
	Nodes  []*cluster.NodeFigures
}

// Prepare merges a view's figures under a lens.
func Prepare(v *session.View, l cluster.Lens, system bool) *Data {
	return &Data{View: v, Lens: l, System: system, Tables: v.Tables(l, system), Nodes: v.NodeRows(l)}
}

// Fits reports whether prepared data are those of a view, lens and choice of tables.
func (d *Data) Fits(v *session.View, l cluster.Lens, system bool) bool {
	return d != nil && d.View == v && d.Lens == l && d.System == system
}

// Options are the operator's choices that change what is drawn.
type Options struct {
	Table   cluster.TableID // the table that was opened, zero for none
	Compare bool            // under a node's lens: beside the median of its data centre
	ASCII   bool
	Mask    *mask.Mask      // nil shows keys
	Acked   map[string]bool // findings by ID
}

// Frame is all that a screen may look at.
type Frame struct {
	*Data
	Options
	marks     map[cluster.TableID]triage.Mark
	nodeMarks map[cluster.NodeID]triage.Mark
}

// NewFrame joins data and choices.
func NewFrame(d *Data, o Options) *Frame {
	open := make([]triage.Finding, 0, len(d.View.Findings))
	for i := range d.View.Findings {
		if !o.Acked[d.View.Findings[i].ID()] {
			open = append(open, d.View.Findings[i])
		}
	}
	if o.Mask != nil {
		o.Mask.Learn(keysOf(d))
	}
	return &Frame{Data: d, Options: o, marks: triage.TableMarks(open), nodeMarks: triage.NodeMarks(open)}
}

// keysOf lists the keys that the cluster has told us, so that they can be found again in findings and notes.
func keysOf(d *Data) []string {
	var out []string
	for _, n := range d.Nodes {
		if top := cluster.ValueOf[cluster.TopPartitions](n.Node.Cell(cluster.NodeTopPartitions)); top != nil {
			for i := range top.Entries {
				out = append(out, top.Entries[i].Key)
			}
		}
	}
	return out
}

// Text makes free text from the cluster fit for the screen: safe for the terminal, and without keys when they are
// masked.
func (f *Frame) Text(s string) string {
	if f.Mask != nil {
		s = f.Mask.Text(s)
	}
	return cqltype.SafeText(s)
}

// Key makes a partition key fit for the screen.
func (f *Frame) Key(s string) string {
	if f.Mask != nil {
		return f.Mask.Key(s)
	}
	return cqltype.SafeText(s)
}

// Statement makes a CQL statement fit for the screen. Masked, its literals go: any may be part of a key.
func (f *Frame) Statement(s string) string {
	if f.Mask != nil {
		s = mask.Statement(s)
	}
	return cqltype.SafeText(s)
}

// NodeName is what the screen calls a node.
func (f *Frame) NodeName(id cluster.NodeID) string {
	if n, ok := f.View.Node(id); ok {
		return f.Text(n.Name())
	}
	return f.Text(string(id))
}

// TableRow finds a table's merged figures; it merges them anew for a table that is not listed.
func (f *Frame) TableRow(id cluster.TableID) *cluster.TableFigures {
	for _, t := range f.Tables {
		if t.Table == id {
			return t
		}
	}
	return f.View.Table(id, f.Lens)
}
