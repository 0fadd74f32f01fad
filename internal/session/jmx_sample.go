package session

import (
	"context"
	"errors"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// sample runs the node's samplers over JMX, on a connection of their own: polling goes on meanwhile.
func (n *jmxNode) sample(ctx context.Context, in Intake, table cluster.TableID, window time.Duration) error {
	rows, err := n.rows(ctx, table, window)
	now := time.Now()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r := cluster.Reading{From: now.Add(-window), To: now, Node: n.id(), Kind: cluster.NodeKeySamples, Scope: cluster.ThisNode,
		Source: cluster.SourceJMX, Exactness: cluster.Estimate}
	if err != nil {
		err = errSampling(err)
		r.Unknown = &cluster.Unknown{Reason: err.Error()}
		in.Emit([]cluster.Reading{r})
		return err
	}
	r.Value = probes.JMXSamples(rows, table, probes.SampleCapacity, window)
	in.Emit([]cluster.Reading{r})
	return nil
}

// rows takes the way of the version: one call for the whole node from 4.0 on; for one table, and before 4.0 for every table,
// samplers that are begun and finished.
func (n *jmxNode) rows(ctx context.Context, table cluster.TableID, window time.Duration) (map[string][]jmx.Sample, error) {
	release, ok := nodetool.ParseRelease(n.info.Load().Release)
	if !ok {
		return nil, errors.New("the node has not told its version yet")
	}
	conn, tier, err := n.sibling(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // a sibling has nothing to say goodbye to
	if tier == cluster.TierRead {
		return nil, jmx.ErrAccessDenied
	}
	if release.WholeNode() && table.IsZero() {
		asked, cancel := context.WithTimeout(ctx, window+jmxTimeout)
		defer cancel()
		return conn.One(asked, jmx.SamplePartitions("", window, probes.SampleCapacity, probes.SampleTop, release.Samplers()...)).SamplesByName()
	}
	tables := []cluster.TableID{table}
	if table.IsZero() {
		tables = n.tables()
		tables = tables[:min(len(tables), maxSampledTables)]
	}
	return sampleLocally(ctx, conn, release, tables, window)
}

// maxSampledTables bounds the samplers of 3.11, which are begun table by table.
const maxSampledTables = 200

// local is one sampler of one table.
type local struct {
	table cluster.TableID
	name  string
}

// sampleLocally begins the samplers of each table, waits, and finishes those that it began: one that runs already is
// somebody else's, and finishing it would take their result away. Before 4.0 they do not end by themselves, so they are
// finished even when the operator gave up.
func sampleLocally(ctx context.Context, conn *jmx.Conn, release nodetool.Release, tables []cluster.TableID, window time.Duration) (map[string][]jmx.Sample, error) {
	var all []local
	var begin []jmx.Call
	for _, t := range tables {
		for _, name := range release.Samplers() {
			all = append(all, local{t, name})
			if release.WholeNode() {
				begin = append(begin, jmx.BeginLocalSampling(t.Keyspace, t.Name, name, probes.SampleCapacity, window+time.Second))
			} else {
				begin = append(begin, jmx.BeginLocalSampling3(t.Keyspace, t.Name, name, probes.SampleCapacity))
			}
		}
	}
	answers, err := conn.Do(ctx, begin)
	if err != nil {
		return nil, err
	}
	var begun []local
	for i, r := range answers {
		switch {
		case r.Err == nil:
			begun = append(begun, all[i])
		case !errors.Is(r.Err, jmx.ErrInstanceNotFound): // a table that was dropped meanwhile is no failure
			err = r.Err
		}
	}
	if err == nil {
		err = sleep(ctx, window)
	}
	rows, errEnd := finishSamplers(ctx, conn, begun)
	return rows, errors.Join(err, errEnd)
}

// finishSamplers ends samplers and gathers their rows, whatever became of ctx.
func finishSamplers(ctx context.Context, conn *jmx.Conn, begun []local) (map[string][]jmx.Sample, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), jmxTimeout)
	defer cancel()
	calls := make([]jmx.Call, len(begun))
	for i, s := range begun {
		calls[i] = jmx.FinishLocalSampling(s.table.Keyspace, s.table.Name, s.name, probes.SampleTop)
	}
	answers, err := conn.Do(ctx, calls)
	if err != nil {
		return nil, err
	}
	out := map[string][]jmx.Sample{}
	for i, r := range answers {
		rows, err := r.Samples()
		if err != nil {
			continue // dropped since
		}
		for j := range rows {
			rows[j].Table = begun[i].table.String()
		}
		out[begun[i].name] = append(out[begun[i].name], rows...)
	}
	return out, nil
}
