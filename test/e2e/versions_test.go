package e2e

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partop/partop/lab/node"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
	"github.com/partop/partop/nodetool"
)

// TestVersions is a smoke test of each version that the lab knows; the lab that is up decides which one is run, and
// scripts/matrix brings up one after another. The tables are its own, so that nobody else's traffic is in them.
func TestVersions(t *testing.T) {
	dir, err := state.Locate()
	if err != nil {
		t.Fatal(err)
	}
	up, err := dir.Load()
	if errors.Is(err, state.ErrNoLab) {
		t.Skipf("skipped: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, v := range version.Known() {
		t.Run(v, func(t *testing.T) {
			if up.Version != v {
				t.Skipf("skipped: the lab that is up runs %s; scripts/matrix %s runs this", up.Version, v)
			}
			fill(t, up)
			t.Run("FirstNumbers", func(t *testing.T) { firstNumbersOf(t, up) })
			t.Run("Absences", func(t *testing.T) { absencesOf(t, up) })
			t.Run("TextEqualsJSON", textEqualsJSON)
			t.Run("JMXEqualsNodetool", func(t *testing.T) { jmxEqualsNodetool(t, up) })
			t.Run("JMXPercentilesEqual", func(t *testing.T) { jmxPercentilesEqual(t, up) })
			t.Run("JMXRoles", func(t *testing.T) { jmxRolesOf(t, up) })
			t.Run("SampledKeys", func(t *testing.T) { sampledKeysOf(t, up) })
			t.Run("MissingGrant", func(t *testing.T) { missingGrantOf(t, up) })
			t.Run("TLS", func(t *testing.T) { encryptedOf(t, up, dir.Path("tls", "ca.pem")) })
		})
	}
}

// fill makes a keyspace with a table of each of the strategies whose lines in tablestats differ, some rows in files and
// some in memory.
func fill(t *testing.T, up state.Options) {
	t.Helper()
	t.Cleanup(func() { lab(t, "cql", "DROP KEYSPACE IF EXISTS smoke") })
	lab(t, "cql", fmt.Sprintf("CREATE KEYSPACE IF NOT EXISTS smoke WITH replication = "+
		"{'class': 'NetworkTopologyStrategy', 'dc1': %d}", min(3, up.Nodes)))
	for table, strategy := range map[string]string{"plain": "SizeTiered", "leveled": "Leveled", "windowed": "TimeWindow"} {
		lab(t, "cql", fmt.Sprintf("CREATE TABLE IF NOT EXISTS smoke.%s (k text, c int, v text, PRIMARY KEY (k, c)) "+
			"WITH compaction = {'class': '%sCompactionStrategy'}", table, strategy))
		lab(t, "cql", fmt.Sprintf("INSERT INTO smoke.%s (k, c, v) VALUES ('a', 1, '%s')", table, strings.Repeat("x", 2000)))
	}
	lab(t, "flush", "smoke")
	for k := range 3 {
		lab(t, "cql", fmt.Sprintf("INSERT INTO smoke.plain (k, c, v) VALUES ('key %d', 2, 'in memory')", k))
		lab(t, "cql", "SELECT v FROM smoke.plain WHERE k = 'a'")
	}
}

// watch opens partop on the first node and waits until all are reached. The screen has room for every table of the lab: the
// one that is waited for is idle, and the last.
func watch(t *testing.T, up state.Options) *screen {
	t.Helper()
	s := open(t, 120, 160, oncall, partop, node.Address(up.Net, 1))
	s.see(15*time.Second, up.Version, fmt.Sprintf("reached %d", up.Nodes), "smoke.plain")
	return s
}

// firstNumbersOf wants figures that every version has by CQL alone: each node's share of the tokens and round trip, and
// the table's size where there are virtual tables.
func firstNumbersOf(t *testing.T, up state.Options) {
	start := time.Now()
	s := watch(t, up)
	if hasViews(t, up) {
		s.seeMatch(10*time.Second, `smoke\.plain .*[≤~]?\d+(\.\d+)?[KM]\b`)
	}
	t.Logf("first numbers after %s", time.Since(start))
	s.keys("6")
	for i := 1; i <= up.Nodes; i++ {
		s.seeMatch(10*time.Second, regexp.QuoteMeta(node.Address(up.Net, i))+` .* \d+% .*\d(\.\d+)?(ms|µs)`)
	}
}

// sampledKeysOf reads one partition over and over and wants the node's own sampler to name it, in the form of the version.
func sampledKeysOf(t *testing.T, up state.Options) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			cmd := exec.CommandContext(ctx, labTool, "cql", "SELECT v FROM smoke.plain WHERE k = 'a'")
			cmd.Dir = repository
			_ = cmd.Run() // the sampler's answer shows whether it worked
		}
	}()
	defer func() { cancel(); <-ended }()
	as := []string{}
	if up.JMXAuth {
		as = []string{"PARTOP_JMX_USER=ops", "PARTOP_JMX_PASSWORD=ops"}
	}
	for _, way := range []string{"nodetool", "JMX"} {
		env := append(labNodetool(t), as...)
		if way == "JMX" {
			env = append(overJMX(t), as...)
		}
		s := open(t, 120, 30, env, partop, node.Address(up.Net, 1))
		s.see(15*time.Second, fmt.Sprintf("reached %d", up.Nodes), "smoke.plain")
		if way == "JMX" {
			s.see(15*time.Second, "CQL JMX")
		}
		s.keys("3", "s")
		if way == "nodetool" {
			s.see(5*time.Second, "sample keys?")
			s.keys("y")
		}
		t.Logf("%s: %s", way, s.seeMatch(time.Minute, `smoke\.plain +k=a`))
		if way == "JMX" || hasViews(t, up) { // before 4.0 nodetool samples the tables that are busy on each node, and some have none
			s.see(30*time.Second, fmt.Sprintf("on %d of %d nodes", up.Nodes, up.Nodes))
		}
		s.kill()
	}
}

