package session

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
	"github.com/partop/partop/probes/cql"
)

// node is a Conn to one node that can be told how to behave. The end-to-end tests stop real ones.
type node struct {
	mu      sync.Mutex
	failing error
	asked   []string
	closed  bool
}

var me = cql.Row{"host_id": "n1", "rpc_address": "10.0.0.1", "data_center": "dc1", "schema_version": "s1", "release_version": "5.0.6", "tokens": []string{"0"}}

func (n *node) Query(ctx context.Context, _, statement string, _ ...any) ([]cql.Row, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, statement)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case n.failing != nil:
		return nil, n.failing
	case strings.HasPrefix(statement, "SELECT * FROM system.local"), strings.HasPrefix(statement, "SELECT host_id"):
		return []cql.Row{me}, nil
	case strings.Contains(statement, "system_virtual_schema"):
		return []cql.Row{{"keyspace_name": "system_views", "table_name": "thread_pools"}}, nil
	case strings.Contains(statement, "thread_pools"):
		return []cql.Row{{"name": "ReadStage", "completed_tasks": int64(len(n.asked))}}, nil
	}
	return nil, nil
}
func (n *node) LastDialError(string) string { return "" }
func (n *node) Protocol() int               { return 5 }
func (n *node) Close()                      { n.mu.Lock(); n.closed = true; n.mu.Unlock() }

func (n *node) fail(err error) { n.mu.Lock(); n.failing = err; n.mu.Unlock() }

func (n *node) since(from int) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.asked[from:]...)
}

func live(t *testing.T, n *node) *Session {
	t.Helper()
	feed := &Live{Contact: "10.0.0.1", User: "oncall", Port: 9042, Open: func(context.Context) (cql.Conn, error) { return n, nil }}
	return start(t, feed, Options{Title: "x", Interval: time.Second, Jobs: feed.Jobs()})
}

func TestLiveReadsANode(t *testing.T) {
	n := &node{}
	s := live(t, n)
	v := eventually(t, s, "a reached node", func(v *View) bool { return len(v.Under(cluster.Lens{})) == 1 })
	if info := v.Nodes[0].Info(); info == nil || info.Address != "10.0.0.1" || info.OwnsShare != 1 {
		t.Errorf("identity %+v", info)
	}
	eventually(t, s, "stages", func(v *View) bool {
		return cluster.ValueOf[cluster.ThreadPools](v.Nodes[0].Cell(cluster.NodeThreadPools)) != nil
	})
	disk := v.Table(cluster.TableID{Keyspace: "a", Name: "b"}, cluster.Lens{}).Figures[cluster.FigDisk]
	if disk.Known {
		t.Errorf("a figure of a table that the node does not list: %+v", disk)
	}
}

func TestLostNodeIsAskedOneThingAlone(t *testing.T) {
	n := &node{}
	s := live(t, n)
	eventually(t, s, "a reached node", func(v *View) bool { return len(v.Under(cluster.Lens{})) == 1 })
	n.fail(context.DeadlineExceeded)
	eventually(t, s, "the failure", func(v *View) bool { return v.Nodes[0].Cell(cluster.NodeReached).Last.Unknown != nil })
	mark := len(n.since(0))
	time.Sleep(2500 * time.Millisecond)
	for _, q := range n.since(mark) {
		if !strings.HasPrefix(q, "SELECT host_id") && !strings.HasPrefix(q, "SELECT * FROM system.local") {
			t.Errorf("a node that does not answer is asked %s", q)
		}
	}
	n.fail(nil)
	eventually(t, s, "its return", func(v *View) bool { return v.Nodes[0].Cell(cluster.NodeReached).Last.Known() })
}

func TestRefusedPasswordIsNotTriedAgain(t *testing.T) {
	var mu sync.Mutex
	tries := 0
	feed := &Live{Contact: "10.0.0.1", User: "oncall", Open: func(context.Context) (cql.Conn, error) {
		mu.Lock()
		defer mu.Unlock()
		tries++
		return nil, errors.New("Provided username oncall and/or password are incorrect")
	}}
	s := start(t, feed, Options{Jobs: feed.Jobs(), Limits: triage.Default()})
	eventually(t, s, "the reason", func(v *View) bool { return strings.Contains(v.Notice, "name or password refused") })
	time.Sleep(1500 * time.Millisecond)
	mu.Lock()
	if tries != 1 {
		t.Errorf("%d tries with a refused password", tries)
	}
	mu.Unlock()
	if _, err := s.Submit(Request{Probe: JobReconnect}); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(3 * time.Second)
	for again := 0; again < 2 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		mu.Lock()
		again = tries
		mu.Unlock()
	}
	mu.Lock()
	defer mu.Unlock()
	if tries != 2 {
		t.Errorf("%d tries after asking for another", tries)
	}
}

func TestUnreachableClusterIsTriedAgain(t *testing.T) {
	var mu sync.Mutex
	up := false
	n := &node{}
	feed := &Live{Contact: "10.0.0.1", Open: func(context.Context) (cql.Conn, error) {
		mu.Lock()
		defer mu.Unlock()
		if !up {
			up = true
			return nil, errors.New("no route")
		}
		return n, nil
	}}
	s := start(t, feed, Options{Interval: time.Second})
	eventually(t, s, "the reason and the next try", func(v *View) bool { return strings.Contains(v.Notice, "trying again in 1s") })
	eventually(t, s, "the node", func(v *View) bool { return len(v.Under(cluster.Lens{})) == 1 })
}

func TestSamplingQueriesIsAJob(t *testing.T) {
	n := &node{}
	s := live(t, n)
	eventually(t, s, "a reached node", func(v *View) bool { return len(v.Under(cluster.Lens{})) == 1 })
	if _, err := s.Submit(Request{Probe: JobSampleQueries, Duration: 500 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	v := eventually(t, s, "the end of the job", func(v *View) bool { return len(v.Jobs) == 1 && v.Jobs[0].State != JobRunning })
	if v.Jobs[0].State != JobDone || v.Jobs[0].Of == 0 {
		t.Errorf("job %+v", v.Jobs[0])
	}
}
