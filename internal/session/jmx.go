package session

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes"
)

// JMX is the nodes' JMX servers as a source: exact counts and histograms without a JVM.
type JMX struct {
	// Options of a node's server, as seen from here.
	Options func(*cluster.NodeInfo) jmx.Options

	mu    sync.Mutex
	nodes map[cluster.NodeID]*jmxNode
	next  time.Time // when the next connection may be opened
}

// pace waits for the turn to open a connection.
func (j *JMX) pace(ctx context.Context) error {
	j.mu.Lock()
	at := later(time.Now(), j.next)
	j.next = at.Add(jmxDialEvery)
	j.mu.Unlock()
	return sleep(ctx, time.Until(at))
}

// jmxNode is one node's connection; its owner is the goroutine that polls it, a sampler borrows a sibling.
type jmxNode struct {
	live *Live
	in   Intake
	info atomic.Pointer[cluster.NodeInfo]

	mu   sync.Mutex
	conn *jmx.Conn // nil while there is none
	tier string

	since map[string]time.Time // by question, when it was last answered
	due   map[string]time.Time
	turn  int
	// workTurn counts the turns of the counts; the first two are of all tables.
	workTurn int
	work     probes.Work
	// absent are the calls whose MBean or attribute this node does not have. Each refusal would cost it an exception with its
	// stack, more than ten answers.
	absent  map[string]error
	done    map[cluster.TableID]cluster.Count // operations since the node started
	busy    []cluster.TableID                 // those that did something lately, the busiest first
	pending []cluster.TableID                 // those that had compactions pending at the last look
}

// How JMX is polled. The figures of a table are ten attributes, about 0.2 ms of the node's CPU; the histograms of what its
// reads met five operations.
const (
	jmxTotalsEvery  = 2 * time.Second
	jmxWorkEvery    = 4 * time.Second
	jmxReadsEvery   = 5 * time.Second
	jmxSizesEvery   = time.Minute
	jmxDroppedEvery = 10 * time.Second
	jmxTimeout      = 5 * time.Second
	// jmxShare bounds what is asked as busyShare does of CQL: a question whose answer took d is not repeated within 10 d.
	// The node works for a small part of that time (500 attributes are 10 ms of its CPU); the rest is the way.
	jmxShare = 10
	// jmxTables is how many tables one turn asks for: the busiest, and the next of the others. Counts are cheaper than
	// histograms.
	jmxTables, jmxOthers         = 20, 10
	jmxWorkTables, jmxWorkOthers = 40, 20
	// jmxDialEvery keeps new connections at 32 a second, as those over CQL.
	jmxDialEvery  = time.Second / 32
	jmxFirstRetry = 5 * time.Second
	jmxLastRetry  = 2 * time.Minute
)

// run keeps a connection and asks in turns until ctx ends.
func (n *jmxNode) run(ctx context.Context) {
	defer n.close()
	for wait := jmxFirstRetry; ; wait = min(2*wait, jmxLastRetry) {
		err := n.connect(ctx)
		if err == nil {
			wait = jmxFirstRetry
			err = n.poll(ctx)
		}
		n.close()
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, jmx.ErrExpired) { // nobody was there for two minutes, and the node let go
			continue
		}
		n.unknown(probes.JMXFailure(err))
		if errors.Is(err, jmx.ErrBadCredentials) || errors.Is(err, jmx.ErrCredentialsRequired) {
			wait = jmxLastRetry // accounts lock
		}
		if sleep(ctx, wait) != nil || n.in.Wait(ctx) != nil {
			return
		}
	}
}

func (n *jmxNode) connect(ctx context.Context) error {
	if err := n.live.JMX.pace(ctx); err != nil {
		return err
	}
	o := n.live.JMX.Options(n.info.Load())
	asked, cancel := context.WithTimeout(ctx, jmxTimeout)
	defer cancel()
	conn, err := jmx.Dial(asked, o)
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.conn = conn
	n.mu.Unlock()
	n.since, n.due, n.absent = map[string]time.Time{}, map[string]time.Time{}, map[string]error{}
	n.workTurn, n.work = 0, probes.Work{}
	return n.access(ctx)
}