func hasViews(t *testing.T, up state.Options) bool {
	t.Helper()
	spec, err := version.Lookup(up.Version)
	if err != nil {
		t.Fatal(err)
	}
	return spec.VirtualTables
}

// seeMatch waits until a line matches.
func (s *screen) seeMatch(within time.Duration, expression string) string {
	s.t.Helper()
	re := regexp.MustCompile(`(?m)^.*` + expression + `.*$`)
	var found string
	if _, ok := eventually(s.t, within, func() bool { found = re.FindString(s.text()); return found != "" }); !ok {
		s.t.Fatalf("no line like %s within %s:\n%s", expression, within, s.text())
	}
	return found
}

// absences are the virtual tables that a version lacks, by the key of the screen that must say so: before 4.0 there are
// none (CASSANDRA-7622), queries came with 4.1 (CASSANDRA-15241).
var absences = map[string]map[string]string{
	"3.11.19": {"1": "local_read_latency", "2": "max_partition_size", "3": "queries", "4": "tombstones_per_read", "5": "sstable_tasks"},
	"4.0.18":  {"3": "queries"},
}

// printedZero is a figure that would claim to have measured nothing.
var printedZero = regexp.MustCompile(`(^|\s)[~≤≥]?0(\.0+)?(%|B|ms|µs)?(\s|$)`)

func absencesOf(t *testing.T, up state.Options) {
	s := watch(t, up)
	time.Sleep(4 * time.Second) // two rounds: an answer may still be under way
	for _, key := range []string{"1", "2", "3", "4", "5", "6"} {
		s.keys(key)
		if table, absent := absences[up.Version][key]; absent {
			s.see(10*time.Second, "this version has no system_views."+table)
		} else if time.Sleep(500 * time.Millisecond); strings.Contains(s.text(), "this version has no ") {
			t.Errorf("screen %s misses something that %s has:\n%s", key, up.Version, s.text())
		}
	}
	if hasViews(t, up) {
		return
	}
	s.keys("1")
	row := s.seeMatch(5*time.Second, `smoke\.plain `)
	if strings.Count(row, "?") < 5 || printedZero.MatchString(row) {
		t.Errorf("what is not known does not stand as ?: %s", row)
	}
}

// missingGrantOf comes as one who may log in only. Before 4.0 there is nothing to be denied: the tables that partop reads
// there are open to everybody who may log in.
func missingGrantOf(t *testing.T, up state.Options) {
	if !up.Auth {
		t.Skip("skipped: the lab runs without --auth")
	}
	words := []string{fmt.Sprintf("reached %d", up.Nodes)}
	if hasViews(t, up) {
		words = append(words, "no permission", "GRANT SELECT ON")
	}
	plain := []string{"PARTOP_USER=plain", "PARTOP_PASSWORD=plain"}
	open(t, 120, 30, plain, partop, node.Address(up.Net, 1)).see(15*time.Second, words...)
}

func encryptedOf(t *testing.T, up state.Options, authority string) {
	if !up.TLS {
		t.Skip("skipped: the lab runs without --tls")
	}
	s := open(t, 120, 30, oncall, partop, "--tls", node.Address(up.Net, 1))
	s.see(15*time.Second, "authority that is not known")
	s.kill()
	s = open(t, 120, 30, oncall, partop, "--tls", "--tls-ca", authority, node.Address(up.Net, 1))
	s.see(15*time.Second, up.Version, fmt.Sprintf("reached %d", up.Nodes))
}

