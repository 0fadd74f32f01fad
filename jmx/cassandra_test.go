package jmx

import (
	"encoding/hex"
	"errors"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// The tapes of this file are from Cassandra 5.0.6 with the lab's scenario
// queue-tombstones under traffic.

func TestCassandraReads(t *testing.T) {
	c := connect(t, taped(t, "cassandra", Options{}))
	local := func(metric string) ObjectName { return TableMetric("system", "local", metric) }
	table := TableMBean("system", "local")
	cases := []struct {
		call Call
		test func(Result) bool
	}{
		{Get(StorageService, "ReleaseVersion"), is("5.0.6")},
		{Get(local("LiveSSTableCount"), "Value"), integer(1, 9)},
		{Get(local("ReadLatency"), "Count"), integer(1, 1<<40)},
		{Get(local("EstimatedPartitionSizeHistogram"), "Value"), buckets(156)},
		{Invoke(local("ReadLatency"), OpValues), buckets(128)},
		{Invoke(local("TombstoneScannedHistogram"), OpValues), buckets(165)},
		{Get(table, "SSTableCountPerLevel"), is(nil)},
		{Get(table, "TopSizePartitions"), is(Map{})},
		{Get(StorageService, "LiveNodes"), is([]any{"127.0.9.1"})},
		{Invoke(StorageService, OpGetNaturalEndpointsWithPort, "system", "local", "local"), is([]any{"127.0.9.1:7000"})},
		{Invoke(table, OpGetSSTablesForHexKey, "00", true), is([]any{})},
		{Invoke(table, OpGetSSTablesForKeyWithLevel, "none", false), is(Map{})},
		{Invoke(table, OpEstimateKeys), integer(1, 1024)},
		{Get("org.apache.cassandra.metrics:type=Compaction,name=PendingTasksByTableName", "Value"), is(Map{})},
	}
	calls := make([]Call, len(cases))
	for i := range cases {
		calls[i] = cases[i].call
	}
	results, err := c.Do(t.Context(), calls)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.Err != nil || !cases[i].test(r) {
			t.Errorf("%s: got %#v, %v", calls[i], r.Value, r.Err)
		}
	}
}

func is(want any) func(Result) bool {
	return func(r Result) bool { return reflect.DeepEqual(r.Value, want) }
}

func integer(low, high int64) func(Result) bool {
	return func(r Result) bool {
		n, err := r.Int64()
		return err == nil && n >= low && n <= high
	}
}

func buckets(n int) func(Result) bool {
	return func(r Result) bool {
		b, err := r.Int64s()
		return err == nil && len(b) == n
	}
}

