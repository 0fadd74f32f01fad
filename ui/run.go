package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// framesPerSecond bounds how often the terminal is written to, and how often Bubble Tea's renderer wakes up.
const framesPerSecond = 30

// Run shows a session until the operator leaves, the context ends, or the terminal goes away. It returns nil when the
// operator quit, ErrInterrupted after ctrl-c, and ErrDumbTerminal without having drawn anything.
// It blocks until then and owns every goroutine that it starts.
func Run(ctx context.Context, s Session, o Options) error {
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	env := environment(o.Environ)
	if env.dumb() && o.Output == nil {
		return ErrDumbTerminal
	}
	o.ASCII = o.ASCII || env.ascii()
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	m := newModel(inner, s, o)
	p := tea.NewProgram(m, programOptions(inner, &o)...)
	stop := quitOnHangup(inner, p)
	_, err := p.Run()
	// The commands of the model and the watcher of signals end with the inner context, before Run returns: nothing of
	// ours may write to a terminal that is the shell's again.
	cancel()
	stop()
	return outcome(ctx, m, err)
}

// programOptions leaves the mouse alone: selecting text on a shared screen must keep working.
func programOptions(ctx context.Context, o *Options) []tea.ProgramOption {
	out := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(framesPerSecond), tea.WithEnvironment(o.Environ)}
	if p := o.profile(environment(o.Environ)); p != nil {
		out = append(out, p)
	}
	if o.Input != nil {
		out = append(out, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		out = append(out, tea.WithOutput(o.Output))
	}
	if o.Width > 0 && o.Height > 0 {
		out = append(out, tea.WithWindowSize(o.Width, o.Height))
	}
	return out
}

// quitOnHangup restores the terminal when the ssh connection drops; Bubble Tea does not catch SIGHUP. stop waits until
// the watcher is gone.
func quitOnHangup(ctx context.Context, p *tea.Program) (stop func()) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer signal.Stop(hangup)
		select {
		case <-hangup:
			p.Quit()
		case <-ctx.Done():
		}
	}()
	return func() { <-done }
}

// outcome tells quitting from being interrupted and from a lost terminal; only the last two are errors.
// A context that was cancelled from outside is told with its cause, which says more than "context canceled".
func outcome(ctx context.Context, m *Model, err error) error {
	switch {
	case m.interrupted, errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("showing the session: %w", context.Cause(ctx))
	}
	return fmt.Errorf("showing the session: %w", err)
}
