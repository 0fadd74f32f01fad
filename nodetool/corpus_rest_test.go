package nodetool

import (
	"fmt"
	"strconv"
	"strings"
)

func (v *view) info(d *Info) {
	v.values = func(key string) (any, bool) {
		switch key {
		case "Heap used MB":
			return d.HeapUsedMB, true
		case "Heap max MB":
			return d.HeapMaxMB, true
		case "Off Heap MB":
			key = "Off Heap Memory (MB)"
		}
		if f, ok := d.Values[key]; ok {
			return f, true
		}
		for cache, parts := range d.Caches {
			if part, ok := strings.CutPrefix(key, cache+" "); ok {
				f, ok := parts[part]
				return f, ok
			}
		}
		return nil, false
	}
}

// status answers for the one node of a small ring by the bare column, for any by its address.
func (v *view) status(d *Status) {
	v.values = func(key string) (any, bool) {
		if key == "datacenters" {
			return len(d.Datacenters), true
		}
		if key == "datacenter" {
			return d.Datacenters[0].Name, true
		}
		for _, dc := range d.Datacenters {
			down := 0
			for _, n := range dc.Nodes {
				if !n.Up {
					down++
				}
				if got, ok := nodeView(n, strings.TrimPrefix(key, n.Address+" ")); ok && (len(d.Datacenters) == 1 || strings.HasPrefix(key, n.Address+" ")) {
					return got, true
				}
			}
			switch key {
			case "nodes " + dc.Name:
				return len(dc.Nodes), true
			case "down " + dc.Name:
				return down, true
			}
		}
		return nil, false
	}
}

func nodeView(n StatusNode, key string) (any, bool) {
	switch key {
	case "state":
		return n.State, true
	case "address":
		return n.Address, true
	case "load":
		return n.LoadText, true
	case "owns":
		return n.OwnsText, true
	case "rack":
		return n.Rack, true
	case "tokens":
		return n.Tokens, true
	case "host id":
		return n.HostID, true
	}
	return nil, false
}

func (v *view) metadata(d *Metadata) {
	list := []any{}
	for _, s := range d.SSTables {
		list = append(list, lookup(func(key string) (any, bool) {
			switch key {
			case "SSTable":
				return s.SSTable, true
			case "First token":
				return s.FirstToken.Text, true
			case "Last token":
				return s.LastToken.Text, true
			}
			f, ok := s.Values[key]
			return f, ok
		}))
	}
	v.sections["sstables"] = list
	v.values = func(key string) (any, bool) {
		s := d.SSTables[0]
		if at, ok := strings.CutPrefix(key, "drop time "); ok {
			for _, b := range s.DropTimes {
				if strconv.FormatInt(b.Offset, 10) == at {
					return b.Count, true
				}
			}
		}
		f, ok := s.Values[key]
		return f, ok
	}
}

func (v *view) scan(d *PartitionScan) {
	list := []any{}
	for _, s := range d.SSTables {
		list = append(list, scannedView(s))
	}
	v.sections["sstables"] = list
	v.values = func(key string) (any, bool) { return len(d.SSTables), key == "sstables processed" }
}

func scannedView(s ScannedSSTable) lookup {
	return func(key string) (any, bool) {
		switch key {
		case "keyspace":
			return s.Keyspace, true
		case "table":
			return s.Table, true
		case "index_or_rest":
			return s.Index, true
		case "generation":
			return s.Generation, true
		case "format":
			return s.Format, true
		case "uncompressed":
			return s.Uncompressed, true
		case "on_disk":
			return s.OnDisk, true
		case "listed":
			return len(s.Partitions), true
		case "first_listed":
			if len(s.Partitions) == 0 {
				return nil, false
			}
			return s.Partitions[0].Text, true
		case "match":
			return s.Match, s.Match != nil
		}
		cells, ok := s.Stats[key]
		var words []string
		for _, c := range s.Columns {
			if f := cells[c]; f.Printed() {
				words = append(words, f.Text)
			}
		}
		return words, ok
	}
}

func (v *view) csv(d *PartitionCSV) {
	v.sections["header"] = d.Header
	v.values = func(key string) (any, bool) {
		switch key {
		case "columns":
			return len(d.Header), true
		case "rows":
			return len(d.Records), true
		}
		return nil, false
	}
	if len(d.Records) == 0 {
		return
	}
	r := d.Records[0]
	v.sections["first"] = lookup(func(key string) (any, bool) {
		switch key {
		case "key":
			return r.Key, true
		case "keyBinary":
			return r.KeyHex, true
		case "live":
			return fmt.Sprint(r.Live), true
		}
		if n, ok := r.Counts[key]; ok {
			return n, true
		}
		w, ok := r.Words[key]
		return w, ok
	})
}

// small are the kinds with few values.
func (v *view) small(data any) {
	switch d := data.(type) {
	case *GCStats:
		v.values = figures(map[string]Figure{"Interval (ms)": d.IntervalMs, "Max GC Elapsed (ms)": d.MaxElapsedMs,
			"Total GC Elapsed (ms)": d.TotalElapsedMs, "Stdev GC Elapsed (ms)": d.StdevElapsedMs,
			"GC Reclaimed (header says MB, value is bytes)": d.ReclaimedBytes, "Collections": d.Collections,
			"Direct Memory Bytes": d.DirectMemoryBytes})
	case *Snapshots:
		v.values = func(key string) (any, bool) {
			if key == "none" {
				return d.None, true
			}
			return len(d.Rows), key == "snapshot rows"
		}
	case *NetStats:
		v.values = netView(d)
	case *DescribeCluster:
		v.values = func(key string) (any, bool) {
			if key == "schema versions" {
				var names []string
				for k := range d.SchemaVersions {
					names = append(names, k)
				}
				return strings.Join(names, " "), true
			}
			f, ok := d.Values[key]
			return f, ok
		}
	case *Timeout:
		v.values = figures(map[string]Figure{"ms": d.Ms})
	case *Version:
		v.values = func(key string) (any, bool) { return d.Release, key == "release" }
	case *SSTables:
		v.values = func(key string) (any, bool) { return len(d.SSTables), key == "sstables" }
	case *DataPaths:
		v.dataPaths(d)
	}
}

func (v *view) dataPaths(d *DataPaths) {
	for _, t := range d.Tables {
		v.rows = append(v.rows, map[string]any{"table": t.Table, "paths": t.Paths})
	}
	v.values = func(key string) (any, bool) {
		switch key {
		case "keyspace":
			return d.Tables[0].Keyspace, true
		case "tables":
			return len(d.Tables), true
		}
		return nil, false
	}
}

func figures(m map[string]Figure) lookup {
	return func(key string) (any, bool) { f, ok := m[key]; return f, ok }
}

func netView(d *NetStats) lookup {
	return func(key string) (any, bool) {
		if key == "Mode" {
			return d.Mode, true
		}
		if f, ok := d.ReadRepair[key]; ok {
			return f, true
		}
		for pool, cells := range d.Pools {
			if col, ok := strings.CutPrefix(key, pool+" "); ok {
				f, ok := cells[col]
				return f, ok
			}
		}
		return nil, false
	}
}