func (n *jmxNode) close() {
	n.mu.Lock()
	conn := n.conn
	n.conn = nil
	n.mu.Unlock()
	if conn != nil {
		_ = conn.Close() // best effort: the node forgets it after two minutes anyway
	}
}

// access finds out what the role may do by doing it: reading a histogram is an operation.
func (n *jmxNode) access(ctx context.Context) error {
	start := time.Now()
	results, err := n.do(ctx, []jmx.Call{
		jmx.Get(jmx.StorageService, "ReleaseVersion"),
		jmx.Invoke(jmx.TableMetric("system", "local", "ReadLatency"), jmx.OpValues),
	})
	if err != nil {
		return err
	}
	v := &cluster.JMXAccess{Tier: cluster.TierSample}
	v.Release, _ = results[0].Value.(string)
	if errors.Is(results[1].Err, jmx.ErrAccessDenied) {
		v.Tier, v.Why = cluster.TierRead, "the role reads attributes only: percentiles instead of histograms, no samplers"
	}
	n.mu.Lock()
	n.tier = v.Tier
	n.mu.Unlock()
	now := time.Now()
	n.in.Emit([]cluster.Reading{{From: start, To: now, Node: n.id(), Kind: cluster.NodeJMX, Scope: cluster.ThisNode, Source: cluster.SourceJMX, Value: v}})
	return nil
}

func (n *jmxNode) id() cluster.NodeID { return cluster.NodeID(n.info.Load().HostID) }

// unknown says of all that JMX would tell why it is not known.
func (n *jmxNode) unknown(u cluster.Unknown) {
	now := time.Now()
	n.in.Emit([]cluster.Reading{{From: now, To: now, Node: n.id(), Kind: cluster.NodeJMX, Scope: cluster.ThisNode, Source: cluster.SourceJMX, Unknown: &u}})
}

// poll asks what is due until something fails.
func (n *jmxNode) poll(ctx context.Context) error {
	for {
		if err := n.in.Wait(ctx); err != nil {
			return err
		}
		list := n.questions()
		next := slices.MinFunc(list, func(a, b question) int { return n.due[a.name].Compare(n.due[b.name]) })
		if err := sleep(ctx, time.Until(n.due[next.name])); err != nil {
			return err
		}
		if err := n.put(ctx, next); err != nil {
			return err
		}
	}
}

// put asks one question and hands over the answers.
func (n *jmxNode) put(ctx context.Context, q question) error {
	start := time.Now()
	if q.tables && !n.live.tiers.ofTables(n.id()) {
		n.due[q.name], n.since[q.name] = start.Add(turnLook), time.Time{}
		return nil
	}
	asked := q.ask()
	scale := float64(n.in.Interval()) / float64(DefaultInterval)
	every := max(time.Duration(float64(q.every)*scale), time.Second)
	if len(asked.Calls) == 0 { // the schema may not be there yet
		n.due[q.name] = start.Add(time.Second)
		return nil
	}
	asked, results, err := n.answer(ctx, asked, q.fixed)
	if err != nil {
		return err
	}
	now := time.Now()
	since, first := n.since[q.name], n.since[q.name].IsZero()
	if first {
		since = start.Add(-every) // what the first answer stands for until the next one
	}
	answers, denied := asked.Readings(n.id(), since, start, now, results)
	n.since[q.name] = now
	wait := max(every, jmxShare*now.Sub(start))
	if first && q.every <= jmxReadsEvery {
		wait = secondLook // rates soon after the start
	}
	n.due[q.name] = now.Add(wait)
	if denied != nil {
		n.mu.Lock()
		n.tier = cluster.TierRead
		n.mu.Unlock()
	}
	for _, a := range answers {
		n.note(a)
		n.in.Emit(a)
	}
	return nil
}

func (n *jmxNode) do(ctx context.Context, calls []jmx.Call) ([]jmx.Result, error) {
	n.mu.Lock()
	conn := n.conn
	n.mu.Unlock()
	if conn == nil {
		return nil, jmx.ErrClosed
	}
	asked, cancel := context.WithTimeout(ctx, jmxTimeout+time.Duration(len(calls))*time.Millisecond)
	defer cancel()
	return conn.Do(asked, calls)
}

