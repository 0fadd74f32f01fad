package session

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes"
	"github.com/partop/partop/probes/cql"
)

// Live is a Feed over CQL: it connects, learns who is in the cluster, and polls every node.
type Live struct {
	Open    func(ctx context.Context) (cql.Conn, error)
	Contact string // for messages: what we connect to
	User    string
	Port    int
	// Nodetool is nodetool on this host, nil for none; it is started only after the operator agreed.
	Nodetool *Nodetool
	// JMX is the nodes' JMX servers, nil for none.
	JMX *JMX
	// Host is where commands run for a node, nil where none can; nil as a whole for no node at all.
	Host func(*cluster.NodeInfo) *probes.Host

	// LogDir is where the nodes log, "" to look for it.
	LogDir string

	tiers     tiers
	hosts     sync.Map // cluster.NodeID -> *hostNode
	turns     chan struct{}
	turnsOnce sync.Once
	conn      atomic.Pointer[connection]
	tables    atomic.Pointer[[]cluster.TableID]
	nodes     atomic.Pointer[[]cluster.NodeInfo]
	retry     chan struct{}
	once      sync.Once
}

type connection struct{ cql.Conn }

// DiscoverEvery is how often the cluster itself is looked at.
const DiscoverEvery = 10 * time.Second

// How patiently a lost one is.
const (
	firstRetry = time.Second
	lastRetry  = 15 * time.Second
)

// Run implements Feed.
func (l *Live) Run(ctx context.Context, in Intake) error {
	in = noting{in, &l.tiers}
	conn, err := l.connect(ctx, in)
	if err != nil {
		return err
	}
	defer conn.Close()
	l.conn.Store(&connection{conn})
	defer l.conn.Store(nil)
	w := &watch{live: l, in: in, conn: conn, nodes: map[cluster.NodeID]*poller{}}
	defer w.stop()
	w.done.Add(1)
	go func() {
		defer w.done.Done()
		l.pollNodetool(ctx, in)
	}()
	for {
		w.round(ctx)
		if err := sleep(ctx, w.pause()); err != nil {
			return err
		}
		if err := in.Wait(ctx); err != nil {
			return err
		}
	}
}

// LookAt has a node asked about everything while somebody looks at it; "" lets go.
func (l *Live) LookAt(id cluster.NodeID) { l.tiers.lookAt(id) }

// connect tries until it works. A refused password is not tried again by itself: it would not change, and accounts
// lock; Reconnect does.
func (l *Live) connect(ctx context.Context, in Intake) (cql.Conn, error) {
	in.Notice("connecting to " + l.Contact)
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		conn, err := l.Open(ctx)
		if err == nil {
			in.Notice("")
			return conn, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f := cql.Explain(err, l.User)
		text := fmt.Sprintf("%s: %s; %s", l.Contact, f.Reason, f.Remedy)
		if f.Auth {
			in.Notice(text)
			if err := l.waitForRetry(ctx); err != nil {
				return nil, err
			}
			continue
		}
		in.Notice(fmt.Sprintf("%s (trying again in %s)", text, wait))
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (l *Live) signal() chan struct{} {
	l.once.Do(func() { l.retry = make(chan struct{}, 1) })
	return l.retry
}

func (l *Live) waitForRetry(ctx context.Context) error {
	select {
	case <-l.signal():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The jobs that a live session over CQL can do.
const (
	JobReconnect     = "reconnect"
	JobSampleQueries = "cql.queries.sample"
)

// Jobs are what Submit can start on this feed.
func (l *Live) Jobs() map[string]Runner {
	jobs := map[string]Runner{
		JobReconnect: {Title: "connect again", Cost: Free, Run: func(context.Context, Request, Intake, func(float64, float64)) error {
			select {
			case l.signal() <- struct{}{}:
			default: // one is on its way
			}
			return nil
		}},
		JobSampleQueries: {Title: "sample running queries", Cost: Light, Run: l.sampleQueries},
	}
	maps.Copy(jobs, l.nodetoolJobs())
	maps.Copy(jobs, l.diskJobs())
	return jobs
}

// How queries are sampled: five looks a second see what runs for 200 ms or longer every time.
const (
	sampleEvery = 200 * time.Millisecond
	sampleFor   = 10 * time.Second
)

func (l *Live) sampleQueries(ctx context.Context, r Request, in Intake, progress func(done, of float64)) error {
	c := l.conn.Load()
	if c == nil {
		return fmt.Errorf("sample queries: not connected")
	}
	length := r.Duration
	if length <= 0 || length > time.Minute {
		length = sampleFor
	}
	nodes, err := probes.Discover(ctx, c, l.Port)
	if err != nil {
		return fmt.Errorf("sample queries: %w", err)
	}
	probe := probes.Queries()
	start := time.Now()
	for time.Since(start) < length {
		for i := range nodes {
			t := l.target(c, &nodes[i])
			asked, cancel := context.WithTimeout(ctx, sampleEvery*2)
			_ = probe.Run(asked, t, in.Emit) // a failure is emitted as an unknown by the probe itself
			cancel()
		}
		progress(time.Since(start).Seconds(), length.Seconds())
		if err := sleep(ctx, sampleEvery); err != nil {
			return err
		}
	}
	return nil
}

func (l *Live) target(conn cql.Conn, info *cluster.NodeInfo) *probes.Target {
	t := &probes.Target{
		Conn: conn, User: l.User, Node: cluster.NodeID(info.HostID), Release: info.Release, Now: time.Now,
		Address: fmt.Sprintf("%s:%d", info.Address, info.CQLPort),
	}
	if tables := l.tables.Load(); tables != nil {
		t.Tables = *tables
	}
	return t
}
