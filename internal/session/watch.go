package session

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes"
	"github.com/partop/partop/probes/cql"
)

// watch follows who is in the cluster and which schema it has, and keeps one poller a node.
type watch struct {
	live   *Live
	in     Intake
	conn   cql.Conn
	nodes  map[cluster.NodeID]*poller
	schema string
	failed int
	last   time.Time
	done   sync.WaitGroup
}

// round looks once. A failure leaves the pollers alone: they have connections of their own.
func (w *watch) round(ctx context.Context) {
	start := time.Now()
	nodes, err := probes.Discover(ctx, w.conn, w.live.Port)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		w.failed++
		f := cql.Explain(err, w.live.User)
		w.in.Notice(fmt.Sprintf("who is in the cluster cannot be read: %s; %s", f.Reason, f.Remedy))
		return
	}
	if w.failed > 0 {
		w.failed = 0
		w.in.Notice("")
	}
	w.live.nodes.Store(&nodes)
	w.identify(nodes, start)
	w.readSchema(ctx, nodes)
	w.takeTurns(nodes)
	for i := range nodes {
		w.poll(ctx, nodes[i])
	}
	w.forget(nodes)
}

// takeTurns says of how many nodes the figures of tables are, when that changes.
func (w *watch) takeTurns(nodes []cluster.NodeInfo) {
	now := time.Now()
	asked, of, changed := w.live.tiers.turn(nodes, now)
	if changed {
		w.in.Emit([]cluster.Reading{{From: now, To: now, Kind: cluster.ClusterTurn, Scope: cluster.WholeCluster, Source: cluster.SourceSelf,
			Value: &cluster.Turn{Asked: asked, Of: of}}})
	}
}

func (w *watch) pause() time.Duration {
	if w.failed > 0 {
		return time.Duration(min(w.failed, 5)) * 2 * time.Second
	}
	return DiscoverEvery
}

func (w *watch) identify(nodes []cluster.NodeInfo, start time.Time) {
	now := time.Now()
	from := w.last
	if from.IsZero() {
		from = start
	}
	w.last = now
	for i := range nodes {
		w.in.Emit([]cluster.Reading{{
			From: from, To: now, Node: cluster.NodeID(nodes[i].HostID), Kind: cluster.NodeIdentity,
			Scope: cluster.WholeCluster, Source: cluster.SourceCQL, Value: &nodes[i],
		}})
	}
}

// readSchema reads it again when the node that we ask announces another version.
func (w *watch) readSchema(ctx context.Context, nodes []cluster.NodeInfo) {
	if nodes[0].SchemaVersion == w.schema {
		return
	}
	start := time.Now()
	r := cluster.Reading{From: start, Kind: cluster.ClusterSchema, Scope: cluster.WholeCluster, Source: cluster.SourceCQL}
	schema, err := probes.ReadSchema(ctx, w.conn, cluster.NodeID(nodes[0].HostID), nodes[0].SchemaVersion)
	r.To = time.Now()
	if err != nil {
		f := cql.Explain(err, w.live.User)
		r.Unknown = &cluster.Unknown{Reason: f.Reason, Remedy: f.Remedy}
	} else {
		w.schema = schema.Version
		r.Value = schema
		w.live.tables.Store(userTables(schema))
	}
	w.in.Emit([]cluster.Reading{r})
}

func userTables(s *cluster.Schema) *[]cluster.TableID {
	var out []cluster.TableID
	for i := range s.Tables {
		if id := s.Tables[i].Table; !id.IsSystem() {
			out = append(out, id)
		}
	}
	return &out
}

func (w *watch) poll(ctx context.Context, info cluster.NodeInfo) {
	id := cluster.NodeID(info.HostID)
	if p, ok := w.nodes[id]; ok {
		p.info.Store(&info)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	p := newPoller(w.live, w.in, w.conn, info, cancel)
	w.nodes[id] = p
	w.done.Add(1)
	go func() {
		defer w.done.Done()
		p.run(ctx)
	}()
	w.live.watchJMX(ctx, w.in, &info, &w.done)
	w.live.watchHost(ctx, w.in, &info, &w.done)
}

// forget stops asking nodes that left the cluster, and says so.
func (w *watch) forget(nodes []cluster.NodeInfo) {
	still := map[cluster.NodeID]bool{}
	for i := range nodes {
		still[cluster.NodeID(nodes[i].HostID)] = true
	}
	for id, p := range w.nodes {
		if still[id] {
			continue
		}
		p.cancel()
		delete(w.nodes, id)
		now := time.Now()
		w.in.Emit([]cluster.Reading{{
			From: now, To: now, Node: id, Kind: cluster.NodeReached, Source: cluster.SourceCQL,
			Unknown: &cluster.Unknown{Reason: "no longer in the cluster"},
		}})
	}
}

func (w *watch) stop() {
	for _, p := range w.nodes {
		p.cancel()
	}
	w.done.Wait()
}
