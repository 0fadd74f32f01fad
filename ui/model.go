package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/mask"
	"github.com/partop/partop/ui/screen"
)

// Model is the one Bubble Tea model. Screens and overlays are plain parts of it.
type Model struct {
	ctx     context.Context // ends every command; Bubble Tea has no other way to hand one in
	session Session
	options Options
	env     environment
	actions map[string]action // by key name, made once from bindings

	theme  *themes.Theme
	width  int // of the whole terminal; 0 until it told its size
	height int

	live   *session.View // the newest
	frozen *session.View // what is shown instead, if anything
	travel travel

	data    *screen.Data                // the shown view's figures under the lens
	frame   *screen.Frame               // data with the operator's choices; made anew whenever either changes
	screens map[screen.ID]screen.Screen // those that were looked at
	place   place
	history []place // where esc leads back to, the last one first to go
	system  bool
	masked  bool
	masker  *mask.Mask      // kept while keys are shown, so that a key's pseudonym never changes
	acked   map[string]bool // by Finding.ID, for this session only: the next shift must see them again

	text *textOverlay // help, provenance, a whole statement; nil for none
	// confirm is a question before a job; nil for none.
	confirm *confirm
	prompt  *prompt // filter or palette being typed; nil for none
	flash   string  // one answer to the last key

	tally struct { // the counts of a view, see counts
		view *session.View
		counts
	}

	hold hold
	idle idle

	interrupted bool
	content     string // the painted frame, made in Update so that View is pure and cheap
}

// place is where the operator is: esc goes back to the one before.
type place struct {
	screen  screen.ID
	table   cluster.TableID // opened; stays while screens change, so that 2 and 4 are about the same table
	lens    cluster.Lens
	compare bool // x: a node beside its data centre; means nothing without a node's lens
}

// newModel makes a model that shows nothing yet.
// It draws before the first answer: a terminal that stays black for two seconds is taken for one that hangs.
func newModel(ctx context.Context, s Session, o Options) *Model {
	o = o.filled()
	m := &Model{
		ctx: ctx, session: s, options: o, env: environment(o.Environ), actions: keyActions(),
		width: o.Width, height: o.Height,
		screens: map[screen.ID]screen.Screen{}, place: place{screen: o.Screen},
		system: o.System, masked: o.Mask, masker: mask.New(), acked: map[string]bool{},
	}
	m.theme, _ = themes.Find(o.Theme) // the command line has refused unknown names; here they are "default"
	m.idle.since = o.Now()
	m.live = nothingKnown()
	m.rebuild(false)
	return m
}

// nothingKnown stands for the view before the first Reading.
func nothingKnown() *session.View {
	return &session.View{Snapshot: cluster.NewState().Snapshot()}
}

// shown is the view that the screens draw.
// Everything that is drawn asks here. Only what is about the session itself, whether it runs and its jobs, asks live:
// that goes on while the screen is held.
func (m *Model) shown() *session.View {
	if m.frozen != nil {
		return m.frozen
	}
	return m.live
}

// screen is the current screen, made when it is first looked at and kept with its cursor, filter and order.
func (m *Model) screen() screen.Screen {
	s := m.screens[m.place.screen]
	if s == nil {
		s = screen.New(m.place.screen)
		m.screens[m.place.screen] = s
	}
	return s
}

// rebuild makes the frame and the rows of the current screen anew.
// Merging is skipped when the figures at hand are already those of this view and lens: masking or acknowledging changes
// how they are drawn, not what they are.
func (m *Model) rebuild(hold bool) {
	v := m.shown()
	if !m.data.Fits(v, m.place.lens, m.system) {
		m.data = screen.Prepare(v, m.place.lens, m.system)
	}
	o := screen.Options{Table: m.place.table, Compare: m.place.compare, ASCII: m.options.ASCII, Acked: m.acked}
	if m.masked {
		o.Mask = m.masker
	}
	m.frame = screen.NewFrame(m.data, o)
	m.screen().Build(m.frame, hold)
}

// Init asks for the first view, starts to wait for changes, and turns synchronized output on.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.fetch(), m.idleTick()}
	if m.options.Sync != SyncOff && !m.env.dumb() {
		cmds = append(cmds, forceSync)
	}
	return tea.Batch(cmds...)
}

// View shows the frame that Update painted.
func (m *Model) View() tea.View {
	v := tea.NewView(m.content)
	// Bubble Tea asks for these with every frame; they are not options of the program.
	v.AltScreen = true   // leaves the shell's screen as it was
	v.ReportFocus = true // tells whether somebody looks, see idle
	return v
}

// hold keeps rows in place for a second after a key.
type hold struct {
	until   time.Time
	waiting bool // a message is under way that settles the order
}
