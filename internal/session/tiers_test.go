package session

import (
	"fmt"
	"testing"
	"time"

	"github.com/partop/partop/internal/cluster"
)

func manyNodes(n int) []cluster.NodeInfo {
	out := make([]cluster.NodeInfo, n)
	for i := range out {
		out[i] = cluster.NodeInfo{HostID: fmt.Sprintf("n%03d", i), DataCenter: fmt.Sprintf("dc%d", i%2)}
	}
	return out
}

func waiting(id string, pending int64) []cluster.Reading {
	return []cluster.Reading{{Node: cluster.NodeID(id), Kind: cluster.NodeThreadPools,
		Value: &cluster.ThreadPools{Pools: []cluster.ThreadPool{{Name: "ReadStage", Pending: pending}}}}}
}

func TestASmallClusterIsAskedWhole(t *testing.T) {
	var tr tiers
	if asked, of, changed := tr.turn(manyNodes(tableNodes), time.Now()); asked != tableNodes || of != tableNodes || changed {
		t.Errorf("%d of %d, changed %t", asked, of, changed)
	}
	if !tr.ofTables("n003") || !tr.ofGossip("n003") {
		t.Error("a node of a small cluster waits for a turn")
	}
}

func TestALargeClusterIsAskedInTurns(t *testing.T) {
	var tr tiers
	nodes := manyNodes(100)
	for i := range nodes {
		tr.note(waiting(nodes[i].HostID, 3))
	}
	tr.note(waiting("n042", 400))
	tr.note([]cluster.Reading{{Node: "n007", Kind: cluster.NodePendingCompactions, Value: &cluster.Number{N: 5000}}})
	tr.lookAt("n055")
	now, seen := time.Now(), map[string]int{}
	gossips := 0
	for range 6 {
		asked, of, changed := tr.turn(nodes, now)
		if asked != tableNodes || of != 100 || !changed {
			t.Fatalf("%d of %d, changed %t", asked, of, changed)
		}
		if _, _, again := tr.turn(nodes, now.Add(turnEvery/2)); again {
			t.Error("a turn ended early")
		}
		gossips = 0
		for i := range nodes {
			if id := cluster.NodeID(nodes[i].HostID); tr.ofTables(id) {
				seen[nodes[i].HostID]++
			}
			if tr.ofGossip(cluster.NodeID(nodes[i].HostID)) {
				gossips++
			}
		}
		now = now.Add(turnEvery)
	}
	for _, always := range []string{"n042", "n007", "n055"} {
		if seen[always] != 6 {
			t.Errorf("%s had %d of 6 turns", always, seen[always])
		}
	}
	if len(seen) != 100 || gossips != gossipNodes {
		t.Errorf("%d of 100 nodes had a turn; %d were asked about the others", len(seen), gossips)
	}
	tr.lookAt("n099")
	if !tr.ofTables("n099") {
		t.Error("the node that somebody looks at waits")
	}
	if asked, _, changed := tr.turn(nodes[:10], now); asked != 10 || !changed || !tr.ofTables("n005") {
		t.Errorf("%d of a cluster that shrank", asked)
	}
}

func TestANodeStandsOutOfItsOwnDataCenter(t *testing.T) {
	var tr tiers
	tr.turn(manyNodes(60), time.Now())
	for i := range 60 { // everybody in dc1 waits: that is no node's own trouble
		tr.note(waiting(fmt.Sprintf("n%03d", i), int64(i%2)*300))
	}
	tr.note(waiting("n010", 90))
	if got := tr.outstanding(); len(got) != 1 || got[0] != "n010" {
		t.Errorf("%v stand out", got)
	}
}
