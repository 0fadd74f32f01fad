package cluster

import (
	"fmt"
	"strings"
	"time"
)

// heartbeat is the newest sign of life of a peer in one node's gossip, and when we first saw it there.
type heartbeat struct {
	generation, version int64
	status, told        string
	at                  time.Time
}

// silentGossip is how long a heartbeat may stand still before its observer counts as holding the peer for down. A live
// node's rises every second and spreads in a few; the failure detector convicts after about 18 s with its default
// phi_convict_threshold of 8 (FailureDetector).
const silentGossip = 20 * time.Second

// oldGossip is when a node's word about its peers has become too old to count.
const oldGossip = 3 * time.Minute

// hear notes which heartbeats moved. The map is replaced, never changed: snapshots share it.
func (n *NodeState) hear(v *GossipView, at time.Time) {
	heard := make(map[NodeID]heartbeat, len(v.Peers))
	for _, p := range v.Peers {
		id := NodeID(p.HostID)
		old, known := n.heard[id]
		h := heartbeat{generation: p.Generation, version: p.Heartbeat, status: p.Status, told: p.Told, at: at}
		if known && old.generation == h.generation && old.version == h.version {
			h.at = old.at
		}
		heard[id] = h
	}
	n.heard = heard
}

// Status is what gossip says of a node, with who said it.
type Status struct {
	Code string // UN, DN, UL, UJ, UM as nodetool status prints; "?N" when gossip is not known to us
	Text string // why, in words
	Down bool   // two observers agree, or every observer there is when the cluster has only one more node
}

// StatusOf reads the gossip of all other nodes about one. A node that merely does not answer us is not down.
func (s *Snapshot) StatusOf(id NodeID) Status {
	down, up, observers, word := 0, 0, 0, "N"
	for _, n := range s.Nodes {
		h, ok := n.heard[id]
		if n.ID == id && h.told == "" || s.silent(n) { // what nodetool status printed on the node counts of itself, too
			continue
		}
		looked := n.Cell(NodeGossip).Last.To
		if !ok || s.Now.Sub(looked) > oldGossip {
			continue
		}
		observers++
		word = statusLetter(h.status, word)
		// Between two looks, not until now: how long ago we looked says nothing of the peer.
		if len(h.told) > 1 && h.told[0] != '?' {
			word = h.told[1:]
		}
		if strings.HasPrefix(h.told, "D") || looked.Sub(h.at) > silentGossip || strings.HasPrefix(h.status, "shutdown") {
			down++
		} else {
			up++
		}
	}
	return verdict(down, up, observers, word)
}

func verdict(down, up, observers int, word string) Status {
	switch {
	case observers == 0:
		return Status{Code: "?" + word, Text: "no other node's gossip is known"}
	case down >= 2 || down == observers:
		return Status{Code: "D" + word, Down: true, Text: fmt.Sprintf("down in the gossip of %d of %d nodes", down, observers)}
	case down > 0:
		return Status{Code: "U" + word, Text: fmt.Sprintf("down in the gossip of one node, up in that of %d", up)}
	}
	return Status{Code: "U" + word, Text: fmt.Sprintf("up in the gossip of %d nodes", up)}
}

// statusLetter is nodetool status' second letter.
func statusLetter(status, otherwise string) string {
	switch word, _, _ := strings.Cut(strings.ToUpper(status), ","); word {
	case "LEAVING", "LEFT":
		return "L"
	case "BOOT", "BOOT_REPLACE":
		return "J"
	case "MOVING":
		return "M"
	}
	return otherwise
}
