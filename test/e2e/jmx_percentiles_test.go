package e2e

import (
	"math"
	"testing"

	"github.com/partop/partop/cassandra/buckets"
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/nodetool"
	"github.com/partop/partop/probes"
)

// printedShares are the rows of tablehistograms by the share they stand for.
var printedShares = map[string]float64{"50%": 0.5, "75%": 0.75, "95%": 0.95, "98%": 0.98, "99%": 0.99, "Max": 1}

// jmxPercentilesEqual holds histograms over JMX against what nodetool tablehistograms prints of a quiet table: sizes and cells
// exactly; latencies, which fade while the two are asked, to a bucket.
func jmxPercentilesEqual(t *testing.T, up state.Options) {
	id := cluster.TableID{Keyspace: "smoke", Name: "plain"}
	conn := dialJMX(t, up)
	sizes := histogramsOf(t, conn, probes.SizesOfTables([]cluster.TableID{id}))
	reads := histogramsOf(t, conn, probes.ReadsOfTables([]cluster.TableID{id}, up.Version))
	r, err := nodetool.Parse(nodetool.KindTableHistograms, []byte(lab(t, "nodetool", "tablehistograms", "smoke", "plain")))
	if err != nil {
		t.Fatal(err)
	}
	printed := r.Data.(*nodetool.Histograms).Sections[0]
	same := 0
	for row, share := range printedShares {
		for column, h := range map[string]buckets.Histogram{"Partition Size": sizes[cluster.TableFragmentSizes], "Cell Count": sizes[cluster.TableFragmentCells],
			"SSTables": reads[cluster.TableSSTablesPerRead]} {
			want, ok := printed.Rows[row][column].Float()
			if !ok {
				continue
			}
			if !atRank(h, share, want) {
				t.Errorf("%s at %s: nodetool %v, JMX %v", column, row, want, h)
			}
			same++
		}
	}
	t.Logf("%d percentiles of sizes, cells and SSTables are the same over JMX and in nodetool's text", same)
	if same < 12 {
		t.Errorf("only %d percentiles", same)
	}
	fadingEqual(t, conn, id, printed)
}

func histogramsOf(t *testing.T, conn *jmx.Conn, a *probes.Asked) map[cluster.Kind]buckets.Histogram {
	t.Helper()
	out := map[cluster.Kind]buckets.Histogram{}
	for _, r := range askedOverJMX(t, conn, a) {
		if b, ok := r.Value.(*cluster.Buckets); ok {
			out[r.Kind] = b.Histogram
		}
	}
	return out
}

// atRank reports whether a value is the border of the bucket at a share of the count. Cassandra rounds the rank down
// (EstimatedHistogram.percentile), so either side will do.
func atRank(h buckets.Histogram, share, value float64) bool {
	total := float64(h.Count())
	if total == 0 {
		return value == 0
	}
	low, high := max(1, math.Floor(share*total)), max(1, math.Ceil(share*total))
	seen := 0.0
	for b, n := range h.All() {
		seen += float64(n)
		if seen >= low && float64(b.Upper) == value {
			return true
		}
		if seen >= high {
			return float64(b.Upper) == value
		}
	}
	return false
}

// fadingEqual compares the percentiles of the timers, of which nodetool reads the same attributes a moment later.
func fadingEqual(t *testing.T, conn *jmx.Conn, id cluster.TableID, printed nodetool.Histogram) {
	same := 0
	for column, metric := range map[string]string{"Read Latency": "ReadLatency", "Write Latency": "WriteLatency"} {
		r := conn.One(t.Context(), jmx.GetAll(jmx.TableMetric(id.Keyspace, id.Name, metric), "50thPercentile", "99thPercentile", "Max"))
		items, ok := r.Value.(jmx.Items)
		if !ok {
			t.Fatalf("%s: %v", metric, r.Err)
		}
		for row, attribute := range map[string]string{"50%": "50thPercentile", "99%": "99thPercentile", "Max": "Max"} {
			want, ok := printed.Rows[row][column].Float()
			got, found := items.Get(attribute)
			value, err := jmx.Float64(got)
			if !ok || !found || err != nil {
				t.Errorf("%s at %s: nodetool %v, JMX %v, %v", column, row, printed.Rows[row][column], got, err)
				continue
			}
			if math.Abs(value-want) > 0.2*max(value, want)+1 {
				t.Errorf("%s at %s: nodetool %v, JMX %v", column, row, want, value)
			}
			same++
		}
	}
	t.Logf("%d percentiles of latencies are the same to a bucket", same)
}
