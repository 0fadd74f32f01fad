package cluster

import "time"

// NodeFigures is a node's row. Figures without a value say why.
type NodeFigures struct {
	Node                                *NodeState
	Status                              Status
	ReadP99, WriteP99, CoordinatorP99   Figure // rate-weighted over the node's user tables: ~
	Reads, Writes                       Figure // completed by ReadStage and MutationStage a second
	ReadPending, Running, Slots, Queued Figure // ReadStage pending; compaction slots taken, there, and tasks waiting
	Remaining, Disk                     Figure
	DiskShare, DiskFree                 Figure // used of the fullest data directory, 0 to 1; free in all of them
	Pending, Dropped                    Figure // compactions pending, an estimate; messages dropped since the node started
	GC                                  Figure // share of the time that collectors stopped or worked, 0 to 1
	Busy                                Figure // µs of replica work a second, estimated
	Silent                              string // why it is not heard, empty if it is
	LastGood                            time.Time
}

// NodeRows makes a row of every node under the lens, silent ones included.
func (s *Snapshot) NodeRows(l Lens) []*NodeFigures {
	nodes := s.All(l)
	out := make([]*NodeFigures, len(nodes))
	for i, n := range nodes {
		out[i] = s.nodeFigures(n)
	}
	return out
}

func (s *Snapshot) nodeFigures(n *NodeState) *NodeFigures {
	f := &NodeFigures{Node: n, Status: s.StatusOf(n.ID)}
	f.Silent, f.LastGood, _ = s.Silent(n.ID)
	f.ReadP99 = n.weighted(TableLocalReadLatency)
	f.WriteP99 = n.weighted(TableLocalWriteLatency)
	f.CoordinatorP99 = n.weighted(TableCoordinatorReadLatency)
	f.Reads, f.Writes = n.stage("ReadStage"), n.stage("MutationStage")
	f.ReadPending = n.pool("ReadStage", func(p ThreadPool) int64 { return p.Pending })
	f.Running = n.pool("CompactionExecutor", func(p ThreadPool) int64 { return p.Active })
	f.Slots = n.pool("CompactionExecutor", func(p ThreadPool) int64 { return p.ActiveLimit })
	if f.Slots.Known && f.Slots.Value == 0 { // nodetool prints no limits
		f.Slots.Known, f.Slots.Missing = false, Unknown{"nodetool tpstats prints no number of slots", "CQL (4.0 on) or JMX"}
	}
	f.Queued = n.pool("CompactionExecutor", func(p ThreadPool) int64 { return p.Pending })
	f.Remaining = n.remaining()
	f.Disk = n.sumDisk()
	f.DiskShare, f.DiskFree = n.diskFigures()
	f.Busy = n.busy()
	f.Pending, f.Dropped, f.GC = n.pending(), n.dropped(), n.gc()
	pools, tasks := stale(&n.Cell(NodeThreadPools).Last, s.Now), stale(&n.Cell(NodeCompactionTasks).Last, s.Now)
	for _, fig := range [...]*Figure{&f.Reads, &f.Writes, &f.ReadPending, &f.Running, &f.Slots, &f.Queued} {
		fig.Stale = fig.Known && pools
	}
	f.Remaining.Stale = f.Remaining.Known && tasks
	return f
}

// known starts a figure that rests on a cell, or explains why it cannot.
func known(c *Cell, unit Unit, e Exactness) Figure {
	f := Figure{Unit: unit, Exactness: e, Scope: ThisNode, At: c.Last.To, Source: c.Last.Source, Nodes: 1, Of: 1}
	f.Known = c.Last.Known()
	switch {
	case c.Last.Unknown != nil:
		f.Missing = *c.Last.Unknown
	case !f.Known:
		f.Missing = Unknown{Reason: "not read yet"}
	}
	return f
}

func (n *NodeState) pool(name string, get func(ThreadPool) int64) Figure {
	f := known(n.Cell(NodeThreadPools), UnitCount, Exact)
	v := ValueOf[ThreadPools](n.Cell(NodeThreadPools))
	if v == nil {
		return f
	}
	p, ok := v.Find(name)
	if !ok {
		f.Known, f.Missing = false, Unknown{Reason: "the node lists no stage " + name}
		return f
	}
	f.Value = float64(get(p))
	return f
}

func (n *NodeState) stage(name string) Figure {
	f := known(n.Cell(NodeThreadPools), UnitPerSecond, Exact)
	rate, ok := n.StageRate(name)
	if !ok {
		if f.Known {
			f.Missing = Unknown{Reason: "a rate needs two readings", Remedy: "the next refresh"}
		}
		f.Known = false
		return f
	}
	f.Value = rate
	return f
}

