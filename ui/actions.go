package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/screen"
	"github.com/partop/partop/ui/widget"
)

// toggleMask keeps rows in place: whoever masks a shared screen is being watched while doing it.
func (m *Model) toggleMask() {
	m.masked = !m.masked
	m.flash = "keys are shown"
	if m.masked {
		m.flash = "keys and literals are masked: here, in copies and in exports"
	}
	m.rebuild(true)
}

// toggleSystem changes what is listed, not what is counted: shares keep the work of system tables in their sum.
func (m *Model) toggleSystem() {
	m.system = !m.system
	m.flash = "Cassandra's own tables are hidden; their work still counts in shares"
	if m.system {
		m.flash = "Cassandra's own tables are shown"
	}
	m.rebuild(false)
}

// acknowledge marks the findings of the row, or takes it back when all of them are marked already.
func (m *Model) acknowledge() {
	ids := m.findingsHere()
	if len(ids) == 0 {
		m.flash = "no finding here to acknowledge"
		return
	}
	done := true
	// One key both ways: whether it marks or takes back depends on whether anything is left to mark.
	for _, id := range ids {
		done = done && m.acked[id]
	}
	for _, id := range ids {
		if done {
			delete(m.acked, id)
		} else {
			m.acked[id] = true
		}
	}
	m.flash = fmt.Sprintf("acknowledged %d, for this session; a takes it back", len(ids))
	if done {
		m.flash = fmt.Sprintf("%d open again", len(ids))
	}
	m.rebuild(true)
}

// findingsHere are the findings of the row, on whichever screen it is.
func (m *Model) findingsHere() []string {
	t := m.screen().Target()
	if t.Finding != "" {
		return []string{t.Finding}
	}
	var out []string
	for i := range m.shown().Findings {
		f := &m.shown().Findings[i]
		if !m.data.Concerns(f) {
			continue // its sign is not on this row, so it must not be acknowledged here
		}
		if !t.Table.IsZero() && f.Table == t.Table || t.Table.IsZero() && t.Node != "" && f.Node == t.Node {
			out = append(out, f.ID())
		}
	}
	return out
}

// sampleFor is how long a sample lasts.
const sampleFor = 10 * time.Second

// sample asks the nodes' own samplers for keys; where that cannot be, it looks often at the statements that run. Both are
// light, so the key itself is the consent; that nodetool may be started is asked once.
func (m *Model) sample(words string) tea.Cmd {
	if m.live.Mode.Replay {
		m.flash = "a recording cannot be sampled"
		return nil
	}
	length := sampleFor
	if words != "" {
		d, err := time.ParseDuration(words)
		if err != nil || d < time.Second || d > maxSample {
			m.flash = "sample wants 1s to 30s: sample 20s"
			return nil
		}
		length = d
	}
	r := session.Request{Probe: session.JobSampleKeys, Table: m.place.table, Lens: m.place.lens, Duration: length}
	statements := r
	statements.Probe = session.JobSampleQueries
	// The number of nodes is told with the cost: on three nodes the same job is another thing than on three
	// hundred.
	where := fmt.Sprintf("for %s on %d nodes (light)", format.Duration(length), len(m.data.Nodes))
	if m.place.screen == screen.TablesID {
		where += "; 3 shows them"
	}
	s, keys := m.session, m.submit(r, "sampling keys "+where)
	return func() tea.Msg {
		msg := keys()
		failed, ok := msg.(refusedMsg)
		if !ok {
			return msg
		}
		if _, err := s.Submit(statements); err != nil {
			return flashMsg(failed)
		}
		return flashMsg(string(failed) + "; looking at running statements instead")
	}
}

// maxSample is what is light; a longer one is another kind of job.
const maxSample = 30 * time.Second

// percentiles asks nodetool about the table that was opened, or is under the cursor.
func (m *Model) percentiles() tea.Cmd {
	id := m.place.table
	if id.IsZero() {
		id = m.screen().Target().Table
	}
	switch {
	case m.live.Mode.Replay:
		m.flash = "a recording cannot be asked"
		return nil
	case id.IsZero():
		m.flash = "percentiles are of a table: put the cursor on one, or open it"
		return nil
	}
	r := session.Request{Probe: session.JobTable, Table: id, Lens: m.place.lens}
	return m.submit(r, fmt.Sprintf("asking nodetool about %s on %d nodes; 2 shows it", m.frame.Text(id.String()), len(m.data.Nodes)))
}

// nodetool turns the polling by nodetool on or off.
func (m *Model) nodetool(words string) tea.Cmd {
	switch {
	case m.live.Mode.Replay:
		m.flash = "a recording cannot be asked"
		return nil
	case words == "off":
		return m.submit(session.Request{Probe: session.JobNoNodetool}, "")
	case words != "":
		m.flash = "nodetool off ends it; nodetool alone begins"
		return nil
	}
	return m.submit(session.Request{Probe: session.JobNodetool}, "nodetool is asked once a minute; the first answers take a few seconds a node")
}

// noInterval is the one answer of the keys and of the command: a recording was refreshed when it was made.
const noInterval = "a replay has no interval"

// setInterval goes to the next longer (by > 0) or shorter interval.
func (m *Model) setInterval(by int) tea.Cmd {
	steps := []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute}
	if m.live.Mode.Replay {
		m.flash = noInterval
		return nil
	}
	// An interval between two steps, as :interval can set it, counts as the shorter one, so that the next key always
	// changes something.
	at := 0
	for i, d := range steps {
		if d <= m.live.Mode.Interval {
			at = i
		}
	}
	return m.intervalTo(steps[min(max(0, at+by), len(steps)-1)])
}

// intervalTo answers at once; the header shows the new interval with the next view, which is when it holds.
func (m *Model) intervalTo(d time.Duration) tea.Cmd {
	return m.tell("every "+format.Duration(d), func(s Session) { s.SetInterval(d) })
}

// help explains the keys and columns of this screen.
// Keys come first: they are looked for in a hurry; columns are looked up.
func (m *Model) help() *textOverlay {
	o := &textOverlay{title: m.place.screen.Title() + ": keys, then columns"}
	o.build = func(width int) []lineOf {
		out := helpLines(m.place.screen, width)
		out = append(append(out, nil), m.screen().Help()...)
		if m.options.Version != "" {
			out = append(out, nil, widget.In(themes.Dim, " partop "+m.options.Version+", read-only; the manual is docs/keys.md"))
		}
		return out
	}
	return o
}

// provenance says where the row's figures are from.
// The lines are built when they are drawn, so that their ages go on counting while the overlay is read.
func (m *Model) provenance() {
	t := m.screen().Target()
	if t.Table.IsZero() && t.Node == "" {
		m.flash = "no figures here to explain; try Tables, Tombstones or Nodes"
		return
	}
	m.text = &textOverlay{title: "source, age and exactness"}
	m.text.build = func(width int) []lineOf { return screen.Provenance(m.frame, t, width) }
}

// files lists the saved outputs behind the screens.
func (m *Model) files() {
	lines := m.shown().Mode.Saved
	if lines == nil {
		m.flash = "no saved outputs are shown here"
		return
	}
	m.text = &textOverlay{title: "saved outputs", build: func(int) []lineOf {
		out := make([]lineOf, len(lines))
		for i, l := range lines {
			out[i] = widget.Plain(" " + m.frame.Text(l))
		}
		return out
	}}
}
