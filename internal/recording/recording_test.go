package recording

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/partop/partop/internal/cluster"
)

var epoch = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)

// sample records seconds of two tables' reads, one answer a second, and returns the file.
func sample(t *testing.T, seconds int) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter("a test", &file, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	state := cluster.NewState()
	for i := range seconds {
		answer := answerAt(i)
		if w.Due(answer[0].To) {
			if err := w.Begin(answer[0].To, state); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Add(answer); err != nil {
			t.Fatal(err)
		}
		state.Apply(answer)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func answerAt(i int) []cluster.Reading {
	at := epoch.Add(time.Duration(i) * time.Second)
	out := make([]cluster.Reading, 2)
	for j := range out {
		out[j] = cluster.Reading{
			Seq: uint64(i + 1), From: at.Add(-time.Second), To: at, Node: "a", Source: cluster.SourceCQL,
			Table: cluster.TableID{Keyspace: "k", Name: fmt.Sprint("t", j)}, Kind: cluster.TableLocalReadLatency,
			Value: &cluster.Latency{Count: int64(i * 10), P99Micros: float64(i)},
		}
	}
	return out
}

func countAt(t *testing.T, s *Store, at time.Time) int64 {
	t.Helper()
	state, err := s.At(at)
	if err != nil {
		t.Fatalf("at %s: %v", at, err)
	}
	n, ok := state.Snapshot().Node("a")
	if !ok {
		t.Fatalf("at %s: no node", at)
	}
	return cluster.ValueOf[cluster.Latency](n.Tables[cluster.TableID{Keyspace: "k", Name: "t1"}].Cell(cluster.TableLocalReadLatency)).Count
}

func TestRoundTrip(t *testing.T) {
	s, err := OpenBytes(sample(t, 200))
	if err != nil {
		t.Fatal(err)
	}
	if s.Title() != "a test" || s.Torn() || !s.Start().Equal(epoch) || !s.End().Equal(epoch.Add(199*time.Second)) {
		t.Errorf("title %q, torn %v, from %s to %s", s.Title(), s.Torn(), s.Start(), s.End())
	}
	if len(s.frames) != 4 {
		t.Errorf("%d frames of a minute in 200 s", len(s.frames))
	}
	for _, i := range []int{0, 1, 59, 60, 61, 130, 199} {
		if got := countAt(t, s, epoch.Add(time.Duration(i)*time.Second)); got != int64(i*10) {
			t.Errorf("at second %d the count is %d", i, got)
		}
	}
	if _, err := s.At(epoch.Add(-time.Second)); !errors.Is(err, ErrNoHistory) {
		t.Errorf("before the beginning: %v", err)
	}
}

func TestWalkGivesEachAnswerOnce(t *testing.T) {
	s, err := OpenBytes(sample(t, 150))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := s.Walk(epoch, func([]cluster.Reading) bool { n++; return true }); err != nil || n != 150 {
		t.Errorf("%d answers of 150, %v", n, err)
	}
}

// TestCutAnywhere is the promise of the format: a file cut at any byte gives all ticks that were whole, or, before the
// first of them, a clear error.
func TestCutAnywhere(t *testing.T) {
	whole := sample(t, 70)
	best := -1
	for cut := 0; cut <= len(whole); cut++ {
		s, err := OpenBytes(whole[:cut])
		if err != nil {
			if best >= 0 {
				t.Fatalf("cut at %d of %d does not open, a shorter one did: %v", cut, len(whole), err)
			}
			if !errors.Is(err, ErrNotRecording) {
				t.Fatalf("cut at %d: error %v is not ErrNotRecording", cut, err)
			}
			continue
		}
		last := -1
		if err := s.Walk(epoch, func(a []cluster.Reading) bool {
			last = int(a[0].To.Sub(epoch) / time.Second)
			return true
		}); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if last < best {
			t.Fatalf("cut at %d ends at second %d, a shorter one had %d", cut, last, best)
		}
		best = max(best, last)
	}
	if best != 69 {
		t.Errorf("the whole file ends at second %d", best)
	}
}

func TestDamagedFrameCostsItself(t *testing.T) {
	whole := sample(t, 200)
	spans, _, err := walk(bytes.NewReader(whole), int64(len(whole)))
	if err != nil || len(spans) != 4 {
		t.Fatalf("%d spans, %v", len(spans), err)
	}
	damaged := bytes.Clone(whole)
	for i := spans[1].offset + 40; i < spans[1].offset+60; i++ {
		damaged[i] ^= 0x55
	}
	s, err := OpenBytes(damaged)
	if err != nil {
		t.Fatal(err)
	}
	if got := countAt(t, s, epoch.Add(199*time.Second)); got != 1990 {
		t.Errorf("the end reads %d", got)
	}
	if got := countAt(t, s, epoch.Add(30*time.Second)); got != 300 {
		t.Errorf("before the damage reads %d", got)
	}
}

func TestIndexAgreesWithTheFrames(t *testing.T) {
	whole := sample(t, 200)
	r := bytes.NewReader(whole)
	indexed, ok := readIndex(r, int64(len(whole)))
	walked, torn, err := walk(r, int64(len(whole)))
	if !ok || torn || err != nil {
		t.Fatalf("index %v, torn %v, %v", ok, torn, err)
	}
	if diff := cmp.Diff(walked, indexed, cmp.AllowUnexported(span{})); diff != "" {
		t.Error(diff)
	}
	for _, at := range []int{len(whole) - 1, len(whole) - 5, len(whole) - 9, len(whole) - 30} { // mark, length, body
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0xff
		s, err := OpenBytes(damaged)
		if err != nil || len(s.frames) != 4 {
			t.Errorf("damaged at %d: %v", at, err)
		}
	}
}

func TestMemoryKeepsTheNewest(t *testing.T) {
	w, err := NewWriter("m", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		a := answerAt(i)
		if w.Due(a[0].To) {
			if err := w.Begin(a[0].To, cluster.NewState()); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Add(a); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	s := w.Store()
	if s.Start().Equal(epoch) || len(s.frames) > 2 {
		t.Errorf("%d frames kept from %s on, over a bound of a byte", len(s.frames), s.Start())
	}
	if got := countAt(t, s, epoch.Add(299*time.Second)); got != 2990 {
		t.Errorf("the newest reads %d", got)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, b := range []string{"", "x", "{\"partop\":1}\n", strings.Repeat("\x00", 100), "\x28\xb5\x2f\xfd"} {
		if _, err := OpenBytes([]byte(b)); !errors.Is(err, ErrNotRecording) {
			t.Errorf("%q: %v", b, err)
		}
	}
}

func TestBuiltInIncidents(t *testing.T) {
	all, err := Incidents()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		if i.Title == "" || i.Bytes > 1<<20 {
			t.Errorf("%s: title %q, %d bytes (at most 1 MiB)", i.Name, i.Title, i.Bytes)
		}
		s, err := OpenIncident(i.Name)
		if err != nil {
			t.Fatal(err)
		}
		if length := s.End().Sub(s.Start()); length < time.Minute {
			t.Errorf("%s lasts %s", i.Name, length)
		}
	}
	if _, err := OpenIncident("no-such"); !errors.Is(err, ErrNotRecording) {
		t.Errorf("an incident that is not there: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("\x28\xb5\x2f\xfd\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := OpenBytes(b)
		if err != nil {
			return
		}
		n := 0
		_ = s.Walk(s.Start(), func([]cluster.Reading) bool { n++; return n < 10_000 }) // must neither panic nor hang
	})
}
