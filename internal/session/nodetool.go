package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// Nodetool is nodetool on this host: a source that costs a JVM a call, so it is used after consent, one call at a time a
// node, and never kept waiting without a deadline.
type Nodetool struct {
	// Path finds the script; its error says what was tried.
	Path func() (string, error)
	Run  nodetool.Run
	// Address is where the JMX server of a node listens, as seen from here.
	Address func(*cluster.NodeInfo) (host string, port int)
	// User and PasswordFile are the JMX role, see nodetool.Tool.
	User         string
	PasswordFile string
	Deadline     time.Duration // of a call; 0: nodetool.DefaultDeadline

	agreed atomic.Bool // the operator's one word of the session
	asked  atomic.Bool // every minute
	wake   chan struct{}
	once   sync.Once
	mu     sync.Mutex
	busy   map[cluster.NodeID]chan struct{} // one call at a time a node
	jvms   chan struct{}
}

// The limits of what nodetool may cost this host.
const (
	// maxJVMs run at once: samplers mostly sleep, but each JVM takes 100 MB and, at its start, 2 s of a core.
	maxJVMs = 4
	// nodetoolEvery is the least time between two rounds of polling.
	nodetoolEvery = time.Minute
	// nodetoolRest times as long as a round took is rested after it: polling takes a third of one core at most.
	nodetoolRest = 2
)

func (n *Nodetool) prepare() {
	n.once.Do(func() {
		n.wake = make(chan struct{}, 1)
		n.busy = map[cluster.NodeID]chan struct{}{}
		n.jvms = make(chan struct{}, maxJVMs)
	})
}

// call runs one command on one node when its turn has come, and turns what it printed into a Printed.
func (n *Nodetool) call(ctx context.Context, info *cluster.NodeInfo, c nodetool.Command) (*probes.Printed, error) {
	if n == nil {
		return nil, fmt.Errorf("nodetool is switched off (--nodetool never): %w", ErrCannot)
	}
	n.prepare()
	id := cluster.NodeID(info.HostID)
	for _, turn := range []chan struct{}{n.turn(id), n.jvms} {
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	path, err := n.Path()
	if err != nil {
		return nil, err
	}
	host, port := n.Address(info)
	tool := &nodetool.Tool{Path: path, Host: host, Port: port, User: n.User, PasswordFile: n.PasswordFile, Deadline: n.Deadline, Run: n.Run}
	p := &probes.Printed{Node: id, From: time.Now()}
	p.Result, err = tool.Call(ctx, c)
	p.To = time.Now()
	return p, err
}

// turn is the node's own: a channel of one place.
func (n *Nodetool) turn(id cluster.NodeID) chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.busy[id] == nil {
		n.busy[id] = make(chan struct{}, 1)
	}
	return n.busy[id]
}

// The jobs that nodetool does.
const (
	JobSampleKeys = "nodetool.sample"
	JobTable      = "nodetool.table"
	JobNodetool   = "nodetool"
	JobNoNodetool = "nodetool.off"
)

// nodetoolJobs are there even without a nodetool: what is missing is said when one is asked for.
func (l *Live) nodetoolJobs() map[string]Runner {
	return map[string]Runner{
		JobSampleKeys: {Title: "sample keys", Cost: Light, Ask: l.askNodetool(samplerWords), Run: l.sampleKeys},
		JobTable:      {Title: "ask nodetool about a table", Cost: Light, Ask: l.askNodetool(""), Run: l.askTable},
		JobNodetool:   {Title: "nodetool is asked every minute", Cost: Light, Ask: l.askNodetool(pollingWords), Run: l.polling(true)},
		JobNoNodetool: {Title: "nodetool is not asked any more", Cost: Free, Run: l.polling(false)},
	}
}

const (
	samplerWords = " While a sampler runs, no other sampler can on those tables, yours or a colleague's."
	pollingWords = " From now on it is asked once a minute at most for pending compactions, SSTables and dropped messages; :nodetool off ends that."
)

// withoutJMX are the nodes of a lens that nodetool has to be started for.
func (l *Live) withoutJMX(lens cluster.Lens) []cluster.NodeInfo {
	return slices.DeleteFunc(l.under(lens), func(info cluster.NodeInfo) bool {
		_, ok := l.jmxOf(cluster.NodeID(info.HostID))
		return ok
	})
}

