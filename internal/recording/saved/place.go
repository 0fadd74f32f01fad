package saved

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// ring is what nodetool status and info tell about who is who.
type ring struct {
	byAddress map[string]*cluster.NodeInfo
	byID      map[string]*cluster.NodeInfo
	ofLabel   map[string]*cluster.NodeInfo // whose outputs a label stands for
}

// place finds out whose each output is, and makes Readings of all.
func (b *Bundle) place() {
	r := &ring{byAddress: map[string]*cluster.NodeInfo{}, byID: map[string]*cluster.NodeInfo{}, ofLabel: map[string]*cluster.NodeInfo{}}
	for i := range b.Pieces {
		if p := &b.Pieces[i]; p.Result != nil {
			r.learn(p)
		}
	}
	tables := b.tables(r)
	seen := map[cluster.NodeID]time.Time{}
	large := map[cluster.NodeID]*cluster.TopPartitions{}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		if p.Reason != "" || p.Result == nil {
			continue
		}
		id := r.id(p.Node)
		answers := r.answers(p, id, tables[id])
		if len(answers) == 0 {
			p.Reason = string(p.Kind) + " tells nothing that these screens show; partop parse prints it"
			continue
		}
		if p.At.After(seen[id]) {
			seen[id] = p.At
		}
		b.Answers = append(b.Answers, joined(large, id, answers)...)
	}
	b.identify(r, seen)
	slices.SortStableFunc(b.Answers, func(a, c []cluster.Reading) int { return a[0].To.Compare(c[0].To) })
	b.Nodes = len(seen)
	b.Release = b.release()
}

// joined adds a node's large rows and cells to its large partitions: three outputs, one answer.
func joined(large map[cluster.NodeID]*cluster.TopPartitions, id cluster.NodeID, answers [][]cluster.Reading) [][]cluster.Reading {
	v, ok := answers[0][0].Value.(*cluster.TopPartitions)
	if !ok {
		return answers
	}
	if first := large[id]; first != nil {
		first.Entries = append(first.Entries, v.Entries...)
		return nil
	}
	large[id] = v
	return answers
}

// learn takes from status every node of the cluster, and from info which of them a label stands for.
func (r *ring) learn(p *Piece) {
	switch v := p.Result.Data.(type) {
	case *nodetool.Status:
		for _, dc := range v.Datacenters {
			for _, n := range dc.Nodes {
				r.add(&cluster.NodeInfo{HostID: n.HostID, Address: n.Address, DataCenter: dc.Name, Rack: n.Rack,
					Tokens: int(value(n.Tokens)), OwnsShare: ownsShare(v, n)})
			}
		}
	case *nodetool.Info:
		info := r.add(&cluster.NodeInfo{HostID: v.Values["ID"].Text, DataCenter: v.Values["Data Center"].Text, Rack: v.Values["Rack"].Text})
		if p.Node != "" {
			r.ofLabel[p.Node] = info
		}
	case *nodetool.Version:
		r.labelled(p.Node).Release = v.Release
	}
}

// ownsShare is that of the ring only when no keyspace was named: with one, it counts replicas.
func ownsShare(v *nodetool.Status, n nodetool.StatusNode) float64 {
	if v.Effective {
		return 0
	}
	return value(n.Owns) / 100
}

func value(f nodetool.Figure) float64 { n, _ := f.Float(); return n }

// add joins what is told of one node in several outputs.
func (r *ring) add(n *cluster.NodeInfo) *cluster.NodeInfo {
	have := r.byID[n.HostID]
	if have == nil && n.Address != "" {
		have = r.byAddress[n.Address]
	}
	if have == nil {
		have = n
	}
	have.HostID, have.Address = cmp.Or(have.HostID, n.HostID), cmp.Or(have.Address, n.Address)
	have.DataCenter, have.Rack, have.Release = cmp.Or(have.DataCenter, n.DataCenter), cmp.Or(have.Rack, n.Rack), cmp.Or(have.Release, n.Release)
	have.Tokens, have.OwnsShare = cmp.Or(have.Tokens, n.Tokens), cmp.Or(have.OwnsShare, n.OwnsShare)
	if have.HostID != "" {
		r.byID[have.HostID] = have
	}
	if have.Address != "" {
		r.byAddress[have.Address] = have
	}
	return have
}

// labelled is the node that a label stands for: by info, by its address, by a host name that begins like one; else a node
// of that name of which nothing else is known.
func (r *ring) labelled(label string) *cluster.NodeInfo {
	if label == "" {
		label = "saved"
	}
	if n := r.ofLabel[label]; n != nil {
		return n
	}
	n := r.byAddress[label]
	if n == nil {
		n = &cluster.NodeInfo{Address: label}
	}
	r.ofLabel[label] = n
	return n
}

