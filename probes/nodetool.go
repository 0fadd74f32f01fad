package probes

import (
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes/cql"
)

// Printed is one output of nodetool: whose it is and of when.
type Printed struct {
	Node     cluster.NodeID
	From, To time.Time // when it was observed; equal for an output without a time of its own
	Result   *nodetool.Result
	// Tables are the node's tables as far as they are known: one that compactionstats does not name has nothing pending.
	Tables []cluster.TableID
}

// Readings turns an output into answers, one a kind. What a node did not print is left out, never 0. Kinds of output that
// say nothing about tables or nodes (getendpoints, datapaths, sstabledump, ...) give none.
func (p *Printed) Readings() [][]cluster.Reading {
	switch v := p.Result.Data.(type) {
	case *nodetool.TableStats:
		return p.tableStats(v)
	case *nodetool.Histograms:
		return p.histograms(v)
	case *nodetool.CompactionStats:
		return p.compactionStats(v)
	case *nodetool.CompactionHistory:
		return p.compactionHistory(v)
	case *nodetool.TPStats:
		return p.threadPools(v)
	case *nodetool.LargeData:
		return [][]cluster.Reading{{p.reading(cluster.NodeTopPartitions, largeOf(v))}}
	}
	return nil
}

// largeOf is what largeEntries makes of the same tables over CQL.
func largeOf(v *nodetool.LargeData) *cluster.TopPartitions {
	out := &cluster.TopPartitions{Large: true}
	for i := range v.Entries {
		e := &v.Entries[i]
		row := cql.Row{"keyspace_name": e.Keyspace, "table_name": e.Table, "partition_key": e.PartitionKey, "clustering_key": e.ClusteringKey,
			"column_name": e.Column, "compaction_time": e.Compacted}
		row[map[string]string{"partitions": "partition_size", "rows": "row_size", "cells": "cell_size"}[v.Of]] = e.SizeBytes
		for name, n := range map[string]*int64{"range_tombstones": e.RangeTombstones, "dead_rows": e.DeadRows} {
			if n != nil {
				row[name] = *n
			}
		}
		out.Entries = append(out.Entries, largeEntries(row)...)
	}
	return out
}

// reading is the head that all of an output's Readings share.
func (p *Printed) reading(k cluster.Kind, v cluster.Value) cluster.Reading {
	return cluster.Reading{
		From: p.From, To: p.To, Node: p.Node, Kind: k, Scope: cluster.ThisNode, Source: cluster.SourceNodetool, Value: v,
	}
}

// tableStats leaves indexes out: their work is their table's.
func (p *Printed) tableStats(v *nodetool.TableStats) [][]cluster.Reading {
	var out []cluster.Reading
	for _, name := range v.Order {
		t := v.Tables[name]
		id := cluster.TableID{Keyspace: t.Keyspace, Name: t.Name}
		if t.IsIndex || t.Keyspace == "?" {
			continue
		}
		r := p.reading(cluster.TableStatsRow, statsOf(t))
		r.Table = id
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil
	}
	return [][]cluster.Reading{out}
}

// statsOf turns milliseconds into microseconds and keeps bytes; -1 stays where nothing, NaN or nonsense was printed.
func statsOf(t *nodetool.Table) *cluster.TableStats {
	s := cluster.NewTableStats()
	for _, c := range []struct {
		label nodetool.Label
		into  *cluster.Count
	}{
		{nodetool.LocalReadCount, &s.Reads}, {nodetool.LocalWriteCount, &s.Writes}, {nodetool.SSTableCount, &s.SSTables},
		{nodetool.OldSSTableCount, &s.OldSSTables}, {nodetool.SpaceUsedLive, &s.LiveBytes},
		{nodetool.SpaceUsedTotal, &s.TotalBytes}, {nodetool.SpaceUsedBySnapshots, &s.SnapshotBytes},
		{nodetool.NumberOfPartitions, &s.Partitions}, {nodetool.CompactedPartitionMinimum, &s.MinPartitionBytes},
		{nodetool.CompactedPartitionMaximum, &s.MaxPartitionBytes}, {nodetool.CompactedPartitionMean, &s.AvgPartitionBytes},
		{nodetool.PendingFlushesOfTable, &s.PendingFlushes},
	} {
		if n, ok := t.Fields.Number(c.label); ok {
			*c.into = cluster.Count(n)
		}
	}
	for _, m := range []struct {
		label nodetool.Label
		scale float64
		into  *cluster.Measured
	}{
		{nodetool.LocalReadLatencyMs, 1000, &s.ReadMeanMicros}, {nodetool.LocalWriteLatencyMs, 1000, &s.WriteMeanMicros},
		{nodetool.AverageLiveCellsPerSlice, 1, &s.RowsPerReadMean}, {nodetool.MaximumLiveCellsPerSlice, 1, &s.RowsPerReadMax},
		{nodetool.AverageTombstonesPerSlice, 1, &s.TombstonesMean}, {nodetool.MaximumTombstonesPerSlice, 1, &s.TombstonesMax},
		{nodetool.DroppableTombstoneRatio, 1, &s.DroppableRatio}, {nodetool.PercentRepaired, 1, &s.RepairedPercent},
		{nodetool.SSTableCompressionRatio, 1, &s.CompressionRatio}, {nodetool.BloomFilterFalseRatio, 1, &s.BloomFalseRatio},
	} {
		if n, ok := t.Fields.Number(m.label); ok {
			*m.into = cluster.Measured(n * m.scale)
		}
	}
	for _, l := range t.Levels {
		s.Levels = append(s.Levels, l.Count)
	}
	return s
}

