package node

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type exchange struct {
	bytes.Buffer
	answer *strings.Reader
}

func (e *exchange) Read(b []byte) (int, error) { return e.answer.Read(b) }

func TestPing(t *testing.T) {
	for name, tc := range map[string]struct {
		answer string
		ok     bool
	}{
		"supported": {"\x84\x00\x00\x00\x06\x00\x00\x00\x00", true},
		"error":     {"\x84\x00\x00\x00\x00\x00\x00\x00\x00", false},
		"request":   {"\x04\x00\x00\x00\x06\x00\x00\x00\x00", false},
		"cut off":   {"\x84\x00\x00", false},
		"closed":    {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			e := &exchange{answer: strings.NewReader(tc.answer)}
			if err := ping(e); (err == nil) != tc.ok {
				t.Errorf("ping: %v, want ok %v", err, tc.ok)
			}
			if got := e.String(); got != "\x04\x00\x00\x00\x05\x00\x00\x00\x00" {
				t.Errorf("sent % x", got)
			}
		})
	}
}

func TestLastWordsAreWholeLines(t *testing.T) {
	n := testNode(t, 1)
	n.Dir = t.TempDir()
	if err := os.MkdirAll(filepath.Dir(n.Log()), 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", logTailBytes)
	if err := os.WriteFile(n.Log(), []byte(long+"\nERROR port taken\n\tat a.b.C(D.java:1)\n\t... 3 more\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	words := n.LastWords()
	if !strings.Contains(words, "ERROR port taken") || strings.Contains(words, "x\n") || strings.Contains(words, "a.b.C") {
		t.Errorf("LastWords = %q", words)
	}
}
