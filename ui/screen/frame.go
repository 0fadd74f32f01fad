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

// Concerns reports whether a finding is about what the lens shows. A finding without a node is about the table or the
// cluster wherever one looks from; one of another node would put a sign beside figures that are fine.
func (d *Data) Concerns(fi *triage.Finding) bool {
	switch {
	case fi.Node == "" || d.Lens.IsZero():
		return true
	case d.Lens.Node != "":
		return fi.Node == d.Lens.Node
	}
	n, ok := d.View.Node(fi.Node)
	return ok && n.DataCenter() == d.Lens.DataCenter
}

// Options are the operator's choices that change what is drawn.
type Options struct {
	Table   cluster.TableID // the table that was opened, zero for none
	Compare bool            // under a node's lens: beside the median of the others in its data centre
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
	growing   map[cluster.TableID]bool // has an open finding of a compaction backlog that grows
}

// NewFrame joins data and choices.
func NewFrame(d *Data, o Options) *Frame {
	open := make([]triage.Finding, 0, len(d.View.Findings))
	for i := range d.View.Findings {
		if fi := &d.View.Findings[i]; !o.Acked[fi.ID()] && d.Concerns(fi) {
			open = append(open, *fi)
		}
	}
	if o.Mask != nil {
		o.Mask.Learn(keysOf(d))
	}
	return &Frame{Data: d, Options: o, marks: triage.TableMarks(open), nodeMarks: triage.NodeMarks(open), growing: growingTables(d)}
}

// backlogRule is the id of triage's rule about compactions that do not catch up.
const backlogRule = "pending-growing"

// growingTables are those of which a rule says that their backlog grows. An acknowledged finding counts: to be tired of a
// sign does not drain a queue.
func growingTables(d *Data) map[cluster.TableID]bool {
	out := map[cluster.TableID]bool{}
	for i := range d.View.Findings {
		if fi := &d.View.Findings[i]; fi.Rule == backlogRule && fi.Now && !fi.Table.IsZero() && d.Concerns(fi) {
			out[fi.Table] = true
		}
	}
	return out
}

// keysOf lists the keys that the cluster has told us, so that they can be found again in findings and notes.
// Only keys that were told as keys can be looked for; a value in a statement goes with all its literals.
func keysOf(d *Data) []string {
	var out []string
	for _, n := range d.Nodes {
		if top := cluster.ValueOf[cluster.TopPartitions](n.Node.Cell(cluster.NodeTopPartitions)); top != nil {
			for i := range top.Entries {
				out = append(out, top.Entries[i].Key)
				if part := top.Entries[i].Part; part != "" {
					out = append(out, part)
				}
			}
		}
		if v := cluster.ValueOf[cluster.LogEvents](n.Node.Cell(cluster.NodeLog)); v != nil {
			for i := range v.Events {
				if key := v.Events[i].Key; key != "" {
					out = append(out, key)
				}
			}
		}
		out = append(out, sampledKeys(n.Node)...)
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
// A table can be opened and dropped, or be one of Cassandra's own that are not listed.
func (f *Frame) TableRow(id cluster.TableID) *cluster.TableFigures {
	for _, t := range f.Tables {
		if t.Table == id {
			return t
		}
	}
	return f.View.Table(id, f.Lens)
}
