package probes

import (
	"strconv"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// gossip reads what a node believes of its peers (4.1 on). It holds no alive flag: the heartbeat, which rises every
// second while a peer lives, tells.
func gossip() Probe {
	return whole(base{
		id: "cql.gossip_info", kind: cluster.NodeGossip, every: 5 * time.Second, table: "system_views.gossip_info",
		statement: "SELECT * FROM system_views.gossip_info",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.GossipView{}
		for _, r := range rows {
			load, _ := strconv.ParseFloat(r.Text("load"), 64) // absent right after a start
			v.Peers = append(v.Peers, cluster.GossipPeer{
				HostID: r.Text("host_id"), Address: r.Text("address"), Generation: r.Int("generation"),
				Heartbeat: r.Int("heartbeat"), Status: gossipStatus(r), LoadBytes: int64(load),
			})
		}
		return v
	})
}

// gossipStatus prefers the newer application state; both look like "NORMAL,-123..." and the token is of no use here.
func gossipStatus(r cql.Row) string {
	s := r.Text("status_with_port")
	if s == "" {
		s = r.Text("status")
	}
	for i := range s {
		if s[i] == ',' {
			return s[:i]
		}
	}
	return s
}
