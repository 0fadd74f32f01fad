package nodetool

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// rounds is how many texts each of these tests makes.
const rounds = 60

// dialect is one way of printing tablestats.
type dialect struct {
	keyspace, latency string // "Keyspace: %s", "%s ms."
	bytesInLabels     bool
	human, comma      bool
	indent            [2]string
	flat              bool // -s: no keyspace blocks
}

var dialects = []dialect{
	{keyspace: "Keyspace: %s", latency: "%s ms.", bytesInLabels: true, indent: [2]string{"\t", "\t\t"}},
	{keyspace: "Keyspace: %s", latency: "%s ms.", indent: [2]string{"        ", "                "}},
	{keyspace: "Keyspace : %s", latency: "%s ms", indent: [2]string{"\t", "\t\t"}},
	{keyspace: "Keyspace : %s", latency: "%s ms", human: true, indent: [2]string{"\t", "\t\t"}},
	{keyspace: "Keyspace: %s", latency: "%s ms", human: true, comma: true, indent: [2]string{"", ""}},
	{keyspace: "Keyspace: %s", latency: "%s ms", flat: true, indent: [2]string{"\t", "\t"}},
}

// madeTable is what a made text says of one table, by label; a label that is not in it was not printed.
type madeTable struct {
	key    string
	values map[Label]float64
	nan    map[Label]bool
}

// TestGeneratedTableStats prints random keyspaces and tables in every dialect and reads them back.
func TestGeneratedTableStats(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(round)
		d := dialects[int(round)%len(dialects)]
		text, tables, reads := makeTableStats(r, d)
		got, res := read[TableStats](t, KindTableStats, text)
		warned(t, res)
		if len(got.Order) != len(tables) {
			t.Fatalf("round %d: %d tables, want %d in\n%s", round, len(got.Order), len(tables), text)
		}
		for i, want := range tables {
			if got.Order[i] != want.key {
				t.Fatalf("round %d: table %s, want %s", round, got.Order[i], want.key)
			}
			checkTable(t, got.Tables[want.key], want)
		}
		for ks, want := range reads {
			wantNumber(t, ks, got.Keyspaces[ks].Fields[ReadCount], want)
		}
	}
}

func checkTable(t *testing.T, got *Table, want madeTable) {
	t.Helper()
	for _, row := range tableLabels {
		f := got.Fields[row.label]
		value, printed := want.values[row.label]
		switch {
		case want.nan[row.label]:
			if f.State != NotANumber {
				t.Errorf("%s %s: %q is not NaN", want.key, row.label, f.Text)
			}
		case !printed:
			if f.Printed() {
				t.Errorf("%s %s: %q out of nothing", want.key, row.label, f.Text)
			}
		default:
			wantNumber(t, want.key+" "+string(row.label), f, value)
		}
	}
}

func makeTableStats(r *rand.Rand, d dialect) (text string, tables []madeTable, reads map[string]float64) {
	var b strings.Builder
	reads = map[string]float64{}
	fmt.Fprintf(&b, "Total number of tables: %d\n----------------\n", 1+r.IntN(100))
	for range 1 + r.IntN(3) {
		ks := name(r)
		if reads[ks] != 0 {
			continue
		}
		if !d.flat {
			n := 1 + r.Int64N(1e12)
			reads[ks] = float64(n)
			fmt.Fprintf(&b, d.keyspace+"\n%sRead Count: %d\n%sRead Latency: "+d.latency+"\n%sPending Flushes: 0\n", ks, d.indent[0], n, d.indent[0], "NaN", d.indent[0])
		}
		seen := map[string]bool{}
		for range r.IntN(4) {
			table := name(r)
			if seen[table] {
				continue
			}
			seen[table] = true
			title := table
			if d.flat {
				title = ks + "." + table
			}
			fmt.Fprintf(&b, "%sTable: %s\n", d.indent[1], title)
			tables = append(tables, makeTable(r, d, ks+"."+table, &b))
			b.WriteByte('\n')
		}
		b.WriteString("----------------\n")
	}
	return b.String(), tables, reads
}

