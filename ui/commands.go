package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/screen"
)

// verb is a command of the palette: a new one is one line in verbs.
type verb struct {
	name  string
	words string // what follows it, for the manual; "" for nothing
	says  string
	// names lists what can follow and runs it; nil for a verb alone or one with free words.
	names func(m *Model) []suggestion
	run   func(m *Model, words string) tea.Cmd
}

// usage is how the manual writes a command.
func (v *verb) usage() string { return strings.TrimSpace(v.name + " " + v.words) }

// verbs is the table that the palette, its completion and the manual are made from.
func verbs() []verb {
	out := make([]verb, 0, 24)
	for id := screen.TablesID; id <= screen.FindingsID; id++ {
		out = append(out, verb{name: strings.ToLower(id.Title()), says: "screen " + strconv.Itoa(int(id)), run: func(m *Model, _ string) tea.Cmd { m.show(id); return nil }})
	}
	return append(out,
		verb{name: "node", words: "NAME", says: "everything as one node tells it; all leaves", names: nodeNames},
		verb{name: "dc", words: "NAME", says: "only one data centre; all leaves", names: dcNames},
		verb{name: "table", words: "KEYSPACE.TABLE", says: "open a table", names: tableNames},
		verb{name: "theme", words: "NAME", says: "colours", names: themeNames},
		verb{name: "freeze", says: "hold the screen; again goes live", run: func(m *Model, _ string) tea.Cmd { m.freeze(); return nil }},
		verb{name: "goto", words: "HH:MM:SS", says: "go to a moment of the past (UTC)", run: gotoClock},
		verb{name: "mask", says: "hide or show partition keys", run: func(m *Model, _ string) tea.Cmd { m.toggleMask(); return nil }},
		verb{name: "ascii", says: "signs of plain ASCII, or not", run: toggleASCII},
		verb{name: "system", says: "show or hide Cassandra's own tables", run: func(m *Model, _ string) tea.Cmd { m.toggleSystem(); return nil }},
		verb{name: "interval", words: "DURATION", says: "time between refreshes, e.g. 5s", run: interval},
		verb{name: "note", words: "TEXT", says: "a remark into the recording and the event lane", run: note},
		verb{name: "sample", words: "[DURATION]", says: "sample keys and running statements, 10s or 1s to 30s (light)", run: func(m *Model, w string) tea.Cmd { return m.sample(w) }},
		verb{name: "percentiles", says: "ask nodetool for a table's sizes and latencies (light)", run: func(m *Model, _ string) tea.Cmd { return m.percentiles() }},
		verb{name: "nodetool", words: "[off]", says: "ask nodetool every minute: pending compactions, SSTables, drops", run: func(m *Model, w string) tea.Cmd { return m.nodetool(w) }},
		verb{name: "cancel", words: "JOB", says: "end a running job", names: jobNames},
		verb{name: "files", says: "which saved outputs are shown, and why others are not", run: func(m *Model, _ string) tea.Cmd { m.files(); return nil }},
		verb{name: "help", says: "keys and columns of this screen", run: func(m *Model, _ string) tea.Cmd { m.text = m.help(); return nil }},
		verb{name: "quit", says: "leave", run: func(*Model, string) tea.Cmd { return tea.Quit }},
	)
}

// suggestions are all commands that can be run now.
// They are made when the palette opens, from what is known at that moment: nodes and tables come and go.
func suggestions(m *Model) []suggestion {
	var out []suggestion
	for _, v := range verbs() {
		switch {
		case v.names != nil:
			for _, s := range v.names(m) {
				s.text = v.name + " " + s.text
				out = append(out, s)
			}
		// Words in brackets may be left out.
		case strings.HasPrefix(v.words, "["):
			out = append(out, suggestion{text: v.name, says: v.says, run: v.run},
				suggestion{text: v.name + " ", says: v.words + ": " + v.says, free: true, run: v.run})
		// The blank at the end is where the words begin; the palette stays open until some are there.
		case v.words != "":
			out = append(out, suggestion{text: v.name + " ", says: v.words + ": " + v.says, free: true, run: v.run})
		default:
			out = append(out, suggestion{text: v.name, says: v.says, run: v.run})
		}
	}
	return out
}