// askNodetool states the price once a session, and says first if it cannot be had. Where JMX answers, nodetool is never
// started, so there is nothing to ask.
func (l *Live) askNodetool(more string) func(Request) (string, error) {
	return func(r Request) (string, error) {
		if nodes := l.under(r.Lens); len(nodes) > 0 && len(l.withoutJMX(r.Lens)) == 0 {
			if r.Probe == JobSampleKeys {
				return "", nil
			}
			return "", errors.New("JMX answers on every node and tells more: nodetool is not started")
		}
		_, err := l.ready(r.Lens)
		if err == nil && r.Confirmed && l.Nodetool != nil {
			l.Nodetool.agreed.Store(true)
		}
		if err != nil || l.Nodetool == nil || l.Nodetool.agreed.Load() {
			return "", err
		}
		return fmt.Sprintf("Starts nodetool on this host for %s, of which JMX does not answer. Each call is a JVM here: about 2.5 s of a core and 100 MB;"+
			" the node answers over JMX, one call at a time, killed after %s without an answer. It writes ~/.cassandra/nodetool.history here"+
			" and nothing on the nodes.%s Asked once a session.", l.nodesInWords(r.Lens), l.Nodetool.deadline(), more), nil
	}
}

func (n *Nodetool) deadline() time.Duration {
	if n.Deadline > 0 {
		return n.Deadline
	}
	return nodetool.DefaultDeadline
}

func (l *Live) nodesInWords(lens cluster.Lens) string {
	if n := len(l.withoutJMX(lens)); n != 1 {
		return fmt.Sprintf("%d nodes", n)
	}
	return "one node"
}

// under lists the nodes of a lens.
func (l *Live) under(lens cluster.Lens) []cluster.NodeInfo {
	all := l.nodes.Load()
	if all == nil {
		return nil
	}
	var out []cluster.NodeInfo
	for _, info := range *all {
		if (lens.Node == "" || lens.Node == cluster.NodeID(info.HostID)) && (lens.DataCenter == "" || lens.DataCenter == info.DataCenter) {
			out = append(out, info)
		}
	}
	return out
}

// ready says what stands in the way before anything is started.
func (l *Live) ready(lens cluster.Lens) ([]cluster.NodeInfo, error) {
	nodes := l.under(lens)
	if len(nodes) > 0 && len(l.withoutJMX(lens)) < len(nodes) {
		return nodes, nil // those that JMX answers for are worth it
	}
	if l.Nodetool == nil {
		return nil, fmt.Errorf("nodetool is switched off (--nodetool never): %w", ErrCannot)
	}
	if _, err := l.Nodetool.Path(); err != nil {
		return nil, fmt.Errorf("%w; name it with --nodetool, or set CASSANDRA_HOME", err)
	}
	if len(nodes) == 0 {
		return nil, errors.New("no node is known yet")
	}
	return nodes, nil
}

// each runs work for all nodes at once, within the limits of call, and waits. It fails when all failed, with the first
// reason: what some nodes refuse is shown beside what the others gave.
func each(nodes []cluster.NodeInfo, work func(*cluster.NodeInfo) error) error {
	errs := make([]error, len(nodes))
	var done sync.WaitGroup
	for i := range nodes {
		done.Add(1)
		go func() {
			defer done.Done()
			errs[i] = work(&nodes[i])
		}()
	}
	done.Wait()
	for _, err := range errs {
		if err == nil {
			return nil
		}
	}
	u := probes.NodetoolFailure(errs[0])
	if u.Remedy == "" {
		return errors.New(u.Reason)
	}
	return fmt.Errorf("%s; %s", u.Reason, u.Remedy)
}

// askTable asks every node for one table: its row of tablestats and its percentiles.
func (l *Live) askTable(ctx context.Context, r Request, in Intake, progress func(done, of float64)) error {
	if _, err := l.ready(r.Lens); err != nil {
		return err
	}
	if r.Table.IsZero() {
		return errors.New("open a table first")
	}
	nodes := l.withoutJMX(r.Lens)
	var asked atomic.Int64
	commands := []nodetool.Command{nodetool.TableHistogramsOf(r.Table.Keyspace, r.Table.Name), nodetool.TableStatsOf(r.Table.String())}
	total := float64(len(nodes) * len(commands))
	kinds := []cluster.Kind{cluster.TablePercentilesRow, cluster.TableStatsRow}
	return each(nodes, func(info *cluster.NodeInfo) error {
		for i, c := range commands {
			if err := l.emitCall(ctx, in, info, c, kinds[i], 0); err != nil {
				return err
			}
			progress(float64(asked.Add(1)), total)
		}
		return nil
	})
}

// emitCall runs a command and hands over what it told, or why it did not. A call that we cut off says nothing. every is
// how often the command is repeated, which is the interval that its Readings stand for; 0: once.
func (l *Live) emitCall(ctx context.Context, in Intake, info *cluster.NodeInfo, c nodetool.Command, k cluster.Kind, every time.Duration) error {
	p, err := l.Nodetool.call(ctx, info, c)
	if p == nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if every > 0 {
		p.From = p.To.Add(-every)
	}
	if err != nil {
		in.Emit([]cluster.Reading{p.Unread(k, err)})
		return err
	}
	if tables := l.tables.Load(); tables != nil {
		p.Tables = *tables
	}
	release, known := nodetool.ParseRelease(info.Release)
	for _, answer := range p.Readings() {
		// From 4.0 on CQL tells pools and tasks every few seconds and with more in them.
		if k := answer[0].Kind; known && release.Major >= 4 && (k == cluster.NodeThreadPools || k == cluster.NodeCompactionTasks) {
			continue
		}
		in.Emit(answer)
	}
	return nil
}

