package nodetool

import (
	"reflect"
	"strings"
	"testing"
)

func names(cols []column) string {
	var out []string
	for _, c := range cols {
		out = append(out, c.name)
	}
	return strings.Join(out, "|")
}

func TestColumns(t *testing.T) {
	tests := []struct {
		name, header, want string
		known              []string
	}{
		{"single blanks", "Pool Name                      Active Pending Completed Blocked All time blocked", "Pool Name|Active|Pending|Completed|Blocked|All time blocked", poolColumns},
		{"longest first", "Read Latency  CAS Read Latency", "Read Latency|CAS Read Latency", percentileColumns},
		{"touching", "Max GC Elapsed (ms)Total GC Elapsed (ms)", "Max GC Elapsed (ms)|Total GC Elapsed (ms)", gcColumns},
		{"an unknown column stays whole", "Pool Name   Active   Delayed a lot   Completed", "Pool Name|Active|Delayed a lot|Completed",
			[]string{"Pool Name", "Active", "Completed"}},
		{"unknown before a known one", "id new column total", "id|new column|total", []string{"id", "total"}},
		{"tabs", "Partition\tCount\t+/-", "Partition|Count|+/-", sampleColumns},
		{"nothing known", "a  b c", "a|b c", nil},
		{"empty", "   ", "", nil},
	}
	for _, tt := range tests {
		if got := names(columns(tt.header, tt.known)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestCutLeft(t *testing.T) {
	known := []string{"id", "compaction type", "total"}
	cols := columns("id   compaction type     total", known)
	tests := []struct {
		row  string
		want []string
	}{
		{"1    Remove deleted data 1.04 MiB", []string{"1", "Remove deleted data", "1.04 MiB"}},
		{"22   x                   0 bytes   ", []string{"22", "x", "0 bytes"}},
		{"3", []string{"3", "", ""}},
		{"", []string{"", "", ""}},
	}
	for _, tt := range tests {
		if got, ok := cutLeft(tt.row, cols); !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %q", tt.row, got)
		}
	}
}

// TestCutCountsJavaUnits: Java pads by UTF-16 units, so a flame is as wide as two letters.
func TestCutCountsJavaUnits(t *testing.T) {
	if _, ok := cutLeft("widerthanitscolumn x", columns("id   total", []string{"id", "total"})); ok {
		t.Error("a cut through a word")
	}
	cols := columns("Partition      Count", []string{"Partition", "Count"})
	for _, row := range []string{"emoji-🔥       1    ", "emoji-ab       1    ", "ünïcode        1"} {
		if got, ok := cutLeft(row, cols); !ok || got[1] != "1" {
			t.Errorf("%q: got %q", row, got)
		}
	}
}

func TestCutRight(t *testing.T) {
	cols := columns("    compaction type        keyspace     total", []string{"compaction type", "keyspace", "total"})
	if _, ok := cutRight("Anticompaction after repair             ks_a   1.12 KB", cols); ok {
		t.Error("a cut through a word")
	}
	got, ok := cutRight("   Secondary index             ks_a   1.12 KB", cols)
	if !ok || !reflect.DeepEqual(got, []string{"Secondary index", "ks_a", "1.12 KB"}) {
		t.Errorf("got %q", got)
	}
}

func TestLastFields(t *testing.T) {
	rest, cells, ok := lastFields("Large messages      n/a   0   12  ", 3)
	if !ok || rest != "Large messages" || !reflect.DeepEqual(cells, []string{"n/a", "0", "12"}) {
		t.Errorf("got %q %q %v", rest, cells, ok)
	}
	if _, _, ok := lastFields("one two", 3); ok {
		t.Error("three fields out of two")
	}
	if _, _, ok := lastFields("", 1); ok {
		t.Error("a field out of nothing")
	}
}

func TestBraceWords(t *testing.T) {
	for text, want := range map[string][]string{
		"a {1:14, 4:1} b":                    {"a", "{1:14, 4:1}", "b"},
		"{a {b c} d} e":                      {"{a {b c} d}", "e"},
		"  x\ty  ":                           {"x", "y"},
		"{never closed a":                    {"{never closed a"},
		"a} b":                               {"a}", "b"},
		"":                                   nil,
		"{compaction_type:Major compaction}": {"{compaction_type:Major compaction}"},
	} {
		if got := braceWords(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
