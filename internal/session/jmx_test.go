package session

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes/cql"
)

// withJMX is a session whose node's JMX is reached by dial; real servers are in the end-to-end tests.
func withJMX(t *testing.T, f *fakeTool, dial jmx.Dialer) *Session {
	t.Helper()
	feed := &Live{Contact: "10.0.0.1", Port: 9042, Nodetool: f.source(), Open: func(context.Context) (cql.Conn, error) { return &node{}, nil },
		JMX: &JMX{Options: func(*cluster.NodeInfo) jmx.Options { return jmx.Options{Address: "10.0.0.1:7199", Dial: dial} }}}
	s := start(t, feed, Options{Title: "x", Interval: time.Second, Jobs: feed.Jobs()})
	eventually(t, s, "a node", func(v *View) bool { return len(v.Nodes) == 1 })
	return s
}

func TestJMXThatIsNotThereSaysSoAndLeavesNodetool(t *testing.T) {
	f := &fakeTool{answer: func(context.Context, string) (nodetool.Output, error) {
		return nodetool.Output{Stdout: []byte(profile)}, nil
	}}
	s := withJMX(t, f, func(context.Context, string) (net.Conn, error) { return nil, errors.New("connection refused") })
	v := eventually(t, s, "why there is no JMX", func(v *View) bool { return v.Nodes[0].Cell(cluster.NodeJMX).Last.Unknown != nil })
	if u := v.Nodes[0].Cell(cluster.NodeJMX).Last.Unknown; !strings.Contains(u.Reason, "connection refused") || !strings.Contains(u.Remedy, "--jmx-hosts") {
		t.Errorf("%+v", u)
	}
	agree(t, s, Request{Probe: JobSampleKeys, Duration: time.Second})
	eventually(t, s, "keys by nodetool", func(v *View) bool {
		return len(v.Nodes[0].Samples) == 1 && v.Nodes[0].Samples[0].Source == cluster.SourceNodetool
	})
}

// A port that takes connections and says nothing must hold up nobody, and neither must quitting.
func TestJMXThatSaysNothingHoldsUpNobody(t *testing.T) {
	var dialled atomic.Int64
	s := withJMX(t, &fakeTool{}, func(context.Context, string) (net.Conn, error) {
		dialled.Add(1)
		ours, theirs := net.Pipe()
		t.Cleanup(func() { _ = theirs.Close() })
		go func() { // takes what is sent, answers never
			buf := make([]byte, 1024)
			for {
				if _, err := theirs.Read(buf); err != nil {
					return
				}
			}
		}()
		return ours, nil
	})
	eventually(t, s, "figures by CQL", func(v *View) bool { return v.Nodes[0].Cell(cluster.NodeThreadPools).Last.Known() })
	if dialled.Load() == 0 {
		t.Error("JMX was not tried")
	}
	began := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > closeWithin {
		t.Errorf("quitting took %s", took)
	}
}

func TestBusyTablesAreAskedFirst(t *testing.T) {
	var tables []cluster.TableID
	for i := range 200 {
		tables = append(tables, cluster.TableID{Keyspace: "k", Name: string(rune('a'+i%26)) + string(rune('a'+i/26))})
	}
	l := &Live{}
	l.tables.Store(&tables)
	n := &jmxNode{live: l}
	counts := func(of cluster.TableID, reads cluster.Count) cluster.Reading {
		w := cluster.NewTableWork()
		w.Reads = reads
		return cluster.Reading{Kind: cluster.TableWorkRow, Table: of, Value: w}
	}
	n.note([]cluster.Reading{counts(tables[150], 10), counts(tables[151], 10), counts(tables[3], 10)})
	n.note([]cluster.Reading{counts(tables[150], 15), counts(tables[151], 500), counts(tables[3], 10)})
	if len(n.busy) != 2 || n.busy[0] != tables[151] || n.busy[1] != tables[150] {
		t.Fatalf("busy %v", n.busy)
	}
	seen := map[cluster.TableID]bool{}
	turn := 0
	for range 20 {
		got := n.some(20, 10, &turn)
		if len(got) > 12 || got[0] != tables[151] {
			t.Fatalf("%d tables, first %v", len(got), got[0])
		}
		for _, id := range got {
			seen[id] = true
		}
	}
	if len(seen) != len(tables) {
		t.Errorf("%d of %d tables had a turn", len(seen), len(tables))
	}
	few := tables[:5]
	l.tables.Store(&few)
	if got := n.some(20, 10, &turn); len(got) != 5 {
		t.Errorf("%d of five", len(got))
	}
}