// polling turns the polling on or off.
func (l *Live) polling(on bool) func(context.Context, Request, Intake, func(float64, float64)) error {
	return func(context.Context, Request, Intake, func(float64, float64)) error {
		if _, err := l.ready(cluster.Lens{}); err != nil {
			return err
		}
		l.Nodetool.prepare()
		l.Nodetool.asked.Store(on)
		select {
		case l.Nodetool.wake <- struct{}{}:
		default: // it is awake
		}
		return nil
	}
}

// pollNodetool asks node after node, one JVM at a time on this host, from the operator's word on.
func (l *Live) pollNodetool(ctx context.Context, in Intake) {
	if l.Nodetool == nil {
		return
	}
	l.Nodetool.prepare()
	for {
		wait := time.Duration(-1)
		if l.Nodetool.asked.Load() {
			start := time.Now()
			l.nodetoolRound(ctx, in)
			took := time.Since(start)
			wait = max(nodetoolEvery-took, nodetoolRest*took)
		}
		if !l.rest(ctx, wait) || in.Wait(ctx) != nil {
			return
		}
	}
}

// rest waits for a time or to be woken; below zero only to be woken.
func (l *Live) rest(ctx context.Context, d time.Duration) bool {
	var up <-chan time.Time
	if d >= 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		up = t.C
	}
	select {
	case <-ctx.Done():
		return false
	case <-up:
	case <-l.Nodetool.wake:
	}
	return true
}

// nodetoolRound asks all nodes once. A node that does not answer one command is not asked the next.
func (l *Live) nodetoolRound(ctx context.Context, in Intake) {
	for _, info := range l.withoutJMX(cluster.Lens{}) {
		for _, c := range l.roundOf() {
			if ctx.Err() != nil || !l.Nodetool.asked.Load() {
				return
			}
			if err := l.emitCall(ctx, in, &info, c.command, c.kind, nodetoolEvery); err != nil {
				break
			}
		}
	}
}

type polled struct {
	command nodetool.Command
	kind    cluster.Kind // what is unknown when the call fails
}

// roundOf asks for the tables of users only: those of Cassandra itself would cost as much as all others in a small
// cluster.
func (l *Live) roundOf() []polled {
	out := []polled{
		{nodetool.CompactionStatsNow(), cluster.NodePendingCompactions},
		{nodetool.ThreadPoolsNow(), cluster.NodeDropped},
	}
	var keyspaces []string
	if tables := l.tables.Load(); tables != nil {
		for _, t := range *tables {
			if !slices.Contains(keyspaces, t.Keyspace) && plainName(t.Keyspace) {
				keyspaces = append(keyspaces, t.Keyspace)
			}
		}
	}
	if len(keyspaces) == 0 || len(keyspaces) > maxKeyspaces {
		keyspaces = nil
	}
	return append(out, polled{nodetool.TableStatsOf(keyspaces...), cluster.TableStatsRow})
}

// maxKeyspaces is how many are named on a command line; of more, all tables are asked for.
const maxKeyspaces = 50

// plainName keeps a name that looks like an option out of a command line.
func plainName(s string) bool { return s != "" && !strings.HasPrefix(s, "-") }

// Asking is one thing that can be asked, for the documentation and dry runs.
type Asking struct{ Class, Every, Args string }

// NodetoolCalls are all commands of nodetool that can be started; the samplers in the form of each version.
func NodetoolCalls() []Asking {
	table := nodetool.TableHistogramsOf("KEYSPACE", "TABLE")
	out := []Asking{
		{"light", "1m", strings.Join(nodetool.CompactionStatsNow().Args, " ") + "   -- :nodetool"},
		{"light", "1m", strings.Join(nodetool.ThreadPoolsNow().Args, " ") + "   -- :nodetool"},
		{"light", "1m", strings.Join(nodetool.TableStatsOf("KEYSPACE...").Args, " ") + "   -- :nodetool"},
		{"light", "once", strings.Join(table.Args, " ") + "   -- :percentiles"},
		{"light", "once", strings.Join(nodetool.TableStatsOf("KEYSPACE.TABLE").Args, " ") + "   -- :percentiles"},
	}
	for _, c := range probes.SamplerCalls() {
		out = append(out, Asking{"light", "once", c + "   -- s"})
	}
	return out
}
