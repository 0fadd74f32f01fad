package triage

import (
	"strconv"
	"strings"

	"github.com/partop/partop/internal/cluster"
)

type snapshot = *cluster.Snapshot

// Rules lists every rule, in the order of the documentation: a new one is one line here and one function.
func Rules() []Rule {
	return []Rule{
		{"node-down", "a node is down in the gossip of the others", "gossip of two nodes", nodeDown},
		{"node-not-reached", "partop gets no answer from a node", "three refreshes without an answer", notReached},
		{"tombstone-scan", "reads pass more tombstones than the node warns about",
			"tombstone_warn_threshold and tombstone_failure_threshold of the node, else 1,000 and 100,000", tombstoneScan},
		{"pending-growing", "compactions of a table hardly pause and do not catch up",
			"busy 80 % of the time watched (full verdict after 10 minutes), all slots taken or at compaction_throughput", pendingGrowing},
		{"node-skew", "a node is beyond 3x the median of its data centre",
			"own; reads are compared by share of the ring", nodeSkew},
		{"partition-too-big", "a fragment of a partition is larger than 100 MB",
			"compaction_large_partition_warning_threshold_mb of Cassandra up to 4.0", partitionTooBig},
	}
}

// nodeOf finds a node's name for texts.
func nodeOf(s snapshot, id cluster.NodeID) string {
	if n, ok := s.Node(id); ok {
		return n.Name()
	}
	return string(id)
}

// oldestMajor is the lowest major version among the nodes, 0 while none is known.
func oldestMajor(s snapshot) int {
	oldest := 0
	for _, n := range s.Nodes {
		info := n.Info()
		if info == nil {
			continue
		}
		text, _, _ := strings.Cut(info.Release, ".")
		if major, err := strconv.Atoi(text); err == nil && (oldest == 0 || major < oldest) {
			oldest = major
		}
	}
	return oldest
}