// textEqualsJSON asks for both forms of what the node prints and wants every figure of one to be that of the other. The
// text is asked for before and after: a counter that goes on counting must lie between, all else must be equal.
func textEqualsJSON(t *testing.T) {
	for _, tc := range []struct {
		kind  nodetool.Kind
		args  []string
		least int // figures that must have been compared
	}{
		{nodetool.KindTableStats, []string{"smoke"}, 90},
		{nodetool.KindTPStats, nil, 80},
		{nodetool.KindCompactionHistory, nil, 10},
	} {
		var differ []string
		for range 5 { // a pool that is busy in one of the three differs by chance
			text := func() map[string]nodetool.Figure { return ask(t, tc.kind, tc.args) }
			before, tree, after := text(), ask(t, tc.kind, append([]string{"-F", "json"}, tc.args...)), text()
			if differ = differences(before, tree, after); len(differ) == 0 {
				t.Logf("%s: %d figures are the same in both forms", tc.kind, len(before))
				if len(before) < tc.least {
					t.Errorf("%s: only %d figures", tc.kind, len(before))
				}
				break
			}
		}
		for _, d := range differ {
			t.Errorf("%s: %s", tc.kind, d)
		}
	}
}

// ask runs nodetool on node 1 and returns every figure by its name.
func ask(t *testing.T, kind nodetool.Kind, args []string) map[string]nodetool.Figure {
	t.Helper()
	cmd := exec.Command(labTool, append([]string{"nodetool", string(kind)}, args...)...)
	cmd.Dir = repository
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("nodetool %s %v: %v\n%s", kind, args, err, out)
	}
	res, err := nodetool.Parse(kind, out)
	if err != nil {
		t.Fatalf("nodetool %s %v: %v\n%s", kind, args, err, out)
	}
	if len(res.Warnings) > 0 || res.Truncated {
		t.Errorf("nodetool %s %v: %v", kind, args, res.Warnings)
	}
	return figures(t, res.Data)
}

func figures(t *testing.T, data any) map[string]nodetool.Figure {
	t.Helper()
	out := map[string]nodetool.Figure{}
	switch d := data.(type) {
	case *nodetool.TableStats:
		for name, k := range d.Keyspaces {
			addAll(out, name, k.Fields)
		}
		for name, table := range d.Tables {
			addAll(out, name, table.Fields)
		}
	case *nodetool.TPStats:
		for name, pool := range d.Pools {
			addAll(out, name, pool)
		}
		for name, waits := range d.Dropped {
			addAll(out, "dropped "+name, waits)
		}
	case *nodetool.CompactionHistory:
		for _, e := range d.Entries {
			out[e.ID+" bytes in"], out[e.ID+" bytes out"] = e.BytesIn, e.BytesOut
			for i, word := range []string{e.Keyspace, e.Table, e.CompactedAt, e.RowsMerged, e.Properties} {
				if word != "" {
					out[fmt.Sprint(e.ID, " word ", i)] = nodetool.Figure{State: nodetool.Words, Text: word}
				}
			}
		}
	default:
		t.Fatalf("no figures in %T", data)
	}
	return out
}

func addAll[K ~string](out map[string]nodetool.Figure, name string, fields map[K]nodetool.Figure) {
	for label, f := range fields {
		out[name+": "+string(label)] = f
	}
}

// jsonOnly are figures that the text form leaves out.
var jsonOnly = regexp.MustCompile(`: (Top (size|tombstone) partitions|75%|98%|min)$`)

func differences(before, tree, after map[string]nodetool.Figure) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(before)) {
		b, j, a := before[key], tree[key], after[key]
		if !alike(b, j) && !alike(a, j) && !between(b, j, a) {
			out = append(out, fmt.Sprintf("%s: text %q, JSON %q, text %q", key, b.Text, j.Text, a.Text))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		j := tree[key]
		told := j.State == nodetool.Number || j.State == nodetool.Words && j.Text != "[]"
		if !before[key].Printed() && !after[key].Printed() && told && !jsonOnly.MatchString(key) {
			out = append(out, fmt.Sprintf("%s: %q in JSON only", key, j.Text))
		}
	}
	return out
}

// alike holds two forms of a figure against each other, within what the coarser of them shows: the text of 5.0 has five
// decimals of a ratio, its JSON all. NaN of the text is null in the JSON of 3.11.
func alike(text, tree nodetool.Figure) bool {
	a, isNumber := text.Float()
	b, isNumberToo := tree.Float()
	switch {
	case isNumber && isNumberToo:
		step := max(text.Step, tree.Step, lastDecimal(text.Text))
		return a-b <= step && b-a <= step
	case isNumber || isNumberToo:
		return false
	case text.State == nodetool.Words || tree.State == nodetool.Words:
		return text.State == tree.State && text.Text == tree.Text
	}
	return text.Printed() && tree.Printed()
}

// lastDecimal is the worth of the last digit after the point, 0 for a number without one.
func lastDecimal(number string) float64 {
	_, decimals, ok := strings.Cut(number, ".")
	if !ok || strings.ContainsAny(decimals, "Ee") {
		return 0
	}
	return math.Pow10(-len(strings.TrimRight(decimals, " %KMGTPiBms")))
}

func between(before, tree, after nodetool.Figure) bool {
	b, ok1 := before.Float()
	j, ok2 := tree.Float()
	a, ok3 := after.Float()
	return ok1 && ok2 && ok3 && min(a, b) <= j && j <= max(a, b)
}