// sibling is a second connection for what blocks; an error when the first is not there.
func (n *jmxNode) sibling(ctx context.Context) (*jmx.Conn, string, error) {
	n.mu.Lock()
	conn, tier := n.conn, n.tier
	n.mu.Unlock()
	if conn == nil {
		return nil, "", jmx.ErrClosed
	}
	s, err := conn.Sibling(ctx)
	return s, tier, err
}

// jmxOf is a node's JMX while it is connected.
func (l *Live) jmxOf(id cluster.NodeID) (*jmxNode, bool) {
	if l.JMX == nil {
		return nil, false
	}
	l.JMX.mu.Lock()
	defer l.JMX.mu.Unlock()
	n, ok := l.JMX.nodes[id]
	if !ok {
		return nil, false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n, n.conn != nil
}

// histogramsOverJMX tells whether a node's JMX is there and lets us call operations.
func (l *Live) histogramsOverJMX(id cluster.NodeID) bool {
	n, ok := l.jmxOf(id)
	if !ok {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.tier == cluster.TierSample
}

// watchJMX starts the polling of one node; the goroutine ends with ctx.
func (l *Live) watchJMX(ctx context.Context, in Intake, info *cluster.NodeInfo, done *sync.WaitGroup) {
	if l.JMX == nil {
		return
	}
	n := &jmxNode{live: l, in: in}
	n.info.Store(info)
	l.JMX.mu.Lock()
	if l.JMX.nodes == nil {
		l.JMX.nodes = map[cluster.NodeID]*jmxNode{}
	}
	l.JMX.nodes[n.id()] = n
	l.JMX.mu.Unlock()
	done.Add(1)
	go func() {
		defer done.Done()
		n.run(ctx)
	}()
}

// JMXAddress joins a host and port, as jmx.Options wants them.
func JMXAddress(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }

// errSampling says why a sampler failed, with what to do.
func errSampling(err error) error {
	u := probes.JMXFailure(err)
	var remote *jmx.RemoteError
	if errors.As(err, &remote) && !errors.Is(err, jmx.ErrAccessDenied) {
		u = probes.NodetoolFailure(err)
	}
	if u.Remedy == "" {
		return errors.New(u.Reason)
	}
	return fmt.Errorf("%s; %s", u.Reason, u.Remedy)
}

// Polled is what is asked over JMX again and again.
type Polled struct {
	Interval time.Duration
	Args     string
}

// JMXPolled lists what is polled over JMX, of KEYSPACE.TABLE for all tables.
func JMXPolled() []Polled {
	table := []cluster.TableID{{Keyspace: "KEYSPACE", Name: "TABLE"}}
	var out []Polled
	add := func(every time.Duration, a *probes.Asked) {
		for _, c := range a.Calls {
			out = append(out, Polled{every, c.String()})
		}
	}
	add(jmxTotalsEvery, probes.NodeTotals(nil, true))
	add(jmxWorkEvery, probes.WorkOfTables(table))
	add(jmxReadsEvery, probes.ReadsOfTables(table, "5.0"))
	add(jmxReadsEvery, probes.FadingOfTables(table))
	add(jmxSizesEvery, probes.SizesOfTables(table))
	add(jmxDroppedEvery, probes.DroppedMessages())
	add(jmxWorkEvery, probes.ThreadPoolsOf())
	return out
}

// JMXCalls are all that can be asked over JMX: what is polled, and the operations that can be invoked at all.
func JMXCalls() []Asking {
	var out []Asking
	for _, p := range JMXPolled() {
		out = append(out, Asking{"free", p.Interval.String(), p.Args})
	}
	out = append(out, Asking{"free", directoriesEvery.String(), probes.DataDirectoriesCall().String() + "   -- where df can be run"})
	out = append(out, Asking{"free", "once", probes.RuntimeArgumentsCall().String() + "   -- where logs can be read: their folder"})
	for _, o := range jmx.Operations() {
		out = append(out, Asking{string(o.Cost), "once", "operation " + o.String() + "   -- " + o.Why})
	}
	return out
}
