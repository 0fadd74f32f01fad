package jmx

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzLimits make every limit reachable within a fuzzer's input.
func fuzzLimits() Limits { return Limits{Bytes: 1 << 16, Values: 1 << 12, Depth: 40} }

// FuzzDecode reads answers from arbitrary bytes as a connection does: decode,
// convert, find the stub. Seeds are the answers of all tapes, one each.
func FuzzDecode(f *testing.F) {
	for _, answer := range tapedAnswers(f) {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := &wire{in: newReader(bytes.NewReader(data)), limits: fuzzLimits()}
		for {
			a, err := w.receive(false)
			if w.in.used > w.limits.Bytes {
				t.Fatalf("read %d bytes of an answer", w.in.used)
			}
			if err != nil {
				return
			}
			checkAnswer(t, a)
		}
	})
}

func checkAnswer(t *testing.T, a answer) {
	if a.err != nil {
		if a.value != nil || a.err.Error() == "" {
			t.Fatalf("exception with value %v", a.value)
		}
		return
	}
	v, err := convert(a.value, fuzzLimits())
	if err != nil && v != nil {
		t.Fatalf("value %v and error %v", v, err)
	}
	r := Result{Value: v, Err: err}
	for _, failed := range []error{sampled(r), named(r)} {
		if failed != nil && failed.Error() == "" {
			t.Fatal("error without words")
		}
	}
	if ref, err := stub(a.remote); err == nil && (ref.port < 1 || ref.port > 65535) {
		t.Fatalf("stub with port %d", ref.port)
	}
}

func sampled(r Result) error {
	_, err := r.Samples()
	_, err2 := r.SamplesByName()
	if err == nil {
		return err2
	}
	return err
}

func named(r Result) error {
	_, err := r.Names()
	return err
}

// tapedAnswers splits what nodes sent on all tapes into single Returns.
func tapedAnswers(tb testing.TB) [][]byte {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no tapes: %v", err)
	}
	var out [][]byte
	for _, file := range files {
		for _, c := range loadTape(tb, strings.TrimSuffix(filepath.Base(file), ".txt")).dials {
			for _, chunk := range c.chunks {
				if chunk.kind == '<' && chunk.data[0] == opReturn {
					out = append(out, splitReturns(chunk.data)...)
				}
			}
		}
	}
	return out
}

func splitReturns(data []byte) [][]byte {
	var out [][]byte
	w := &wire{in: newReader(bytes.NewReader(data)), limits: Limits{}.withDefaults()}
	for {
		if _, err := w.receive(false); err != nil {
			return append(out, data)
		}
		out = append(out, data[:w.in.used])
		if data = data[w.in.used:]; len(data) == 0 {
			return out
		}
	}
}

// FuzzUTF: what decodes as modified UTF-8 encodes to the same text again.
func FuzzUTF(f *testing.F) {
	for _, s := range []string{"", "jmxrmi", "\xC0\x80", "\xC3\xA9", "\xE2\x82\xAC", "\xED\xA0\xBD\xED\xB8\x80", "\xF0\x9F\x98\x80", "\xED\xA0\xBD"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, ok := decodeUTF(data)
		if !ok {
			return
		}
		if again, ok := decodeUTF(appendUTF(nil, s)); !ok || again != s {
			t.Fatalf("%x: %q became %q, %t", data, s, again, ok)
		}
	})
}
