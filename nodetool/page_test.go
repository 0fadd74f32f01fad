package nodetool

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func cleaned(text string) []string {
	var out []string
	for _, l := range newPage([]byte(text), &report{}).lines {
		out = append(out, l.text)
	}
	return out
}

func TestPageCleans(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "a\nb\n", "a|b"},
		{"no last line end", "a\nb", "a|b"},
		{"blank lines stay, for the numbers", `a

b
`, "a||b"},
		{"carriage returns", "a\r\nb\r\n", "a|b"},
		{"progress overwritten", "\r   \rSize: 1\n", "Size: 1"},
		{"colour codes", "\x1b[34mSSTable\x1b[36m: \x1b[0mx\n", "SSTable: x"},
		{"code fence", "```\na\n```\n", "|a|"},
		{"fence with language", "```text\na\n```", "|a|"},
		{"prompt", "user@host:~$ nodetool tablestats k\nKeyspace : k\n", "|Keyspace : k"},
		{"root prompt with path", "# /opt/cassandra/bin/nodetool info\nID : 1\n", "|ID : 1"},
		{"sstable tool prompt", "$ sstablemetadata x-Data.db\nSSTable: x\n", "|SSTable: x"},
		{"a key that looks like none", "\tcost $ 5     3    0\n", "\tcost $ 5     3    0"},
		{"mail", `> a
>
> b
> c
`, "a||b|c"},
		{"table frame", `| a
| b
| c
`, "a|b|c"},
		{"parallel shell", `node1: a
node1: b
node1:
node1: c
`, "a|b||c"},
		{"two nodes are no prefix", `node1: a
node2: b
node1: c
`, "node1: a|node2: b|node1: c"},
		{"two lines are no prefix", "a: 1\na: 2\n", "a: 1|a: 2"},
		{"byte order mark", "\xef\xbb\xbfa\n", "a"},
		{"broken UTF-8", "a\xffb\n", "a\uFFFDb"},
	}
	for _, tt := range tests {
		if got := strings.Join(cleaned(tt.text), "|"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestPageReadsUTF16(t *testing.T) {
	text := "ReleaseVersion: 5.0.6\r\n"
	little, big := []byte{0xff, 0xfe}, []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(text)) {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for _, b := range [][]byte{little, big} {
		res, err := ParseAny(b)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := res.Data.(*Version); !ok || v.Release != "5.0.6" {
			t.Errorf("got %+v", res.Data)
		}
	}
}

func TestLongLineIsCut(t *testing.T) {
	r := &report{}
	p := newPage([]byte(strings.Repeat("x", maxLineBytes+5)+"\nnext\n"), r)
	if len(p.lines) != 2 || len(p.lines[0].text) != maxLineBytes || p.lines[1].text != "next" {
		t.Errorf("%d lines", len(p.lines))
	}
	if !r.truncated || len(r.warnings) != 1 || r.warnings[0].Line != 1 {
		t.Errorf("warnings %v", r.warnings)
	}
}

func TestWarningsAreBounded(t *testing.T) {
	r := &report{}
	for range maxWarnings + 7 {
		r.skipped(line{1, strings.Repeat("y", 1000)})
	}
	w := r.closed()
	if len(w) != maxWarnings+1 || !strings.Contains(w[maxWarnings].Text, "7 more") {
		t.Errorf("%d warnings, last %v", len(w), w[len(w)-1])
	}
	if len(w[0].Text) > 2*maxWarningText {
		t.Errorf("a warning of %d bytes", len(w[0].Text))
	}
}
