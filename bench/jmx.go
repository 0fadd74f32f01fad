package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes"
)

// tableMetrics are the MBeans behind what nodetool tablestats prints of a table, with the attributes it reads.
var tableMetrics = []struct {
	name       string
	attributes []string
}{
	{"LiveSSTableCount", value}, {"OldVersionSSTableCount", value}, {"MaxSSTableSize", value}, {"LiveDiskSpaceUsed", count},
	{"TotalDiskSpaceUsed", count}, {"SnapshotsSize", value}, {"CompressionRatio", value}, {"EstimatedPartitionCount", value},
	{"MemtableColumnsCount", value}, {"MemtableLiveDataSize", value}, {"MemtableOffHeapDataSize", value}, {"MemtableSwitchCount", count},
	{"SpeculativeRetries", count}, {"ReadLatency", countAndMean}, {"WriteLatency", countAndMean}, {"PendingFlushes", count},
	{"PercentRepaired", value}, {"BytesRepaired", value}, {"BytesUnrepaired", value}, {"BytesPendingRepair", value},
	{"BloomFilterFalsePositives", value}, {"BloomFilterFalseRatio", value}, {"BloomFilterDiskSpaceUsed", value},
	{"BloomFilterOffHeapMemoryUsed", value}, {"IndexSummaryOffHeapMemoryUsed", value}, {"CompressionMetadataOffHeapMemoryUsed", value},
	{"MinPartitionSize", value}, {"MaxPartitionSize", value}, {"MeanPartitionSize", value},
	{"LiveScannedHistogram", meanAndMax}, {"TombstoneScannedHistogram", meanAndMax},
}

var (
	value        = []string{"Value"}
	count        = []string{"Count"}
	countAndMean = []string{"Count", "Mean"}
	meanAndMax   = []string{"Mean", "Max"}
)

// tableAttributes are read of the table's own MBean.
var tableAttributes = []string{"SSTableCountPerLevel", "PerLevelSizeBytes", "DroppableTombstoneRatio"}

// maxRefreshed is how many tables a screen's refresh asks for.
const maxRefreshed = 50

// jmxOnce connects, asks for one piece of work, and ends: as a process of its own, so that its cost can be told. The tables
// of a refresh are named, as a session knows them from the schema; those of tablestats are asked for, as nodetool does.
func jmxOnce(address, what string, names []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := dialJMX(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	var calls []jmx.Call
	switch what {
	case "tablestats":
		tables, err := tablesOf(ctx, c)
		if err != nil {
			return err
		}
		for _, id := range tables {
			for _, m := range tableMetrics {
				calls = append(calls, get(jmx.TableMetric(id.Keyspace, id.Name, m.name), m.attributes))
			}
			calls = append(calls, jmx.GetAll(jmx.TableMBean(id.Keyspace, id.Name), tableAttributes...))
		}
	default:
		tables, err := named(names)
		if err != nil {
			return err
		}
		calls = probes.WorkOfTables(tables).Calls
	}
	results, err := c.Do(ctx, calls)
	if err != nil {
		return err
	}
	known := 0
	for _, r := range results {
		switch {
		case r.Err == nil:
			known++
		case !errors.Is(r.Err, jmx.ErrInstanceNotFound) && !errors.Is(r.Err, jmx.ErrAttributeNotFound):
			return r.Err
		}
	}
	fmt.Printf("%d of %d answers\n", known, len(calls))
	if known < len(calls)*9/10 {
		return fmt.Errorf("only %d of %d answers are values", known, len(calls))
	}
	return nil
}

func get(mbean jmx.ObjectName, attributes []string) jmx.Call {
	if len(attributes) == 1 {
		return jmx.Get(mbean, attributes[0])
	}
	return jmx.GetAll(mbean, attributes...)
}

// tablesOf asks the node which tables it has; a session takes them from the schema instead.
func tablesOf(ctx context.Context, c *jmx.Conn) ([]cluster.TableID, error) {
	names, err := c.One(ctx, jmx.Query("org.apache.cassandra.db:type=Tables,*")).Names()
	if err != nil {
		return nil, err
	}
	var out []cluster.TableID
	for _, n := range names {
		var id cluster.TableID
		for _, part := range strings.Split(string(n), ",") {
			if v, ok := strings.CutPrefix(part, "keyspace="); ok {
				id.Keyspace = v
			}
			if v, ok := strings.CutPrefix(part, "table="); ok {
				id.Name = v
			}
		}
		if id.Keyspace != "" && id.Name != "" {
			out = append(out, id)
		}
	}
	return out, nil
}

func named(names []string) ([]cluster.TableID, error) {
	var out []cluster.TableID
	for _, n := range names {
		keyspace, table, ok := strings.Cut(n, ".")
		if !ok {
			return nil, fmt.Errorf("%q is not KEYSPACE.TABLE", n)
		}
		out = append(out, cluster.TableID{Keyspace: keyspace, Name: table})
	}
	return out, nil
}

// refreshed names the tables of a refresh.
func refreshed(address string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := dialJMX(ctx, address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	tables, err := tablesOf(ctx, c)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range tables[:min(len(tables), maxRefreshed)] {
		out = append(out, id.Keyspace+"."+id.Name)
	}
	return out, nil
}

func dialJMX(ctx context.Context, address string) (*jmx.Conn, error) {
	return jmx.Dial(ctx, jmx.Options{Address: address,
		Login: jmx.Credentials{User: os.Getenv("PARTOP_JMX_USER"), Password: os.Getenv("PARTOP_JMX_PASSWORD")}})
}

// compareJMX times both pieces of work beside nodetool tablestats on the same node, and what a refresh costs that node.
func compareJMX(self, address string, pid int, official cost) error {
	names, err := refreshed(address)
	if err != nil {
		return err
	}
	for _, what := range []string{"tablestats", "refresh"} {
		ours, err := best(pid, append([]string{self, "-jmx", address, "-jmx-once", what}, names...))
		if err != nil {
			return err
		}
		line("jmx-"+what+"-wall", ours.wall, official.wall)
		line("jmx-"+what+"-cpu", ours.cpu, official.cpu)
		line("jmx-"+what+"-node-cpu", ours.node, official.node)
	}
	return nil
}
