package nodetool

import (
	"reflect"
	"strings"
	"testing"
)

const oldHistogramText = `No SSTables exists, unable to calculate 'Partition Size' and 'Cell Count' percentiles
ks_a/tbl_a histograms
Percentile  SSTables     Write Latency      Read Latency    Partition Size        Cell Count
                              (micros)          (micros)           (bytes)                  
50%             1,00             14,00            924,00      158683580810               NaN
Min             0.00              2.00             30.00               NaN                 0
Max            42.00          4,768.00            nan                  150         962624926
`

func TestHistogramColumnsByHeader(t *testing.T) {
	d, res := read[Histograms](t, KindTableHistograms, oldHistogramText)
	s := d.Sections[0]
	if s.Table != "ks_a.tbl_a" || !d.NoSSTablesSentence || res.VersionHint != "2.1-3.11" {
		t.Errorf("%+v, hint %s", s, res.VersionHint)
	}
	wantNumber(t, "write", s.Rows["50%"]["Write Latency"], 14)
	wantNumber(t, "a size wider than its column", s.Rows["50%"]["Partition Size"], 158683580810)
	wantNumber(t, "cells", s.Rows["Max"]["Cell Count"], 962624926)
	wantNumber(t, "edited thousands", s.Rows["Max"]["Write Latency"], 4768)
	if s.Rows["50%"]["Cell Count"].State != NotANumber || s.Rows["Max"]["Read Latency"].State != NotANumber {
		t.Error("NaN is not a number")
	}
	wantUnits := map[string]string{"Write Latency": "micros", "Read Latency": "micros", "Partition Size": "bytes"}
	if !reflect.DeepEqual(s.Units, wantUnits) {
		t.Errorf("units %v", s.Units)
	}
	warned(t, res)
}

func TestHistogramNewOrder(t *testing.T) {
	d, res := read[Histograms](t, KindTableHistograms, `k/t histograms
Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
                    (micros)          (micros)                             (bytes)                  
50%                   179.00              7.00              1.00               535                 4
Max                  5722.00             29.00              1.00          30130992             88148

k/u histograms
Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
50%                     1.00              2.00              3.00                 4                 5
Max                     1.00              2.00              3.00                 4                 5

k/t histograms
Percentile      Read Latency     Write Latency          SSTables    Partition Size        Cell Count
50%                     9.00              9.00              9.00                 9                 9
Max                     9.00              9.00              9.00                 9                 9
`)
	if len(d.Sections) != 3 || d.DistinctTables() != 2 || res.VersionHint != "4.0+" {
		t.Errorf("%d sections, %d tables, hint %s", len(d.Sections), d.DistinctTables(), res.VersionHint)
	}
	wantNumber(t, "read", d.Sections[0].Rows["50%"]["Read Latency"], 179)
	wantNumber(t, "sstables", d.Sections[1].Rows["Max"]["SSTables"], 3)
}

func TestHistogramDamage(t *testing.T) {
	tests := []struct {
		name, text string
		lines      []int
		truncated  bool
	}{
		{"a cell too few", strings.Replace(oldHistogramText, "Min             0.00              2.00", "Min             0.00", 1), []int{6}, false},
		{"a word for a number", strings.Replace(oldHistogramText, "1,00", "oops", 1), []int{5}, false},
		{"a row twice", oldHistogramText + "50%  1 1 1 1 1\n", []int{8}, false},
		{"no Max", strings.Split(oldHistogramText, "Max")[0], []int{2}, true},
		{"rubbish", oldHistogramText + "~~~\n", []int{8}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, res := read[Histograms](t, KindTableHistograms, tt.text)
			warned(t, res, tt.lines...)
			if res.Truncated != tt.truncated {
				t.Errorf("truncated %v", res.Truncated)
			}
		})
	}
}

func TestHistogramWithoutTitle(t *testing.T) {
	text := strings.SplitN(oldHistogramText, "\n", 3)[2]
	d, _ := read[Histograms](t, KindTableHistograms, text)
	if d.Sections[0].Table != "" {
		t.Errorf("table %q", d.Sections[0].Table)
	}
	wantNumber(t, "write", d.Sections[0].Rows["50%"]["Write Latency"], 14)
}

func TestTitleWithoutRows(t *testing.T) {
	if res, err := ParseAny([]byte("k/t histograms\n")); err == nil {
		t.Errorf("got %+v", res.Data)
	}
}

func TestProxyHistograms(t *testing.T) {
	const rows = `Percentile       Read Latency      Write Latency      Range Latency   CAS Read Latency  CAS Write Latency View Write Latency
                     (micros)           (micros)           (micros)           (micros)           (micros)           (micros)
50%                    263.21              35.43            4055,27               0.00               1.00               2.00
Max                 322381.14          386857.37          107964.79               0.00               3.00           30130.99
`
	for name, text := range map[string]string{"whole": "proxy histograms\n" + rows, "title cut": rows} {
		d, res := read[Histograms](t, KindProxyHistograms, text)
		s := d.Sections[0]
		if s.Table != "" {
			t.Errorf("%s: table %q", name, s.Table)
		}
		wantNumber(t, name, s.Rows["50%"]["Range Latency"], 4055.27)
		wantNumber(t, name, s.Rows["50%"]["CAS Write Latency"], 1)
		wantNumber(t, name, s.Rows["Max"]["View Write Latency"], 30130.99)
		if s.Units["CAS Read Latency"] != "micros" {
			t.Errorf("%s: units %v", name, s.Units)
		}
		warned(t, res)
	}
}

// TestHistogramsByOffset is the form before 2.1.
func TestHistogramsByOffset(t *testing.T) {
	d, res := read[Histograms](t, KindTableHistograms, `ks/cf histograms

SSTables per Read
 1 sstables: 7
 2 sstables: 3

Write Latency (microseconds)
No Data

Read Latency (microseconds)
     42 us: 5

Partition Size (bytes)
    179 bytes: 10

Cell Count per Partition
      5 cells: 10
`)
	b := d.Sections[0].Buckets
	if !reflect.DeepEqual(b["SSTables per Read"], []Bucket{{1, 7}, {2, 3}}) || !reflect.DeepEqual(b["Read Latency"], []Bucket{{42, 5}}) {
		t.Errorf("buckets %v", b)
	}
	if res.VersionHint != "1.x-2.0" {
		t.Errorf("hint %s", res.VersionHint)
	}
	warned(t, res, 8)
	d, _ = read[Histograms](t, KindTableHistograms, `ks/cf histograms
Offset      SSTables     Write Latency      Read Latency          Row Size      Column Count
1               3582                 0                 0                 0             16550
2                 10                 4                 1                 0                 0
`)
	b = d.Sections[0].Buckets
	if len(b["SSTables"]) != 2 || b["Column Count"][0] != (Bucket{1, 16550}) || b["Write Latency"][1] != (Bucket{2, 4}) {
		t.Errorf("buckets %v", b)
	}
}