// weighted is the mean over the node's user tables of a latency's 99th percentile, weighted by what each table served
// in the interval. No table served anything: idle, not zero.
func (n *NodeState) weighted(k Kind) Figure {
	f := Figure{Unit: UnitMicros, Exactness: Estimate, Scope: ThisNode, Missing: Unknown{Reason: "not read yet"}}
	var weight float64
	for id, t := range n.Tables {
		v := ValueOf[Latency](t.Cell(k))
		rate, ok := t.Cell(k).Rate()
		if t.Cell(k).Last.Unknown != nil {
			f.Missing = *t.Cell(k).Last.Unknown
		}
		if v == nil || !ok || id.IsSystem() {
			continue
		}
		f.At, f.Source = earlier(f.At, t.Cell(k).Last.To), t.Cell(k).Last.Source
		f.Missing = Unknown{Reason: "no operation in the interval"}
		f.Idle = true
		weight += rate
		f.Value += rate * v.P99Micros
	}
	if weight > 0 {
		f.Value /= weight
		f.Known, f.Idle = true, false
	}
	return f
}

func (n *NodeState) remaining() Figure {
	f := known(n.Cell(NodeCompactionTasks), UnitBytes, Exact)
	if v := ValueOf[CompactionTasks](n.Cell(NodeCompactionTasks)); v != nil {
		for _, t := range v.Tasks {
			if t.Unit == "bytes" {
				f.Value += float64(t.Remaining())
			}
		}
	}
	return f
}

func (n *NodeState) sumDisk() Figure {
	f := Figure{Unit: UnitBytes, Exactness: AtMost, Scope: ThisNode, Missing: Unknown{Reason: "not read yet"}}
	for _, t := range n.Tables {
		c := t.Cell(TableDiskUsage)
		if v := ValueOf[Size](c); v != nil {
			f.Known, f.At, f.Source = true, earlier(f.At, c.Last.To), c.Last.Source
			f.Value += float64(v.Bytes)
		} else if c := t.Cell(TableStatsRow); ValueOf[TableStats](c) != nil {
			f.Known, f.At, f.Source = true, earlier(f.At, c.Last.To), c.Last.Source
			f.Value += float64(max(0, ValueOf[TableStats](c).TotalBytes))
		} else if c := t.Cell(TableDiskUsage); c.Last.Unknown != nil {
			f.Missing = *c.Last.Unknown
		}
	}
	return f
}

func (n *NodeState) pending() Figure {
	c := n.Cell(NodePendingCompactions)
	f := known(c, UnitCount, Estimate)
	if v := ValueOf[Number](c); v != nil {
		f.Value = float64(v.N)
	} else if f.Missing.Remedy == "" {
		f.Missing = defaultMissing(FigPending)
	}
	return f
}

func (n *NodeState) dropped() Figure {
	c := n.Cell(NodeDropped)
	f := known(c, UnitCount, Exact)
	v := ValueOf[Dropped](c)
	if v == nil {
		if f.Missing.Remedy == "" {
			f.Missing = Unknown{"CQL does not tell dropped messages", "JMX, or :nodetool"}
		}
		return f
	}
	for _, count := range v.Messages {
		f.Value += float64(count)
	}
	return f
}

// gc is the share of the time between the last two readings.
func (n *NodeState) gc() Figure {
	c := n.Cell(NodeGC)
	f := known(c, UnitShare, Exact)
	now, before := ValueOf[GC](c), prevOf[GC](c)
	if now == nil || before == nil {
		if f.Known {
			f.Missing = Unknown{"a share needs two readings", "the next refresh"}
		} else if f.Missing.Remedy == "" {
			f.Missing = Unknown{"CQL does not tell GC", "JMX on the node"}
		}
		f.Known = false
		return f
	}
	if dt := c.Last.To.Sub(c.Prev.To).Milliseconds(); dt > 0 {
		f.Value = min(1, float64(now.CollectionMillis-before.CollectionMillis)/float64(dt))
	}
	return f
}

func (n *NodeState) busy() Figure {
	f := Figure{Unit: UnitMicros, Exactness: Estimate, Scope: ThisNode, Missing: Unknown{Reason: "a rate needs two readings"}}
	for _, t := range n.Tables {
		if v, ok := t.BusyMicrosPerSecond(); ok {
			f.Known = true
			f.Value += v
		}
	}
	return f
}
