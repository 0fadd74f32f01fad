package session

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// samplerStart is about how long nodetool takes before the window begins and after it has ended, for progress.
const samplerStart = 4 * time.Second

// sweptTables is how many tables a sample takes in turn where the version samples one at a time and none was named.
const sweptTables = 3

// sampleKeys runs the samplers of all nodes under the lens at the same time, as far as this host can start JVMs.
func (l *Live) sampleKeys(ctx context.Context, r Request, in Intake, progress func(done, of float64)) error {
	nodes, err := l.ready(r.Lens)
	if err != nil {
		return err
	}
	window := r.Duration
	if window <= 0 {
		window = probes.SampleWindow
	}
	window = min(window, probes.MaxLightWindow).Truncate(time.Millisecond)
	rounds := (len(nodes) + maxJVMs - 1) / maxJVMs
	stop := clockProgress(ctx, time.Duration(rounds)*(window+samplerStart), progress)
	defer stop()
	return each(nodes, func(info *cluster.NodeInfo) error { return l.sampleNode(ctx, in, info, r.Table, window) })
}

// clockProgress reports progress by the clock: a sampler tells nothing before its end.
func clockProgress(ctx context.Context, of time.Duration, progress func(done, of float64)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	start := time.Now()
	go func() {
		defer close(ended)
		for sleep(ctx, 250*time.Millisecond) == nil {
			progress(min(time.Since(start).Seconds(), of.Seconds()*0.99), of.Seconds())
		}
	}()
	return func() { cancel(); <-ended }
}

// sampleNode samples one node: all of it, the table named, or where the version wants a table and none is named, the
// busiest few one after the other.
func (l *Live) sampleNode(ctx context.Context, in Intake, info *cluster.NodeInfo, table cluster.TableID, window time.Duration) error {
	if n, ok := l.jmxOf(cluster.NodeID(info.HostID)); ok {
		return n.sample(ctx, in, table, window)
	}
	release, ok := nodetool.ParseRelease(info.Release)
	if !ok {
		return errors.New("the node has not told its version yet")
	}
	tables := []cluster.TableID{table}
	if table.IsZero() && !release.WholeNode() {
		var err error
		if tables, err = l.busiest(ctx, in, info); errors.Is(err, errQuiet) {
			now := time.Now()
			in.Emit([]cluster.Reading{{From: now, To: now, Node: cluster.NodeID(info.HostID), Kind: cluster.NodeKeySamples, Scope: cluster.ThisNode,
				Source: cluster.SourceNodetool, Unknown: &cluster.Unknown{Reason: err.Error(), Remedy: "open a table (enter) and press s to sample it all the same"}}})
			return nil
		} else if err != nil {
			return err
		}
		window = max(window/time.Duration(len(tables)), time.Second)
	}
	var failed error
	for _, t := range tables {
		s := nodetool.Sampling{Keyspace: t.Keyspace, Table: t.Name, Window: window.Truncate(time.Millisecond),
			Capacity: probes.SampleCapacity, Top: probes.SampleTop}
		if err := l.sampleOnce(ctx, in, info, release, s); err != nil {
			failed = err
		}
	}
	return failed
}

func (l *Live) sampleOnce(ctx context.Context, in Intake, info *cluster.NodeInfo, release nodetool.Release, s nodetool.Sampling) error {
	command, err := release.SampleKeys(s)
	if err != nil {
		return err
	}
	p, err := l.Nodetool.call(ctx, info, command)
	if p == nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if err != nil {
		in.Emit([]cluster.Reading{p.Unread(cluster.NodeKeySamples, err)})
		return err
	}
	// The window ended shortly before the process did; what stands before it is the start of a JVM.
	p.From = p.To.Add(-s.Window)
	if reading, ok := p.Samples(s); ok {
		in.Emit([]cluster.Reading{reading})
	}
	return nil
}

// errQuiet is no failure: a node that nobody asked anything has no hot key.
var errQuiet = errors.New("no table of a user was read or written between two looks")

// busiest picks user tables by what the node counted between two looks: those of years ago say nothing of now. What it
// saw is shown, too.
func (l *Live) busiest(ctx context.Context, in Intake, info *cluster.NodeInfo) ([]cluster.TableID, error) {
	before, err := l.operations(ctx, in, info)
	if err != nil {
		return nil, err
	}
	after, err := l.operations(ctx, in, info)
	if err != nil {
		return nil, err
	}
	var out []cluster.TableID
	for id, n := range after {
		if n > before[id] {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return nil, errQuiet
	}
	slices.SortFunc(out, func(a, b cluster.TableID) int {
		return cmp.Or(cmp.Compare(after[b]-before[b], after[a]-before[a]), cmp.Compare(a.String(), b.String()))
	})
	return out[:min(len(out), sweptTables)], nil
}

// operations are the reads and writes of each user table since the node started.
func (l *Live) operations(ctx context.Context, in Intake, info *cluster.NodeInfo) (map[cluster.TableID]cluster.Count, error) {
	p, err := l.Nodetool.call(ctx, info, nodetool.TableStatsOf())
	if err != nil {
		return nil, err
	}
	out := map[cluster.TableID]cluster.Count{}
	for _, answer := range p.Readings() {
		in.Emit(answer)
		for i := range answer {
			if v, ok := answer[i].Value.(*cluster.TableStats); ok && !answer[i].Table.IsSystem() {
				out[answer[i].Table] = v.Reads + v.Writes
			}
		}
	}
	return out, nil
}
