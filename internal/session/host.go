package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/probes"
)

// How often commands run on the nodes. df takes a millisecond there; over ssh a session of the login that is there anyway.
const (
	dfEvery = time.Minute
	// logEvery is how often a log is looked at: a stat, and what was appended.
	logEvery = 10 * time.Second
	// maxHostTurns is how many hosts are asked at once.
	maxHostTurns = 4
	// directoriesEvery is how long the data directories of a node are taken for known.
	directoriesEvery = 10 * time.Minute
	// hostFirstWait lets JMX come up, which knows the directories best.
	hostFirstWait = 2 * time.Second
	// hostSoon is the first wait for what JMX would tell.
	hostSoon = 4 * time.Second
	// hostLastRetry is the longest wait for a host that refuses.
	hostLastRetry = 10 * time.Minute
)

// hostNode is one node whose host runs commands for us.
type hostNode struct {
	live *Live
	in   Intake
	info *cluster.NodeInfo
	host *probes.Host

	mu    sync.Mutex
	dirs  []string
	known time.Time
}

// watchHost starts the polling of one node's host, where it can be reached; the goroutine ends with ctx.
func (l *Live) watchHost(ctx context.Context, in Intake, info *cluster.NodeInfo, done *sync.WaitGroup) {
	if l.Host == nil {
		return
	}
	host := l.Host(info)
	if host == nil {
		return
	}
	n := &hostNode{live: l, in: in, info: info, host: host}
	l.hosts.Store(cluster.NodeID(info.HostID), n)
	done.Add(1)
	go func() {
		defer done.Done()
		defer l.hosts.CompareAndDelete(cluster.NodeID(info.HostID), n)
		n.run(ctx)
	}()
}

func (n *hostNode) id() cluster.NodeID { return cluster.NodeID(n.info.HostID) }

// run asks df once a minute and reads the log every ten seconds, each less often where it fails.
func (n *hostNode) run(ctx context.Context) {
	tail := &probes.LogTail{Host: n.host, Dir: n.live.LogDir}
	looks := []look{
		{every: dfEvery, ask: func(ctx context.Context, start time.Time) error {
			v, err := n.disk(ctx)
			return n.tell(ctx, "df", cluster.NodeDisk, start, v, err)
		}},
		{every: logEvery, ask: func(ctx context.Context, start time.Time) error { return n.readLog(ctx, tail, start) }},
	}
	wait := hostFirstWait
	for {
		if sleep(ctx, wait) != nil || n.in.Wait(ctx) != nil {
			return
		}
		next := time.Now().Add(hostLastRetry)
		for i := range looks {
			l := &looks[i]
			if time.Now().Before(l.due) {
				next = earlier(next, l.due)
				continue
			}
			err := n.turn(ctx, l.ask)
			if ctx.Err() != nil {
				return
			}
			l.after(err)
			next = earlier(next, l.due)
		}
		wait = time.Until(next)
	}
}

// look is one thing to ask repeatedly.
type look struct {
	every time.Duration
	ask   func(context.Context, time.Time) error
	wait  time.Duration
	due   time.Time
}