func (r *ring) id(label string) cluster.NodeID {
	n := r.labelled(label)
	return cluster.NodeID(cmp.Or(n.HostID, n.Address))
}

// tables lists each node's tables, for what compactionstats does not name.
func (b *Bundle) tables(r *ring) map[cluster.NodeID][]cluster.TableID {
	out := map[cluster.NodeID][]cluster.TableID{}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		if p.Result == nil {
			continue
		}
		if v, ok := p.Result.Data.(*nodetool.TableStats); ok {
			id := r.id(p.Node)
			for _, t := range v.Tables {
				out[id] = append(out[id], cluster.TableID{Keyspace: t.Keyspace, Name: t.Name})
			}
		}
	}
	return out
}

// answers are the Readings of one output.
func (r *ring) answers(p *Piece, id cluster.NodeID, tables []cluster.TableID) [][]cluster.Reading {
	printed := &probes.Printed{Node: id, From: p.At, To: p.At, Result: p.Result, Tables: tables}
	switch v := p.Result.Data.(type) {
	case *nodetool.TopPartitions:
		if reading, ok := printed.Samples(nodetool.Sampling{}); ok {
			return [][]cluster.Reading{{reading}}
		}
	case *nodetool.Status:
		return [][]cluster.Reading{{gossip(v, p.At, id)}}
	case *nodetool.Info, *nodetool.Version:
		return identity(r.labelled(p.Node), p.At, id)
	}
	return printed.Readings()
}

// gossip is what the node that ran status holds of the others.
func gossip(v *nodetool.Status, at time.Time, id cluster.NodeID) cluster.Reading {
	g := &cluster.GossipView{}
	for _, dc := range v.Datacenters {
		for _, n := range dc.Nodes {
			load, _ := n.Load.Int64()
			g.Peers = append(g.Peers, cluster.GossipPeer{HostID: cmp.Or(n.HostID, n.Address), Address: n.Address, Told: n.State, LoadBytes: load})
		}
	}
	return cluster.Reading{From: at, To: at, Node: id, Kind: cluster.NodeGossip, Scope: cluster.ThisNode, Source: cluster.SourceNodetool, Value: g}
}

func identity(n *cluster.NodeInfo, at time.Time, id cluster.NodeID) [][]cluster.Reading {
	return [][]cluster.Reading{{{From: at, To: at, Node: id, Kind: cluster.NodeIdentity, Scope: cluster.WholeCluster, Source: cluster.SourceNodetool, Value: n}}}
}

// identify names the nodes that gave outputs, and those that status names only.
func (b *Bundle) identify(r *ring, seen map[cluster.NodeID]time.Time) {
	if len(seen) == 0 {
		return
	}
	first := time.Time{}
	for _, at := range seen {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	named := map[cluster.NodeID]*cluster.NodeInfo{}
	for _, n := range r.byID {
		named[cluster.NodeID(n.HostID)] = n
	}
	for _, n := range r.byAddress {
		named[cluster.NodeID(cmp.Or(n.HostID, n.Address))] = n
	}
	for _, n := range r.ofLabel {
		if id := cluster.NodeID(cmp.Or(n.HostID, n.Address)); !seen[id].IsZero() {
			named[id] = n
		}
	}
	for id, n := range named {
		b.Answers = append(b.Answers, identity(n, first, id)...)
		if seen[id].IsZero() {
			b.Answers = append(b.Answers, missing(id, first))
		}
	}
}

// missing says of a node that status names why nothing is known of it.
func missing(id cluster.NodeID, at time.Time) []cluster.Reading {
	return []cluster.Reading{{From: at, To: at, Node: id, Kind: cluster.NodeReached, Scope: cluster.ThisNode, Source: cluster.SourceNodetool,
		Unknown: &cluster.Unknown{Reason: "no output of this node is among the saved ones", Remedy: "save the same commands on it"}}}
}

// release is what most outputs look like.
func (b *Bundle) release() string {
	counts := map[string]int{}
	for i := range b.Pieces {
		if p := &b.Pieces[i]; p.Reason == "" && p.Result != nil && p.Result.VersionHint != "" {
			counts[p.Result.VersionHint]++
		}
	}
	best := ""
	for hint, n := range counts {
		if n > counts[best] || n == counts[best] && strings.Compare(hint, best) > 0 {
			best = hint
		}
	}
	return best
}
