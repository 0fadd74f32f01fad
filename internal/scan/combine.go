package scan

import (
	"cmp"
	"slices"

	"github.com/partop/partop/sstable"
)

// Combine makes one report of the scans of several nodes. Replicas hold the same partitions, so a key's figures are the
// largest that a node has, each by itself, never a sum. The totals of a table are sums: its partitions are counted on
// every node that holds them, and matched is the least that it can be.
func Combine(nodes []*Partial, o Options) Report {
	r := Report{Schema: SchemaVersion, Complete: true, By: o.By.String(), NowSeconds: o.NowSeconds, Tables: []TableReport{}, Skipped: []SkipReport{}}
	byName := map[string]*combined{}
	for _, n := range nodes {
		r.Nodes = append(r.Nodes, n.Node)
		r.Complete = r.Complete && n.End.Complete
		r.Interrupted = r.Interrupted || n.End.Interrupted
		for _, s := range n.End.Skipped {
			r.Skipped = append(r.Skipped, s.of(n.Node))
		}
		for i := range n.Tables {
			t := &n.Tables[i]
			table := Table{Location: t.Location, Dirs: t.Dirs}
			name := table.Name() + " " + t.TableID
			c := byName[name]
			if c == nil {
				c = &combined{result: Result{Table: table, Columns: t.columns(), Murmur3: t.Murmur3}, keys: map[string]*sstable.MergedPartition{}}
				c.result.Dirs = nil
				byName[name] = c
			}
			c.add(n.Node, t)
		}
	}
	for _, c := range byName {
		r.Tables = append(r.Tables, c.report(o))
	}
	slices.SortFunc(r.Tables, func(a, b TableReport) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.TableID, b.TableID))
	})
	return r
}

// of names the node of what was skipped.
func (s SkipReport) of(node string) SkipReport {
	s.Name = node + ":" + s.Name
	return s
}

// combined is a table on the way.
type combined struct {
	result   Result
	keys     map[string]*sstable.MergedPartition
	skipped  []SkipReport
	sstables int
}

func (c *combined) add(node string, t *PartialTable) {
	r := &c.result
	for _, d := range t.Dirs {
		r.Dirs = append(r.Dirs, node+":"+d)
	}
	for _, s := range t.Skipped {
		c.skipped = append(c.skipped, s.of(node))
	}
	c.sstables += t.SSTables
	r.DiskBytes += t.Totals.DiskBytes
	r.Partitions += t.Totals.Partitions
	r.Shared += t.Totals.Shared
	r.Deleted += t.Totals.Deleted
	r.SizeBytes += t.Totals.SizeBytes
	r.Counts.Add(&t.Totals.Counts)
	for i, n := range t.Totals.Sizes {
		r.Sizes[i] += n
	}
	r.PartitionsOnly = r.PartitionsOnly || t.PartitionsOnly
	r.StaticOnly = r.StaticOnly || t.StaticOnly
	r.Matched = max(r.Matched, t.Matched)
	for i := range t.Top {
		p := &t.Top[i]
		if held := c.keys[string(p.Key)]; held != nil {
			largest(held, p)
			continue
		}
		held := *p
		c.keys[string(p.Key)] = &held
	}
}

// largest takes each figure from the replica that has more of it.
func largest(a, b *sstable.MergedPartition) {
	a.SSTables = max(a.SSTables, b.SSTables)
	a.SizeBytes, a.LargestBytes = max(a.SizeBytes, b.SizeBytes), max(a.LargestBytes, b.LargestBytes)
	for _, f := range []func(*sstable.Counts) *int64{
		func(c *sstable.Counts) *int64 { return &c.Rows }, func(c *sstable.Counts) *int64 { return &c.Cells },
		func(c *sstable.Counts) *int64 { return &c.RowTombstones }, func(c *sstable.Counts) *int64 { return &c.RangeTombstones },
		func(c *sstable.Counts) *int64 { return &c.ComplexTombstones }, func(c *sstable.Counts) *int64 { return &c.CellTombstones },
		func(c *sstable.Counts) *int64 { return &c.RowTTLExpired }, func(c *sstable.Counts) *int64 { return &c.CellTTLExpired },
	} {
		*f(&a.Counts) = max(*f(&a.Counts), *f(&b.Counts))
	}
	a.MinTimestamp, a.MaxTimestamp = min(a.MinTimestamp, b.MinTimestamp), max(a.MaxTimestamp, b.MaxTimestamp)
	if b.Deletion.MarkedForDeleteAt > a.Deletion.MarkedForDeleteAt {
		a.Deletion = b.Deletion
	}
}

func (c *combined) report(o Options) TableReport {
	best := top{order: o.By, n: MaxKept}
	if o.Top > 0 {
		best.n = min(o.Top, MaxKept)
	}
	for _, p := range c.keys {
		best.offer(p)
	}
	c.result.Top = best.sorted()
	c.result.Matched = max(c.result.Matched, int64(len(c.keys)))
	t := c.result.Report()
	t.SSTables, t.Skipped = c.sstables, append(t.Skipped, c.skipped...)
	return t
}
