package nodetool

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	text := "Last login: Monday\n[admin@cass-a1 ~]$ nodetool version\nReleaseVersion: 4.1.10\n$ nodetool -h 10.0.0.2 info\nID : x\n" +
		"nodetool: Failed to connect to '127.0.0.1:7199'\n==== nodetool tpstats ====\n\n"
	got := Split([]byte(text))
	want := []Part{
		{Line: 1, Text: []byte("Last login: Monday\n")},
		{Line: 2, Host: "cass-a1", Text: []byte("ReleaseVersion: 4.1.10\n")},
		{Line: 4, Host: "10.0.0.2", Text: []byte("ID : x\nnodetool: Failed to connect to '127.0.0.1:7199'\n")},
	}
	if len(got) != len(want) {
		t.Fatalf("%d parts of %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		if g := got[i]; g.Line != w.Line || g.Host != w.Host || string(g.Text) != string(w.Text) {
			t.Errorf("part %d: %d %q %q", i, g.Line, g.Host, g.Text)
		}
	}
	if one := Split([]byte("nodetool_x tpstats\nPool Name\n")); len(one) != 1 || !strings.HasPrefix(string(one[0].Text), "nodetool_x") {
		t.Errorf("%+v", one)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte("$ nodetool tpstats\nx\n# nodetool -h a info\ny"))
	f.Add([]byte("nodetool: Failed to connect\n==== nodetool status ====\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		total := 0
		for _, p := range Split(text) {
			total += len(p.Text)
			if p.Line < 1 {
				t.Errorf("line %d", p.Line)
			}
		}
		if total > len(text) {
			t.Errorf("%d bytes became %d", len(text), total)
		}
	})
}