// makeTable prints a random part of the labels, in order.
func makeTable(r *rand.Rand, d dialect, key string, b *strings.Builder) madeTable {
	m := madeTable{key: key, values: map[Label]float64{}, nan: map[Label]bool{}}
	print := func(label Label, value string) { fmt.Fprintf(b, "%s%s: %s\n", d.indent[1], label, value) }
	n := r.Int64N(1e9)
	print(SSTableCount, strconv.FormatInt(n, 10))
	m.values[SSTableCount] = float64(n)
	for _, l := range []Label{SpaceUsedLive, SpaceUsedTotal, MemtableDataSize, OffHeapMemoryUsed} {
		if r.IntN(4) == 0 {
			continue
		}
		label := l
		if d.bytesInLabels {
			label += ", bytes"
		}
		if d.human {
			text, bytes := human(r, d.comma)
			print(label, text)
			m.values[l] = bytes
			continue
		}
		n := r.Int64N(1 << 50)
		print(label, strconv.FormatInt(n, 10))
		m.values[l] = float64(n)
	}
	for l, text := range map[Label]string{LocalReadLatencyMs: "Local read latency", LocalWriteLatencyMs: "Local write latency"} {
		if r.IntN(3) == 0 {
			m.nan[l] = true
			fmt.Fprintf(b, "%s%s: "+d.latency+"\n", d.indent[1], text, pick(r, "NaN", "nan"))
			continue
		}
		n := r.IntN(1e6)
		value := fmt.Sprintf("%d.%03d", n/1000, n%1000)
		if d.comma {
			value = strings.Replace(value, ".", ",", 1)
		}
		m.values[l] = float64(n) / 1000
		fmt.Fprintf(b, "%s%s: "+d.latency+"\n", d.indent[1], text, value)
	}
	n = r.Int64N(1 << 40)
	print(CompactedPartitionMaximum, strconv.FormatInt(n, 10))
	m.values[CompactedPartitionMaximum] = float64(n)
	return m
}

// TestGeneratedTableStatsTrees prints the same tables as JSON and as YAML and reads both.
func TestGeneratedTableStatsTrees(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(1000 + round)
		var j, y strings.Builder
		want := map[string]map[Label]float64{}
		j.WriteString("{\n  \"total_number_of_tables\" : 3,\n")
		y.WriteString("total_number_of_tables: 3\n")
		for k := range 1 + r.IntN(3) {
			ks := fmt.Sprintf("ks%d", k)
			fmt.Fprintf(&j, "  %q : {\n    \"read_count\" : 5,\n    \"tables\" : {\n", ks)
			fmt.Fprintf(&y, "%s:\n  read_count: 5\n  tables:\n", ks)
			tables := 1 + r.IntN(3)
			for i := range tables {
				table := fmt.Sprintf("t%d", i)
				count, live := r.Int64N(1e6), r.Int64N(1<<50)
				want[ks+"."+table] = map[Label]float64{SSTableCount: float64(count), SpaceUsedLive: float64(live)}
				fmt.Fprintf(&j, "      %q : { \"sstable_count\" : %d, \"space_used_live\" : \"%d\", \"twcs\" : null, \"sstables_in_each_level\" : [ ] }", table, count, live)
				fmt.Fprintf(&y, "    %s:\n      sstable_count: %d\n      space_used_live: '%d'\n      twcs: null\n      sstables_in_each_level: []\n", table, count, live)
				if i+1 < tables {
					j.WriteString(",")
				}
				j.WriteString("\n")
			}
			j.WriteString("    }\n  },\n")
		}
		j.WriteString("  \"last\" : { \"read_count\" : 0, \"tables\" : { } }\n}\n")
		for format, text := range map[Format]string{FormatJSON: j.String(), FormatYAML: y.String()} {
			got, res := read[TableStats](t, KindTableStats, text)
			warned(t, res)
			if res.Format != format || len(got.Tables) != len(want) {
				t.Fatalf("%s: %d tables, want %d in\n%s", res.Format, len(got.Tables), len(want), text)
			}
			for key, values := range want {
				for label, v := range values {
					wantNumber(t, key, got.Tables[key].Fields[label], v)
				}
			}
		}
	}
}

var compactionTypes = []string{"Compaction", "Major compaction", "Remove deleted data", "Secondary index build", "Key cache save", "COMPACTION",
	"Anticompaction after repair", "Validation", "Unknown compaction type"}

