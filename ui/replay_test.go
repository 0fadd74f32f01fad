package ui

import (
	"strings"
	"testing"

	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/ui/screen"
)

func replay() *session.View {
	v := normal()
	v.Mode = session.Mode{Replay: true, Speed: 1}
	return v
}

func TestAReplayRefusesWhatItCannot(t *testing.T) {
	for _, c := range []struct {
		does func(*bench)
		want string
	}{
		{func(b *bench) { b.finish(b.press("s")) }, "a recording cannot be sampled"},
		{func(b *bench) { b.command("sample") }, "a recording cannot be sampled"},
		{func(b *bench) { b.finish(b.press("+")) }, "a replay has no interval"},
		{func(b *bench) { b.finish(b.press("-")) }, "a replay has no interval"},
		{func(b *bench) { b.command("interval 5s") }, "a replay has no interval"},
		{func(b *bench) { b.press("space", "space") }, "playing again"},
	} {
		b := newBench(t, replay(), Options{Screen: screen.HotKeysID})
		c.does(b)
		if !strings.Contains(b.flash, c.want) || len(b.fake.Calls()) != 0 {
			t.Errorf("want %q: flash %q, calls %v", c.want, b.flash, b.fake.Calls())
		}
	}
}

func TestAReplayTakesNotes(t *testing.T) {
	b := newBench(t, replay(), Options{})
	b.command("note looks like the deploy of 14:00")
	if !called(b, "note looks like the deploy of 14:00") || b.flash != "noted" {
		t.Errorf("calls %v, flash %q", b.fake.Calls(), b.flash)
	}
}

func TestTheKeyLineOfAReplayOffersNoSample(t *testing.T) {
	newBench(t, replay(), Options{Screen: screen.HotKeysID}).wantNot(t, "s sample  ", "s samples")
	newBench(t, normal(), Options{Screen: screen.HotKeysID}).want(t, "s sample  ", "s asks the samplers")
}

func TestAnUnknownNameSaysWhichThereAre(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"theme nope", "no theme nope; there is default, high-contrast, colour-blind, mono"},
		{"node qqq", "no node qqq; there is all, 10.0.0.11, 10.0.0.12, 10.0.0.13"},
		{"table qqq.qqq", "and 3 more"},
		{"qqq", "no such command: qqq"},
	} {
		b := newBench(t, normal(), Options{})
		b.command(c.command)
		if !strings.Contains(b.flash, c.want) {
			t.Errorf(":%s says %q", c.command, b.flash)
		}
	}
}
