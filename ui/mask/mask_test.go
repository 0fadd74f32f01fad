package mask

import (
	"regexp"
	"strings"
	"testing"
)

func TestKeyIsStableAndOpaque(t *testing.T) {
	m := New()
	a := m.Key("acme:2026-11")
	if a != m.Key("acme:2026-11") {
		t.Error("one key has two pseudonyms")
	}
	if a == m.Key("acme:2026-12") || a == New().Key("acme:2026-11") {
		t.Error("two keys, or two processes, share a pseudonym")
	}
	if !regexp.MustCompile(`^key-[0-9a-f]{8}$`).MatchString(a) || len(m.Key(strings.Repeat("x", 5000))) != len(a) {
		t.Errorf("pseudonym %q tells more than that it is one", a)
	}
}

func TestTextReplacesKnownKeysAsWords(t *testing.T) {
	m := New()
	m.Learn([]string{"acme", "acme:2026-11", "1", " ", "", "acme"})
	whole, acme, one := m.Key("acme:2026-11"), m.Key("acme"), m.Key("1")
	for in, want := range map[string]string{
		"partition acme:2026-11 is big": "partition " + whole + " is big",
		"acme, acmeish and pacme":       acme + ", acmeish and pacme",
		"over 1,000 rows":               "over " + one + ",000 rows", // rather once too often than a key on a shared screen
		"11 of 21":                      "11 of 21",
		"":                              "",
	} {
		if got := m.Text(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestStatement(t *testing.T) {
	for in, want := range map[string]string{
		"SELECT * FROM jobs.queue WHERE lane = 'jobs' LIMIT 1":    "SELECT * FROM jobs.queue WHERE lane = ? LIMIT ?",
		"WHERE a='it''s' AND b=2":                                 "WHERE a=? AND b=?",
		`SELECT "Weird ""Col" FROM t1`:                            `SELECT "Weird ""Col" FROM t1`,
		"k=0xdeadbeef AND u=5d41402a-bc4b-2a76-b971-9d911017c592": "k=? AND u=?",
		"f=1.5e-3 AND g=-7 AND h=true":                            "f=? AND g=-? AND h=?",
		"INSERT INTO t(a) VALUES ($$it's 1$$)":                    "INSERT INTO t(a) VALUES (?)",
		"EXECUTE 5d41402abc4b2a76b9719d911017c592 with 2 values":  "EXECUTE ? with ? values",
		"a='open to the end":                                      "a=?",
		"a=$$open to the end":                                     "a=?",
		`a="open`:                                                 `a="open`,
		"":                                                        "",
	} {
		if got := Statement(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func FuzzStatement(f *testing.F) {
	for _, s := range []string{"a='x'", "a=$$x$$", `"q`, "1-2-3", "\xff'\x00", "0x", "''''"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Statement("WHERE k = 'secret42value' AND " + s)
		if strings.Contains(got, "secret42value") {
			t.Errorf("%q keeps the literal: %q", s, got)
		}
		if len(got) > len(s)+40 {
			t.Errorf("%q grew to %q", s, got)
		}
	})
}

func TestLearnReplacesWhatWasLearnt(t *testing.T) {
	m := New()
	for _, c := range []struct {
		keys      []string
		in        string
		contains  string // after masking
		maskedKey string
	}{
		{nil, "scan of acme", "acme", ""},
		{[]string{"acme"}, "scan of acme", "scan of key-", "acme"},
		{[]string{"acme"}, "(acme)", "(key-", "acme"},
		{[]string{"acme"}, "acme_orders", "acme_orders", ""},
		{[]string{"zeta"}, "scan of acme and zeta", "scan of acme and key-", "zeta"}, // an older key is no longer looked for
		{[]string{"a:b", "b"}, "a:b", "key-", "a:b"},                                 // the longer one, in one piece
		{[]string{"møller"}, "scan of møller.", "scan of key-", "møller"},
	} {
		m.Learn(c.keys)
		got := m.Text(c.in)
		if !strings.Contains(got, c.contains) || c.maskedKey != "" && (strings.Contains(got, c.maskedKey) || !strings.Contains(got, m.Key(c.maskedKey))) {
			t.Errorf("%v: %q became %q", c.keys, c.in, got)
		}
	}
}

func TestLearnKeepsNoHoldOfItsArgument(t *testing.T) {
	m, keys := New(), []string{"acme"}
	m.Learn(keys)
	keys[0] = "other"
	if got := m.Text("acme other"); got != m.Key("acme")+" other" {
		t.Error(got)
	}
}