// act makes a run function of one that needs nothing.
// Most commands answer at once and start nothing.
func act(f func(m *Model)) func(*Model, string) tea.Cmd {
	return func(m *Model, _ string) tea.Cmd { f(m); return nil }
}

// nodeNames completes by what people call nodes; the lens itself holds the host id, which survives a new address.
func nodeNames(m *Model) []suggestion {
	out := []suggestion{{text: "all", says: "the whole cluster", run: act(func(m *Model) { m.setLens(cluster.Lens{}) })}}
	for _, n := range m.shown().Nodes {
		l := cluster.Lens{Node: n.ID}
		out = append(out, suggestion{text: m.frame.Text(n.Name()), says: m.frame.Text(n.DataCenter()), run: act(func(m *Model) { m.setLens(l) })})
	}
	return out
}

// dcNames lists the data centres that some node has named.
func dcNames(m *Model) []suggestion {
	out := []suggestion{{text: "all", says: "the whole cluster", run: act(func(m *Model) { m.setLens(cluster.Lens{}) })}}
	for _, dc := range m.shown().DataCenters() {
		l := cluster.Lens{DataCenter: dc}
		out = append(out, suggestion{text: m.frame.Text(dc), says: "data centre", run: act(func(m *Model) { m.setLens(l) })})
	}
	return out
}

// tableNames opens a table from anywhere; the place before it stays in the history, so esc leads back.
func tableNames(m *Model) []suggestion {
	var out []suggestion
	for _, t := range m.data.Tables {
		id := t.Table
		out = append(out, suggestion{text: m.frame.Text(id.String()), says: "table", run: act(func(m *Model) {
			m.enterPlace(place{screen: screen.TombstonesID, table: id, lens: m.place.lens})
		})})
	}
	return out
}

// themeNames tries a theme on without leaving: what reads well depends on the projector.
func themeNames(*Model) []suggestion {
	var out []suggestion
	for _, name := range themes.Names() {
		t, _ := themes.Find(name)
		out = append(out, suggestion{text: name, says: t.Says, run: act(func(m *Model) { m.theme = t })})
	}
	return out
}

// jobNames lists only jobs that run: the others cannot be ended any more.
func jobNames(m *Model) []suggestion {
	var out []suggestion
	for _, j := range m.live.Jobs {
		if j.State == session.JobRunning {
			id := j.ID
			out = append(out, suggestion{text: strconv.Itoa(id), says: m.frame.Text(j.Title), run: func(m *Model, _ string) tea.Cmd {
				return m.tell(fmt.Sprintf("job %d is being cancelled", id), func(s Session) { s.Cancel(id) })
			}})
		}
	}
	if out == nil {
		out = []suggestion{{says: "no job is running", run: act(func(m *Model) { m.flash = "no job is running" })}}
	}
	return out
}

// toggleASCII is for the terminal whose font turns out to lack block elements.
func toggleASCII(m *Model, _ string) tea.Cmd {
	m.options.ASCII = !m.options.ASCII
	m.rebuild(true)
	return nil
}

// gotoClock counts from the newest data, not from the frozen screen: a clock time is meant as of today.
// Times in logs and chats are of today, or of the night before.
func gotoClock(m *Model, words string) tea.Cmd {
	t, ok := parseClock(words, m.live.Clock)
	if !ok {
		m.flash = "goto wants a time of day in UTC: goto 14:02:11"
		return nil
	}
	return m.travelTo(t)
}

// Bounds of the interval, as the session keeps them: below a second the poll itself becomes the load, beyond a minute
// nothing is live.
const minInterval, maxInterval = time.Second, time.Minute

// interval refuses what the session would silently cap.
func interval(m *Model, words string) tea.Cmd {
	if m.live.Mode.Replay {
		m.flash = noInterval
		return nil
	}
	d, err := time.ParseDuration(words)
	if err != nil || d < minInterval || d > maxInterval {
		m.flash = "interval wants 1s to 1m: interval 5s"
		return nil
	}
	return m.intervalTo(d)
}

// note becomes a Reading, so that it is on the event lane of everybody who opens the recording.
// It works in a replay too: whoever reads a recording afterwards marks what they found.
func note(m *Model, words string) tea.Cmd {
	if words == "" {
		m.flash = "note wants words: note rolled back 14:05"
		return nil
	}
	return m.tell("noted", func(s Session) { s.Note(words) })
}