// TestCassandraShapes: composites, attribute lists, tables, sets of names.
func TestCassandraShapes(t *testing.T) {
	c := connect(t, taped(t, "composites", Options{}))
	heap, ok := c.One(t.Context(), Get("java.lang:type=Memory", "HeapMemoryUsage")).Value.(Composite)
	used, err := heap.Int64("used")
	if !ok || err != nil || used < 1<<20 || heap.Type != "java.lang.management.MemoryUsage" {
		t.Errorf("heap: %v, %v", heap, err)
	}
	latency := c.One(t.Context(), GetAll(TableMetric("system", "local", "ReadLatency"), "Count", "None", "DurationUnit"))
	items, _ := latency.Value.(Items)
	unit, err := items.Text("DurationUnit")
	if len(items) != 2 || err != nil || unit != "microseconds" {
		t.Errorf("attributes that exist come back, others are left out: %v, %v", latency, err)
	}
	phi := c.One(t.Context(), Get("org.apache.cassandra.net:type=FailureDetector", "PhiValues"))
	if _, ok := phi.Value.(Table); !ok {
		t.Errorf("TabularData: %v", phi)
	}
	names, err := c.One(t.Context(), Query("org.apache.cassandra.db:type=Tables,keyspace=system,table=local")).Names()
	if err != nil || len(names) != 1 {
		t.Fatalf("names: %v, %v", names, err)
	}
	if ks, _ := names[0].Property("keyspace"); ks != "system" || names[0].Domain() != "org.apache.cassandra.db" {
		t.Errorf("name %q has keyspace %q", names[0], ks)
	}
	if err := c.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestExceptions: each costs its own answer and no other.
func TestExceptions(t *testing.T) {
	c := connect(t, taped(t, "exceptions", Options{}))
	results, err := c.Do(t.Context(), []Call{
		Get(TableMetric("dropped", "table", "ReadLatency"), "Count"),
		Get(StorageService, "NoSuchThing"),
		BeginLocalSampling3("system", "local", "READS", 256), // 5.0 wants a duration
		Invoke(TableMBean("system", "local"), OpFinishLocalSampling, "NO_SAMPLER", 1),
		Get(StorageService, "ReleaseVersion"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []error{ErrInstanceNotFound, ErrAttributeNotFound, ErrNoSuchOperation} {
		if !errors.Is(results[i].Err, want) {
			t.Errorf("answer %d: got %v, want %v", i, results[i].Err, want)
		}
	}
	var remote *RemoteError
	if !errors.As(results[3].Err, &remote) || remote.Cause == nil ||
		remote.Cause.Class != "java.lang.IllegalArgumentException" ||
		!strings.Contains(remote.Error(), "NO_SAMPLER") {
		t.Errorf("another exception keeps class, message and cause: %v", results[3].Err)
	}
	if results[4].Value != "5.0.6" {
		t.Errorf("the answer after exceptions: %v", results[4])
	}
}

// TestSamplePartitions: the sampler of 4.0 and later, over a second connection.
func TestSamplePartitions(t *testing.T) {
	c := connect(t, taped(t, "sampler", Options{}))
	second, err := c.Sibling(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"READS", "WRITES", "READ_TOMBSTONE_COUNT", "WRITE_SIZE"}
	rows, err := second.One(t.Context(), SamplePartitions("", time.Second, 256, 3, names...)).SamplesByName()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if len(rows[name]) == 0 {
			t.Errorf("%s: no row, despite traffic", name)
		}
	}
	for _, r := range slices.Concat(rows["READS"], rows["READ_TOMBSTONE_COUNT"]) {
		if !strings.Contains(r.Table, ".") || r.Value == "" || r.Count < 1 || r.Error < 0 {
			t.Errorf("row %+v", r)
		}
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Ping(t.Context()); err != nil {
		t.Errorf("closing the second connection must leave the first alone: %v", err)
	}
}

// TestSampler3 is the form of 3.11, from 3.11.19 under the scenario healthy.
func TestSampler3(t *testing.T) {
	c := connect(t, taped(t, "sampler3", Options{}))
	if r := c.One(t.Context(), BeginLocalSampling3("shop", "carts", "READS", 256)); r.Err != nil {
		t.Fatal(r.Err)
	}
	if recording() {
		time.Sleep(3 * time.Second)
	}
	rows, err := c.One(t.Context(), FinishLocalSampling("shop", "carts", "READS", 3)).Samples()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		if r.RawKey != hex.EncodeToString([]byte(r.Value)) || r.Count < 1 || r.Table != "" {
			t.Errorf("row %+v", r)
		}
	}
}

// TestVersions: what differs between releases is the length of histograms and
// the forms of operations.
func TestVersions(t *testing.T) {
	for _, c := range []struct {
		tape, release string
		sizes, timer  int
		endpoints     OperationID
		endpoint      any
		missing       Call
	}{
		{tape: "v3_11", release: "3.11.19", sizes: 151, timer: 165, endpoints: OpGetNaturalEndpoints,
			endpoint: netip.MustParseAddr("127.0.19.1"), missing: SamplePartitions("", time.Second, 256, 3, "READS")},
		{tape: "v4_0", release: "4.0.18", sizes: 151, timer: 165, endpoints: OpGetNaturalEndpointsWithPort,
			endpoint: "127.0.17.1:7000", missing: SamplePartitions("system", time.Second, 256, 3, "READS")},
		{tape: "v4_1", release: "4.1.10", sizes: 151, timer: 128, endpoints: OpGetNaturalEndpointsWithPort,
			endpoint: "127.0.18.1:7000", missing: Invoke(TableMBean("system", "local"), OpGetSSTablesForKeyWithLevel, "k", false)},
	} {
		conn := connect(t, taped(t, c.tape, Options{}))
		results, err := conn.Do(t.Context(), []Call{
			Get(StorageService, "ReleaseVersion"),
			Get(TableMetric("system", "local", "EstimatedPartitionSizeHistogram"), "Value"),
			Invoke(TableMetric("system", "local", "ReadLatency"), OpValues),
			Invoke(StorageService, c.endpoints, "system", "local", "local"),
			Invoke(TableMBean("system", "local"), OpEstimateKeys),
			c.missing,
		})
		if err != nil {
			t.Fatal(err)
		}
		tests := []func(Result) bool{
			is(c.release), buckets(c.sizes), buckets(c.timer), is([]any{c.endpoint}), integer(1, 1024),
			func(r Result) bool { return errors.Is(r.Err, ErrNoSuchOperation) },
		}
		for i, test := range tests {
			if !test(results[i]) {
				t.Errorf("%s, answer %d: %#v, %v", c.tape, i, results[i].Value, results[i].Err)
			}
		}
	}
}

// TestClients: the node's list of clients holds an immutable map of Guava, which
// Java's own client cannot read without that library.
func TestClients(t *testing.T) {
	c := connect(t, taped(t, "clients", Options{}))
	r := c.One(t.Context(), Get("org.apache.cassandra.metrics:type=Client,name=Connections", "Value"))
	list, _ := r.Value.([]any)
	if len(list) == 0 {
		t.Fatalf("no client: %v", r)
	}
	for _, e := range list {
		m, _ := e.(Map)
		if driver, _ := m.Get("driverName"); driver != "github.com/apache/cassandra-gocql-driver" {
			t.Errorf("client %v", e)
		}
	}
}