// histograms takes tables only; proxyhistograms has no table.
func (p *Printed) histograms(v *nodetool.Histograms) [][]cluster.Reading {
	var out []cluster.Reading
	seen := map[cluster.TableID]bool{} // 4.0 and 4.1 print a table once for each table of its keyspace
	for i := range v.Sections {
		s := &v.Sections[i]
		id, ok := cluster.ParseTableID(s.Table)
		if !ok || seen[id] {
			continue
		}
		seen[id] = true
		r := p.reading(cluster.TablePercentilesRow, &cluster.TablePercentiles{
			ReadMicros: percentiles(s, "Read Latency"), WriteMicros: percentiles(s, "Write Latency"),
			SSTablesPerRead: percentiles(s, "SSTables"), PartitionBytes: percentiles(s, "Partition Size"),
			Cells: percentiles(s, "Cell Count"),
		})
		r.Table, r.Exactness = id, cluster.AtMost
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil
	}
	return [][]cluster.Reading{out}
}

// percentiles is nil unless all points are numbers: NaN stands where there is no SSTable, and a histogram without an event
// prints zeros, of which a largest of 0 is the sign.
func percentiles(s *nodetool.Histogram, column string) *cluster.Percentiles {
	p := &cluster.Percentiles{}
	for _, c := range []struct {
		row  string
		into *float64
	}{{"50%", &p.P50}, {"75%", &p.P75}, {"95%", &p.P95}, {"98%", &p.P98}, {"99%", &p.P99}, {"Min", &p.Min}, {"Max", &p.Max}} {
		n, ok := s.Rows[c.row][column].Float()
		if !ok {
			return nil
		}
		*c.into = n
	}
	if p.Max <= 0 {
		return nil
	}
	return p
}

// compactionStats gives the pending count of every table that is named or known.
func (p *Printed) compactionStats(v *nodetool.CompactionStats) [][]cluster.Reading {
	var out [][]cluster.Reading
	if n, ok := v.PendingTasks.Int64(); ok && n >= 0 {
		r := p.reading(cluster.NodePendingCompactions, &cluster.Number{N: n})
		r.Exactness = cluster.Estimate
		out = append(out, []cluster.Reading{r})
	}
	if pending := p.pendingByTable(v); len(pending) > 0 {
		out = append(out, pending)
	}
	tasks := &cluster.CompactionTasks{}
	for i := range v.Rows {
		tasks.Tasks = append(tasks.Tasks, taskOf(&v.Rows[i]))
	}
	return append(out, []cluster.Reading{p.reading(cluster.NodeCompactionTasks, tasks)})
}

// pendingByTable says 0 of tables that are not named, unless the version names none (before 3.2).
func (p *Printed) pendingByTable(v *nodetool.CompactionStats) []cluster.Reading {
	counts := map[cluster.TableID]int64{}
	if total, ok := v.PendingTasks.Int64(); ok && (total == 0 || len(v.PendingByTable) > 0) {
		for _, id := range p.Tables {
			counts[id] = 0
		}
	}
	for name, n := range v.PendingByTable {
		if id, ok := cluster.ParseTableID(name); ok {
			counts[id] = n
		}
	}
	var out []cluster.Reading
	for id, n := range counts {
		r := p.reading(cluster.TablePendingCompactions, &cluster.Number{N: n})
		r.Table, r.Exactness = id, cluster.Estimate
		out = append(out, r)
	}
	return out
}

func taskOf(row *nodetool.CompactionRow) cluster.CompactionTask {
	t := cluster.CompactionTask{
		ID: row.ID, Kind: row.Type, Unit: row.Unit, Table: cluster.TableID{Keyspace: row.Keyspace, Name: row.Table},
	}
	t.Progress, _ = row.Completed.Int64()
	t.Total, _ = row.Total.Int64()
	n, _ := row.SSTables.Int64()
	t.SSTables = int(n)
	return t
}

func (p *Printed) compactionHistory(v *nodetool.CompactionHistory) [][]cluster.Reading {
	h := &cluster.CompactionHistory{}
	for i := range v.Entries[:min(len(v.Entries), keptCompactions)] {
		e := &v.Entries[i]
		c := cluster.CompactionRecord{Table: cluster.TableID{Keyspace: e.Keyspace, Name: e.Table}}
		if e.CompactedAtMillis > 0 {
			c.CompactedAt = time.UnixMilli(e.CompactedAtMillis).UTC()
		}
		c.BytesIn, _ = e.BytesIn.Int64()
		c.BytesOut, _ = e.BytesOut.Int64()
		h.Entries = append(h.Entries, c)
	}
	return [][]cluster.Reading{{p.reading(cluster.NodeCompactionHistory, h)}}
}

// threadPools prints no limits; ActiveLimit stays 0, which is not known.
func (p *Printed) threadPools(v *nodetool.TPStats) [][]cluster.Reading {
	pools := &cluster.ThreadPools{}
	for _, name := range v.PoolOrder {
		row := v.Pools[name]
		get := func(column string) int64 { n, _ := row[column].Int64(); return n }
		pools.Pools = append(pools.Pools, cluster.ThreadPool{
			Name: name, Active: get("Active"), Pending: get("Pending"), Completed: get("Completed"),
			Blocked: get("Blocked"), BlockedAllTime: get("All time blocked"),
		})
	}
	var out [][]cluster.Reading
	if len(pools.Pools) > 0 {
		out = append(out, []cluster.Reading{p.reading(cluster.NodeThreadPools, pools)})
	}
	if len(v.Dropped) > 0 {
		d := &cluster.Dropped{Messages: map[string]int64{}}
		for name, cells := range v.Dropped {
			if n, ok := cells["dropped"].Int64(); ok {
				d.Messages[name] = n
			}
		}
		out = append(out, []cluster.Reading{p.reading(cluster.NodeDropped, d)})
	}
	return out
}
