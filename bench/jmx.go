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

// tableMetrics are the MBeans behind what nodetool tablestats prints of a table, with the attribute it reads.
var tableMetrics = []struct{ name, attribute string }{
	{"LiveSSTableCount", "Value"}, {"OldVersionSSTableCount", "Value"}, {"MaxSSTableSize", "Value"}, {"LiveDiskSpaceUsed", "Count"},
	{"TotalDiskSpaceUsed", "Count"}, {"SnapshotsSize", "Value"}, {"CompressionRatio", "Value"}, {"EstimatedPartitionCount", "Value"},
	{"MemtableColumnsCount", "Value"}, {"MemtableLiveDataSize", "Value"}, {"MemtableOffHeapDataSize", "Value"}, {"MemtableSwitchCount", "Count"},
	{"SpeculativeRetries", "Count"}, {"ReadLatency", "Count"}, {"ReadLatency", "Mean"}, {"WriteLatency", "Count"}, {"WriteLatency", "Mean"},
	{"PendingFlushes", "Count"}, {"PercentRepaired", "Value"}, {"BytesRepaired", "Value"}, {"BytesUnrepaired", "Value"}, {"BytesPendingRepair", "Value"},
	{"BloomFilterFalsePositives", "Value"}, {"BloomFilterFalseRatio", "Value"}, {"BloomFilterDiskSpaceUsed", "Value"}, {"BloomFilterOffHeapMemoryUsed", "Value"},
	{"IndexSummaryOffHeapMemoryUsed", "Value"}, {"CompressionMetadataOffHeapMemoryUsed", "Value"}, {"MinPartitionSize", "Value"}, {"MaxPartitionSize", "Value"},
	{"MeanPartitionSize", "Value"}, {"LiveScannedHistogram", "Mean"}, {"LiveScannedHistogram", "Max"}, {"TombstoneScannedHistogram", "Mean"},
	{"TombstoneScannedHistogram", "Max"},
}

// tableAttributes are read of the table's own MBean.
var tableAttributes = []string{"SSTableCountPerLevel", "PerLevelSizeBytes", "DroppableTombstoneRatio"}

// maxRefreshed is how many tables a screen's refresh asks for.
const maxRefreshed = 50

// jmxOnce connects, asks for one piece of work, and ends: as a process of its own, so that its cost can be told.
func jmxOnce(address, what string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := jmx.Dial(ctx, jmx.Options{Address: address, Login: jmx.Credentials{User: os.Getenv("PARTOP_JMX_USER"), Password: os.Getenv("PARTOP_JMX_PASSWORD")}})
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	tables, err := tablesOf(ctx, c)
	if err != nil {
		return err
	}
	var calls []jmx.Call
	switch what {
	case "tablestats":
		for _, id := range tables {
			for _, m := range tableMetrics {
				calls = append(calls, jmx.Get(jmx.TableMetric(id.Keyspace, id.Name, m.name), m.attribute))
			}
			calls = append(calls, jmx.GetAll(jmx.TableMBean(id.Keyspace, id.Name), tableAttributes...))
		}
	default:
		calls = probes.WorkOfTables(tables[:min(len(tables), maxRefreshed)]).Calls
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
	fmt.Printf("%d tables, %d of %d answers\n", len(tables), known, len(calls))
	if known < len(calls)*9/10 {
		return fmt.Errorf("only %d of %d answers are values", known, len(calls))
	}
	return nil
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

// compareJMX times both pieces of work beside nodetool tablestats on the same node.
func compareJMX(self, address string, official cost) error {
	for _, what := range []string{"tablestats", "refresh"} {
		ours, err := best([]string{self, "-jmx", address, "-jmx-once", what})
		if err != nil {
			return err
		}
		line("jmx-"+what+"-wall", ours.wall, official.wall)
		line("jmx-"+what+"-cpu", ours.cpu, official.cpu)
	}
	return nil
}
