package nodetool

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// The tests here print keys as people have them in the forms that print them raw.

type madeRow struct {
	table, key   string
	value, error int64
}

// TestGeneratedTopPartitions prints frequency lists of both generations.
func TestGeneratedTopPartitions(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(4000 + round)
		old := round%2 == 0
		var want []madeRow
		rows := [][]string{{"Table", "Partition", "Count", "+/-"}}
		for range 1 + r.IntN(10) {
			m := madeRow{name(r) + "." + name(r), oddKey(r, true), r.Int64N(1e6), r.Int64N(10)}
			if old {
				m.table = ""
			}
			want = append(want, m)
			rows = append(rows, []string{m.table, m.key, strconv.FormatInt(m.value, 10), strconv.FormatInt(m.error, 10)})
		}
		text := "Frequency of reads by partition:\n" + tableBuilder("   ", rows)
		if old {
			text = "READS Sampler:\n  Cardinality: ~2 (256 capacity)\n  Top 10 partitions:\n"
			width := 0
			for _, row := range rows {
				width = max(width, javaWidth(row[1]))
			}
			for _, row := range rows {
				text += "\t" + padded(row[1], width, false) + padded(row[2], 10, true) + padded(row[3], 10, true) + "\n"
			}
		}
		got, res := read[TopPartitions](t, KindTopPartitions, text+"\n")
		warned(t, res)
		if len(got.Samplers) != 1 || len(got.Samplers[0].Rows) != len(want) {
			t.Fatalf("round %d: %+v\n%s", round, got.Samplers, text)
		}
		for i, w := range want {
			g := got.Samplers[0].Rows[i]
			if g.Table != w.table || g.Partition != w.key || g.Value != w.value || g.Error == nil || *g.Error != w.error {
				t.Errorf("round %d: got %+v, want %+v\n%s", round, g, w, text)
			}
		}
	}
}

// TestGeneratedPartitionCSV prints records whose keys hold quotes, commas and line breaks.
func TestGeneratedPartitionCSV(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(5000 + round)
		var want []madeRow
		var b strings.Builder
		b.WriteString(csvHeader)
		for range r.IntN(10) {
			m := madeRow{key: oddKey(r, true), value: r.Int64N(1e9)}
			want = append(want, m)
			fmt.Fprintf(&b, "\"%s\",%s,true,%d,%d,1,2,3,0,0,0,0,0,0,/d/k/t-1/nb-1-big-Data.db,k,t,,,,1,big,nb\n", m.key,
				hex.EncodeToString([]byte(m.key)), r.Int64N(1e9), m.value)
		}
		got, res := read[PartitionCSV](t, KindSSTablePartitionsCSV, b.String())
		warned(t, res)
		if len(got.Records) != len(want) {
			t.Fatalf("round %d: %d records, want %d\n%s", round, len(got.Records), len(want), b.String())
		}
		for i, w := range want {
			g := got.Records[i]
			if g.Key != w.key || g.KeyHex != hex.EncodeToString([]byte(w.key)) || g.Counts["size"] != w.value {
				t.Errorf("round %d: got %+v, want %+v", round, g, w)
			}
		}
	}
}

// TestGeneratedPartitionScan prints the same keys in the text form.
func TestGeneratedPartitionScan(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(6000 + round)
		var want []madeRow
		var b strings.Builder
		b.WriteString("\nProcessing k.t-bcdf3220ecd111f1a20e6dd766c90501 #1 (big-nb) (29.150 MiB uncompressed, 28.433 MiB on disk)\n")
		for range r.IntN(10) {
			m := madeRow{key: oddKey(r, true), value: r.Int64N(1e9)}
			want = append(want, m)
			fmt.Fprintf(&b, "  Partition: '%s' (%s) live, size: %d B, rows: 1, cells: 2, tombstones: 3 (row:0, range:0, complex:0, cell:3, row-TTLd:0, cell-TTLd:0)\n",
				m.key, hex.EncodeToString([]byte(m.key)), m.value)
		}
		got, res := read[PartitionScan](t, KindSSTablePartitions, b.String())
		warned(t, res)
		if len(got.SSTables[0].Partitions) != len(want) {
			t.Fatalf("round %d: %d partitions, want %d\n%s", round, len(got.SSTables[0].Partitions), len(want), b.String())
		}
		for i, w := range want {
			g := got.SSTables[0].Partitions[i]
			if g.Key != w.key || g.KeyHex != hex.EncodeToString([]byte(w.key)) || countOf(g.Counts, "tombstones") != 3 {
				t.Errorf("round %d: got %+v, want %+v", round, g, w)
			}
			wantNumber(t, "size", g.Size, float64(w.value))
		}
	}
}

