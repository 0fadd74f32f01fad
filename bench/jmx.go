package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
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

// tablestatsOnce connects, asks for all that nodetool tablestats prints of all tables, and ends: as a process of its own, so that
// its cost can be told. It is asked once, so over both connections that a node is allowed.
func tablestatsOnce(address string) error {
	debug.SetGCPercent(400) // as every command of ours that ends by itself
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := dialJMX(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	sibling, err := c.Sibling(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = sibling.Close() }()
	tables, err := tablesOf(ctx, c)
	if err != nil {
		return err
	}
	var calls []jmx.Call
	for _, id := range tables {
		for _, m := range tableMetrics {
			calls = append(calls, get(jmx.TableMetric(id.Keyspace, id.Name, m.name), m.attributes))
		}
		calls = append(calls, jmx.GetAll(jmx.TableMBean(id.Keyspace, id.Name), tableAttributes...))
	}
	results, err := c.DoBoth(ctx, sibling, calls)
	if err != nil {
		return err
	}
	return answered(results)
}

// answered wants values for nearly all calls.
func answered(results []jmx.Result) error {
	known := 0
	for _, r := range results {
		switch {
		case r.Err == nil:
			known++
		case !errors.Is(r.Err, jmx.ErrInstanceNotFound) && !errors.Is(r.Err, jmx.ErrAttributeNotFound):
			return r.Err
		}
	}
	if known < len(results)*9/10 {
		return fmt.Errorf("only %d of %d answers are values", known, len(results))
	}
	return nil
}

// refreshes is what a screen does every few seconds over the connection that it has: the counts of 50 tables. The least of many
// counts for wall, the mean for CPU, whose clock is coarse.
func refreshes(address string, pid int) (cost, error) {
	const times = 50
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := dialJMX(ctx, address)
	if err != nil {
		return cost{}, err
	}
	defer func() { _ = c.Close() }()
	tables, err := tablesOf(ctx, c)
	if err != nil {
		return cost{}, err
	}
	asked := probes.WorkOfTables(tables[:min(len(tables), maxRefreshed)])
	least := cost{wall: time.Hour}
	node, err := cpuOf(pid)
	if err != nil {
		return cost{}, err
	}
	own := ownCPU()
	for range times {
		start := time.Now()
		results, err := c.Do(ctx, asked.Calls)
		if err != nil {
			return cost{}, err
		}
		least.wall = min(least.wall, time.Since(start))
		if err := answered(results); err != nil {
			return cost{}, err
		}
	}
	least.cpu = (ownCPU() - own) / times
	after, err := cpuOf(pid)
	least.node = (after - node) / times
	return least, err
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

func dialJMX(ctx context.Context, address string) (*jmx.Conn, error) {
	return jmx.Dial(ctx, jmx.Options{Address: address,
		Login: jmx.Credentials{User: os.Getenv("PARTOP_JMX_USER"), Password: os.Getenv("PARTOP_JMX_PASSWORD")}})
}

// compareJMX times both pieces of work beside nodetool tablestats on the same node, and what each costs that node.
func compareJMX(self, address string, pid int, official cost) error {
	all, err := best(pid, []string{self, "-jmx", address, "-tablestats-once"})
	if err != nil {
		return err
	}
	screen, err := refreshes(address, pid)
	if err != nil {
		return err
	}
	for _, of := range []struct {
		name string
		ours cost
	}{{"jmx-tablestats", all}, {"jmx-refresh", screen}} {
		line(of.name+"-wall", of.ours.wall, official.wall)
		line(of.name+"-cpu", of.ours.cpu, official.cpu)
		line(of.name+"-node-cpu", of.ours.node, official.node)
	}
	return nil
}