func (l *look) after(err error) {
	switch {
	case err == nil:
		l.wait = l.every
	case errors.Is(err, probes.ErrNoDirectories), errors.Is(err, probes.ErrNoLog): // JMX knows, and may come up yet
		l.wait = min(max(2*l.wait, hostSoon), hostLastRetry)
	default:
		l.wait = min(max(2*l.wait, dfEvery), hostLastRetry)
	}
	l.due = time.Now().Add(l.wait)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// turn keeps the hosts that answer at once to a few: a first look at a log is megabytes.
func (n *hostNode) turn(ctx context.Context, ask func(context.Context, time.Time) error) error {
	select {
	case n.live.hostTurns() <- struct{}{}:
		defer func() { <-n.live.hostTurns() }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return ask(ctx, time.Now())
}

func (l *Live) hostTurns() chan struct{} {
	l.turnsOnce.Do(func() { l.turns = make(chan struct{}, maxHostTurns) })
	return l.turns
}

// tell emits what a command told.
func (n *hostNode) tell(ctx context.Context, tool string, k cluster.Kind, start time.Time, v cluster.Value, err error) error {
	if ctx.Err() == nil {
		n.in.Emit([]cluster.Reading{n.host.HostReading(n.id(), tool, k, start, v, err)})
	}
	return err
}

func (n *hostNode) readLog(ctx context.Context, tail *probes.LogTail, start time.Time) error {
	if tail.Dir == "" {
		if j, ok := n.live.jmxOf(n.id()); ok {
			if results, err := j.do(ctx, []jmx.Call{probes.RuntimeArgumentsCall()}); err == nil {
				tail.Dir = probes.LogDirectoryOf(results[0])
			}
		}
	}
	v, changed, err := tail.Look(ctx)
	if err == nil && !changed {
		return nil
	}
	return n.tell(ctx, "log", cluster.NodeLog, start, v, err)
}

func (n *hostNode) disk(ctx context.Context) (cluster.Value, error) {
	dirs, err := n.directories(ctx)
	if err != nil {
		return nil, err
	}
	return n.host.DF(ctx, dirs)
}

// directories are asked of JMX, or looked for on the host.
func (n *hostNode) directories(ctx context.Context) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.dirs) > 0 && time.Since(n.known) < directoriesEvery {
		return n.dirs, nil
	}
	if j, ok := n.live.jmxOf(n.id()); ok {
		if results, err := j.do(ctx, []jmx.Call{probes.DataDirectoriesCall()}); err == nil {
			n.dirs = probes.DataDirectoriesOf(results[0])
		}
	}
	if len(n.dirs) == 0 {
		var err error
		if n.dirs, err = n.host.DataDirectories(ctx); err != nil {
			return nil, err
		}
	}
	n.known = time.Now()
	return n.dirs, nil
}

// JobDiskUsage measures what lies in the data directories.
const JobDiskUsage = "disk.usage"

// diskJobs are there even where no host can be reached: what is missing is said when one is asked for.
func (l *Live) diskJobs() map[string]Runner {
	return map[string]Runner{JobDiskUsage: {Title: "measure the data directories", Cost: Light, Ask: l.askDisk, Run: l.measureDisk}}
}

func (l *Live) askDisk(r Request) (string, error) {
	n := len(l.hostsUnder(r.Lens))
	if n == 0 {
		return "", fmt.Errorf("no node of these can be reached for du: --ssh, --exec, or partop on the node: %w", ErrCannot)
	}
	if r.Confirmed {
		return "", nil
	}
	return fmt.Sprintf("Runs du on %d nodes, one after the other, twice over each data directory, at the lowest priority, for a minute each at most."+
		" It reads folders, no files.", n), nil
}

func (l *Live) hostsUnder(lens cluster.Lens) []*hostNode {
	var out []*hostNode
	for _, info := range l.under(lens) {
		if n, ok := l.hosts.Load(cluster.NodeID(info.HostID)); ok {
			out = append(out, n.(*hostNode))
		}
	}
	return out
}

// measureDisk goes from node to node. It fails when no node told anything, with the first reason.
func (l *Live) measureDisk(ctx context.Context, r Request, in Intake, progress func(done, of float64)) error {
	hosts := l.hostsUnder(r.Lens)
	var failed error
	told := false
	for i, n := range hosts {
		start := time.Now()
		var v *cluster.DiskUsage
		dirs, err := n.directories(ctx)
		if err == nil {
			v, err = n.host.DU(ctx, dirs)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		in.Emit([]cluster.Reading{n.host.HostReading(n.id(), "du", cluster.NodeDiskUsage, start, v, err)})
		if err == nil {
			told = true
		} else if failed == nil {
			failed = err
		}
		progress(float64(i+1), float64(len(hosts)))
	}
	if told {
		return nil
	}
	if failed == nil {
		return errors.New("no node is known yet")
	}
	return failed
}

// HostCalls are the commands that can run on nodes.
func HostCalls() []Asking {
	out := []Asking{{"free", dfEvery.String(), "df -P -k -- DIRECTORY..."}}
	for _, c := range probes.FindingCommands() {
		out = append(out, Asking{"free", directoriesEvery.String(), strings.Join(c, " ") + "   -- where JMX does not tell the data directories"})
	}
	for _, c := range probes.LogCommands() {
		out = append(out, Asking{"free", logEvery.String(), strings.Join(c, " ")})
	}
	return append(out,
		Asking{"light", "once", "nice -n 19 ionice -c 3 timeout 60 du -k -- DIRECTORY   -- asks first"},
		Asking{"light", "once", "nice -n 19 ionice -c 3 timeout 60 du -kl -- DIRECTORY"})
}
