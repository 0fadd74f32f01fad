package jmx

import (
	"errors"
	"net"
	"testing"
)

func TestDoBothKeepsTheOrder(t *testing.T) {
	call, serve := release(), answerEach(frameLen(t, release()), nullReturn)
	a, b := pipe(t, Options{}, serve), pipe(t, Options{}, serve)
	results, err := a.DoBoth(t.Context(), b, []Call{call, {}, call, {}, call})
	if err != nil || len(results) != 5 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results { // the zero call is refused here, before it is sent
		if refused := errors.Is(r.Err, ErrForbidden); refused != (i%2 == 1) {
			t.Errorf("result %d: %v", i, r.Err)
		}
	}

	gone := pipe(t, Options{}, func(net.Conn) {})
	results, err = a.DoBoth(t.Context(), gone, []Call{call, call, call})
	if err == nil || len(results) != 3 || results[0].Err != nil || results[2].Err == nil {
		t.Errorf("one connection is lost: %v, %v", results, err)
	}
}
