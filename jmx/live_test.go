package jmx

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// These tests talk to a real node: PARTOP_E2E=1 PARTOP_JMX=host:port, in clear
// and without login, such as the lab's.
func live(t *testing.T) Options {
	t.Helper()
	address := os.Getenv("PARTOP_JMX")
	if os.Getenv("PARTOP_E2E") != "1" || address == "" {
		t.Skip("needs PARTOP_E2E=1 and PARTOP_JMX=host:port of a Cassandra node")
	}
	return Options{Address: address}
}

// fiveHundred are ten figures of each of 50 tables, in the round of what there is.
func fiveHundred(t *testing.T, c *Conn) []Call {
	t.Helper()
	names, err := c.One(t.Context(), Query("org.apache.cassandra.db:type=Tables,*")).Names()
	if err != nil || len(names) == 0 {
		t.Fatalf("tables: %v, %v", names, err)
	}
	figures := []string{
		"LiveSSTableCount Value", "MaxPartitionSize Value", "MeanPartitionSize Value", "PendingCompactions Value",
		"EstimatedPartitionCount Value", "LiveDiskSpaceUsed Count", "ReadLatency Count", "WriteLatency Count",
		"TombstoneScannedHistogram 99thPercentile", "CompressionRatio Value",
	}
	calls := make([]Call, 0, 500)
	for i := 0; len(calls) < 500; i++ {
		ks, _ := names[i%len(names)].Property("keyspace")
		table, _ := names[i%len(names)].Property("table")
		for _, f := range figures {
			var metric, attribute string
			if _, err := fmt.Sscan(f, &metric, &attribute); err != nil {
				t.Fatal(err)
			}
			calls = append(calls, Get(TableMetric(ks, table, metric), attribute))
		}
	}
	return calls
}

// timeAll returns the shortest of five runs; every answer must be a number.
func timeAll(t *testing.T, c *Conn, calls []Call) time.Duration {
	t.Helper()
	best := time.Hour
	for range 5 {
		start := time.Now()
		results, err := c.Do(t.Context(), calls)
		best = min(best, time.Since(start))
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if _, err := r.Float64(); err != nil {
				t.Fatalf("%s: %v", calls[i], err)
			}
		}
	}
	return best
}

func TestLivePipelining(t *testing.T) {
	c := connect(t, live(t))
	calls := fiveHundred(t, c)
	pipelined := timeAll(t, c, calls)
	c.wire.calls = 1 // one at a time
	single := timeAll(t, c, calls)
	t.Logf("%d reads: %v pipelined, %v one by one", len(calls), pipelined, single)
	if pipelined > single {
		t.Errorf("pipelining is slower: %v against %v", pipelined, single)
	}
}

// TestLiveSlowLink: 20 ms there and back. One by one would take ten seconds.
func TestLiveSlowLink(t *testing.T) {
	o := live(t)
	var relay delayed
	o.Dial = relay.dial
	t.Cleanup(relay.wait)
	start := time.Now()
	c := connect(t, o)
	t.Logf("connected in %v", time.Since(start))
	calls := fiveHundred(t, c)
	took := timeAll(t, c, calls)
	t.Logf("%d reads over a link of 20 ms: %v", len(calls), took)
	if took > 2*time.Second {
		t.Errorf("500 reads took %v", took)
	}
}

// delayed carries connections with 10 ms of delay each way.
type delayed struct{ wg sync.WaitGroup }

func (d *delayed) wait() { d.wg.Wait() }

func (d *delayed) dial(ctx context.Context, address string) (net.Conn, error) {
	node, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	ours, theirs := net.Pipe()
	d.carry(node, theirs)
	d.carry(theirs, node)
	return ours, nil
}

// carry keeps bytes for 10 ms; what comes meanwhile queues up behind them.
func (d *delayed) carry(to, from net.Conn) {
	type late struct {
		due  time.Time
		data []byte
	}
	queue := make(chan late, 1<<12)
	d.wg.Go(func() {
		defer close(queue)
		for {
			buf := make([]byte, 32<<10)
			n, err := from.Read(buf)
			queue <- late{time.Now().Add(10 * time.Millisecond), buf[:n]}
			if err != nil {
				return
			}
		}
	})
	d.wg.Go(func() {
		defer func() { _ = to.Close() }()
		for l := range queue {
			time.Sleep(time.Until(l.due))
			if _, err := to.Write(l.data); err != nil {
				_ = from.Close() // the reader notices, and closes the queue
			}
		}
	})
}

// TestLiveSibling: reads go on while a sampler blocks beside them.
func TestLiveSibling(t *testing.T) {
	c := connect(t, live(t))
	second, err := c.Sibling(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = second.Close() }()
	sampled := make(chan Result, 1)
	go func() { sampled <- second.One(t.Context(), SamplePartitions("", time.Second, 256, 3, "WRITES")) }()
	reads := 0
	for {
		select {
		case r := <-sampled:
			if _, err := r.SamplesByName(); err != nil {
				t.Error(err)
			}
			t.Logf("%d reads while the sampler blocked", reads)
			if reads < 10 {
				t.Errorf("only %d reads", reads)
			}
			return
		default:
			if r := c.One(t.Context(), Get(StorageService, "ReleaseVersion")); r.Err != nil {
				t.Fatal(r.Err)
			}
			reads++
		}
	}
}

// TestLiveSampler: a table's sampler begins, refuses a second one, and ends.
func TestLiveSampler(t *testing.T) {
	c := connect(t, live(t))
	begin := BeginLocalSampling("system", "local", "READS", 256, 2*time.Second)
	results, err := c.Do(t.Context(), []Call{begin, begin, FinishLocalSampling("system", "local", "READS", 10)})
	if err != nil || results[0].Err != nil {
		t.Fatal(err, results[0].Err)
	}
	if results[1].Err == nil {
		t.Error("a second sampler of the same table was not refused")
	}
	if rows, err := results[2].Samples(); err != nil {
		t.Errorf("%v, %v", rows, err)
	}
}
