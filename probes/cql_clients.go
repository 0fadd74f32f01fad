package probes

import (
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

func clients() Probe {
	return whole(base{
		id: "cql.clients", kind: cluster.NodeClients, every: 30 * time.Second, table: "system_views.clients",
		statement: "SELECT * FROM system_views.clients",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.Clients{Clients: make([]cluster.Client, len(rows))}
		for i, r := range rows {
			v.Clients[i] = cluster.Client{
				Address: r.Text("address"), Port: int(r.Int("port")), Driver: r.Text("driver_name"),
				Version: r.Text("driver_version"), User: r.Text("username"), Keyspace: r.Text("keyspace_name"),
				Requests: r.Int("request_count"), TLS: r.Bool("ssl_enabled"),
			}
		}
		return v
	})
}

// Queries is the probe that a hot key screen without samplers repeats: it sees the statements of one instant (4.1 on): biased to slow ones, which is what one looks for.
func Queries() Probe {
	return whole(base{
		id: "cql.queries", kind: cluster.NodeQueries, every: 15 * time.Second, table: "system_views.queries",
		statement: "SELECT * FROM system_views.queries",
	}, func(_ *Target, rows []cql.Row) cluster.Value {
		v := &cluster.Queries{}
		for _, r := range rows {
			v.Queries = append(v.Queries, cluster.Query{
				Thread: r.Text("thread_id"), Task: r.Text("task"),
				RunningMicros: r.Int("running_micros"), QueuedMicros: r.Int("queued_micros"),
			})
		}
		return v
	})
}