// TestGeneratedCompactionStats prints random tasks left aligned, right aligned, and with -V.
func TestGeneratedCompactionStats(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(2000 + round)
		form := int(round) % 4
		var want []CompactionRow
		var totals []float64
		rows := [][]string{{"id", "compaction type", "keyspace", "table", "completed", "total", "unit", "progress"}}
		if form == 3 {
			rows = [][]string{{"keyspace", "table", "task id", "completion ratio", "kind", "progress", "sstables", "total", "unit", "target directory"}}
		}
		for range r.IntN(6) {
			w := CompactionRow{ID: hexID(r), Type: pick(r, compactionTypes...), Keyspace: name(r), Table: name(r), Unit: pick(r, "bytes", "keys")}
			done, total := strconv.Itoa(r.IntN(1e9)), strconv.Itoa(r.IntN(1e9))
			value, _ := strconv.ParseFloat(total, 64)
			if form%2 == 1 {
				done, _ = human(r, false)
				total, value = human(r, false)
			}
			percent := fmt.Sprintf("%d.%02d%%", r.IntN(100), r.IntN(100))
			row := []string{w.ID, w.Type, w.Keyspace, w.Table, done, total, w.Unit, percent}
			if form == 3 {
				row = []string{w.Keyspace, w.Table, w.ID, percent, w.Type, done, strconv.Itoa(r.IntN(99)), total, w.Unit, pick(r, "", "/d/k/t-1")}
			}
			rows, want, totals = append(rows, row), append(want, w), append(totals, value)
		}
		text := fmt.Sprintf("pending tasks: %d\n- k.t: 3\n\n", len(want))
		if form == 2 {
			text += rightAligned([]int{38, 30, 34, 34, 16, 16, 10, 10}, rows)
		} else {
			text += tableBuilder("", rows)
		}
		got, res := read[CompactionStats](t, KindCompactionStats, text+"Active compaction remaining time :   0h00m13s\n")
		warned(t, res)
		if len(got.Rows) != len(want) {
			t.Fatalf("round %d: %d rows, want %d in\n%s", round, len(got.Rows), len(want), text)
		}
		for i, w := range want {
			g := got.Rows[i]
			if g.ID != w.ID || g.Type != w.Type || g.Keyspace != w.Keyspace || g.Table != w.Table || g.Unit != w.Unit {
				t.Errorf("round %d: got %+v, want %+v", round, g, w)
			}
			wantNumber(t, "total", g.Total, totals[i])
		}
	}
}

// TestGeneratedHistograms prints random percentiles in both orders of columns.
func TestGeneratedHistograms(t *testing.T) {
	orders := [][]string{{"SSTables", "Write Latency", "Read Latency", "Partition Size", "Cell Count"},
		{"Read Latency", "Write Latency", "SSTables", "Partition Size", "Cell Count"}}
	for round := range uint64(rounds) {
		r := chance(3000 + round)
		cols := orders[round%2]
		want := map[string]map[string]float64{}
		ks, table := name(r), name(r)
		rows := [][]string{append([]string{"Percentile"}, cols...)}
		for _, p := range []string{"50%", "75%", "95%", "98%", "99%", "Min", "Max"} {
			row := []string{p}
			want[p] = map[string]float64{}
			for _, c := range cols {
				n := r.Int64N(1e11)
				if c == "Partition Size" || c == "Cell Count" {
					row = append(row, strconv.FormatInt(n, 10))
					want[p][c] = float64(n)
				} else {
					row = append(row, fmt.Sprintf("%d.%02d", n/100, n%100))
					want[p][c], _ = strconv.ParseFloat(row[len(row)-1], 64)
				}
			}
			rows = append(rows, row)
		}
		text := fmt.Sprintf("%s/%s histograms\n", ks, table) + rightAligned([]int{10, 18, 18, 18, 18, 18}, rows)
		got, res := read[Histograms](t, KindTableHistograms, text)
		warned(t, res)
		if got.Sections[0].Table != ks+"."+table {
			t.Errorf("table %s", got.Sections[0].Table)
		}
		for p, cells := range want {
			for c, v := range cells {
				wantNumber(t, p+" "+c, got.Sections[0].Rows[p][c], v)
			}
		}
	}
}