// TestGeneratedStatus prints random rings.
func TestGeneratedStatus(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(7000 + round)
		var b strings.Builder
		var want []StatusNode
		for dc := range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "Datacenter: dc%d\n===============\nStatus=Up/Down\n|/ State=Normal/Leaving/Joining/Moving\n", dc)
			rows := [][]string{{"-- ", "Address ", "Load ", "Tokens ", pick(r, "Owns ", "Owns (effective) "), "Host ID ", "Rack"}}
			for range 1 + r.IntN(5) {
				load, bytes := human(r, round%2 == 0)
				n := StatusNode{State: pick(r, "UN", "DN", "UJ", "UL", "UM"), Address: fmt.Sprintf("10.%d.0.%d", dc, r.IntN(256)), LoadText: load,
					OwnsText: pick(r, "?", "33.3%", "100,0%"), HostID: hexID(r), Rack: pick(r, "r1", "rack two", "5AE")}
				n.Load = Figure{Value: bytes}
				want = append(want, n)
				rows = append(rows, []string{n.State + " ", n.Address + " ", load + " ", "16 ", n.OwnsText + " ", n.HostID + " ", n.Rack})
			}
			b.WriteString(tableBuilder("", rows))
		}
		got, res := read[Status](t, KindStatus, b.String())
		warned(t, res)
		var all []StatusNode
		for _, dc := range got.Datacenters {
			all = append(all, dc.Nodes...)
		}
		if len(all) != len(want) {
			t.Fatalf("round %d: %d nodes, want %d\n%s", round, len(all), len(want), b.String())
		}
		for i, w := range want {
			g := all[i]
			if g.State != w.State || g.Address != w.Address || g.LoadText != w.LoadText || g.OwnsText != w.OwnsText || g.HostID != w.HostID || g.Rack != w.Rack || g.Up != (w.State[0] == 'U') {
				t.Errorf("round %d: got %+v, want %+v", round, g, w)
			}
			wantNumber(t, "load", g.Load, w.Load.Value)
		}
	}
}

// TestGeneratedSnapshots prints names with blanks.
func TestGeneratedSnapshots(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(8000 + round)
		rows := [][]string{{"Snapshot name", "Keyspace name", "Column family name", "True size", "Size on disk", "Creation time", "Expiration time"}}
		var sizes []float64
		for range 1 + r.IntN(8) {
			a, bytes := human(r, round%2 == 0)
			b, _ := human(r, round%2 == 0)
			sizes = append(sizes, bytes)
			rows = append(rows, []string{pick(r, name(r), "before upgrade", "1431193426333"), name(r), name(r), a, b, "2026-11-30T15:47:04.177Z", pick(r, "", "2027-01-01T00:00:00Z")})
		}
		got, res := read[Snapshots](t, KindListSnapshots, "Snapshot Details: \n"+tableBuilder("", rows)+"\nTotal TrueDiskSpaceUsed: 0 bytes\n\n")
		warned(t, res)
		if len(got.Rows) != len(sizes) {
			t.Fatalf("round %d: %d rows", round, len(got.Rows))
		}
		for i, s := range got.Rows {
			w := rows[i+1]
			if s.Name != w[0] || s.Keyspace != w[1] || s.Table != w[2] || s.TrueSizeText != w[3] || s.SizeOnDiskText != w[4] || s.Created != w[5] || s.Expires != w[6] {
				t.Errorf("round %d: got %+v, want %v", round, s, w)
			}
			wantNumber(t, "true size", s.TrueSize, sizes[i])
		}
	}
}

// TestGeneratedTPStats prints random pools left and right aligned.
func TestGeneratedTPStats(t *testing.T) {
	for round := range uint64(rounds) {
		r := chance(9000 + round)
		rows := [][]string{{"Pool Name", "Active", "Pending", "Completed", "Blocked", "All time blocked"}}
		seen := map[string]bool{}
		for range 1 + r.IntN(10) {
			pool := name(r)
			if seen[pool] {
				continue
			}
			seen[pool] = true
			row := []string{pool}
			for range 5 {
				row = append(row, pick(r, "0", strconv.FormatInt(r.Int64N(1e12), 10), "N/A"))
			}
			rows = append(rows, row)
		}
		text := tableBuilder("", rows)
		if round%2 == 0 {
			text = ""
			for _, row := range rows {
				text += padded(row[0], 32, false) + rightAligned([]int{15, 15, 15, 15, 18}, [][]string{row[1:]})
			}
		}
		got, res := read[TPStats](t, KindTPStats, text)
		warned(t, res)
		if len(got.Pools) != len(rows)-1 {
			t.Fatalf("round %d: %d pools, want %d\n%s", round, len(got.Pools), len(rows)-1, text)
		}
		for _, row := range rows[1:] {
			for i, cell := range row[1:] {
				f := got.Pools[row[0]][rows[0][i+1]]
				if f.Text != cell || (f.State == NotAvailable) != (cell == "N/A") {
					t.Errorf("round %d: %s %s: got %q, want %q", round, row[0], rows[0][i+1], f.Text, cell)
				}
			}
		}
	}
}
