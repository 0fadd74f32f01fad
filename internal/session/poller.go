package session

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes"
	"github.com/partop/partop/probes/cql"
)

// poller asks one node, one statement at a time, each probe at its interval. It slows down as the node does and asks a
// node that does not answer only whether it is back.
type poller struct {
	live   *Live
	in     Intake
	conn   cql.Conn
	info   atomic.Pointer[cluster.NodeInfo]
	cancel context.CancelFunc

	probes       []probes.Probe
	due          []time.Time
	since        []time.Time
	capabilities *cluster.Capabilities
	failures     int
}

// The polling budget.
const (
	statementTimeout = 2 * time.Second
	// patientTimeout is for the one statement to a node that did not answer: slow is another finding than silent.
	patientTimeout = 5 * time.Second
	// busyShare bounds what we ask: a probe whose answer took d is not repeated within busyShare times d, so that no
	// probe takes more than 3 % of a connection's time whatever state the node is in.
	busyShare = 30
	// maxWait is the longest that a slow answer delays the next.
	maxWait = 2 * time.Minute
	// deniedEvery is how often a probe that our role may not run, or this version lacks, is tried again.
	deniedEvery = 2 * time.Minute
	// secondLook is when counts are read a second time, so that rates are there soon after the start.
	secondLook = time.Second
	// turnLook is how often a probe looks whether its node has a turn.
	turnLook = 5 * time.Second
	// lostEvery is the longest between two looks at a node that does not answer.
	lostEvery = 10 * time.Second
)

func newPoller(l *Live, in Intake, conn cql.Conn, info cluster.NodeInfo, cancel context.CancelFunc) *poller {
	list := probes.Polled()
	p := &poller{live: l, in: in, conn: conn, cancel: cancel, probes: list,
		due: make([]time.Time, len(list)), since: make([]time.Time, len(list))}
	p.info.Store(&info)
	return p
}

// run polls until ctx ends.
func (p *poller) run(ctx context.Context) {
	for p.in.Wait(ctx) == nil {
		i := p.next()
		if sleep(ctx, time.Until(p.due[i])) != nil {
			return
		}
		p.ask(ctx, i)
	}
}

// next is the probe that is due first; the ping alone while the node does not answer.
func (p *poller) next() int {
	best := 0
	if p.failures > 0 {
		return best
	}
	for i := range p.due {
		if p.due[i].Before(p.due[best]) {
			best = i
		}
	}
	return best
}

func (p *poller) ask(ctx context.Context, i int) {
	if !p.live.tiers.asks(p.probes[i], cluster.NodeID(p.info.Load().HostID)) {
		p.due[i], p.since[i] = time.Now().Add(turnLook), time.Time{}
		return
	}
	t := p.live.target(p.conn, p.info.Load())
	t.Capabilities, t.Since = p.capabilities, p.since[i]
	timeout := statementTimeout
	if p.failures > 0 {
		timeout = patientTimeout
	}
	asked, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start := time.Now()
	err := p.probes[i].Run(asked, t, func(answer []cluster.Reading) {
		if c, ok := answer[0].Value.(*cluster.Capabilities); ok {
			p.capabilities = c
		}
		if ctx.Err() == nil { // a statement that we cut off ourselves says nothing about the node
			p.in.Emit(answer)
		}
	})
	if p.capabilities == nil && err != nil && p.probes[i].ID() == probes.CapabilitiesID && cql.Explain(err, "").NoSuch {
		p.capabilities = &cluster.Capabilities{} // before 4.0 there are no virtual tables at all
	}
	p.schedule(i, err, start)
}

func (p *poller) schedule(i int, err error, start time.Time) {
	now := time.Now()
	first := p.since[i].IsZero()
	p.since[i] = now
	wait := p.interval(i)
	if err == nil {
		p.failures = 0
		if first && p.probes[i].Interval() <= 5*time.Second {
			wait = min(wait, secondLook)
		}
		rest := min(busyShare*now.Sub(start), maxWait)
		if i == 0 {
			rest = 0 // one row by its key, and the sign of life of a node that answers late
		}
		p.due[i] = now.Add(max(wait, rest))
		return
	}
	if f := cql.Explain(err, p.live.User); f.Denied || f.NoSuch {
		p.due[i] = now.Add(max(wait, deniedEvery))
		return
	}
	p.failures++
	p.due[i] = now.Add(max(wait, secondLook))
	p.due[0] = now.Add(min(time.Duration(p.failures)*p.interval(0), lostEvery))
	if i != 0 && p.failures == 1 {
		p.due[0] = now // is it this statement, or the node? the ping tells
	}
}

// interval is a probe's own, stretched or shortened with the operator's.
func (p *poller) interval(i int) time.Duration {
	scale := float64(p.in.Interval()) / float64(DefaultInterval)
	every := p.probes[i].Interval()
	if p.live.histogramsOverJMX(cluster.NodeID(p.info.Load().HostID)) {
		every = p.probes[i].BesideJMX()
	}
	return max(time.Duration(float64(every)*scale), time.Second)
}
