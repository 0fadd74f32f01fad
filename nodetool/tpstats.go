package nodetool

import (
	"regexp"
	"strings"
)

// Two tables, left aligned since 4.0 and right aligned before:
//
// 	Pool Name                      Active Pending Completed Blocked All time blocked
// 	MutationStage                  0      0       359491    0       0
//
// 	Latencies waiting in queue (micros) per dropped message types       4.1+; beside the header in DSE 5.1
// 	Message type                      Dropped     50%      95%      99%      Max
// 	READ_REQ                          0           0.0      0.0      0.0      0.0
//
// Pool names hold no blanks, so rows are words. The names of message types changed with the messaging of 4.0 (READ became
// READ_REQ and READ_RSP). DSE 6 prints "TPC/all/..." pools with up to nine columns and N/A in many.

// TPStats is the output of tpstats.
type TPStats struct {
	// Pools are by name, then by column: Active, Pending, Completed, Blocked, "All time blocked"; DSE 6 has more.
	Pools map[string]map[string]Figure `json:"pools"`
	// PoolOrder are the names as printed.
	PoolOrder []string `json:"pool_order"`
	// Dropped are the message types: "dropped", and where printed the latencies in microseconds waiting in the queue
	// "50%", "95%", "99%", "max" (JSON also "75%", "98%", "min").
	Dropped map[string]map[string]Figure `json:"dropped"`
	// Headless are pool rows whose header was cut off, as printed: name and cells.
	Headless []PoolRow `json:"headless,omitempty"`
	// Keys are the top-level keys of the JSON form.
	Keys []string `json:"top_level_keys,omitempty"`
}

// PoolRow is a row that cannot be mapped to columns.
type PoolRow struct {
	Pool  string   `json:"pool"`
	Cells []string `json:"cells"`
}

// poolColumns are the headers of every version; the long ones of DSE 6.
var poolColumns = []string{"Pool Name", "Active", "Pending", "Completed", "Blocked", "All time blocked", "Pending (w/Backpressure)",
	"Delayed", "Stolen", "Shared", "Backpressure"}

var dropColumns = []string{"Message type", "Dropped", "50%", "75%", "95%", "98%", "99%", "Min", "Max"}

// poolCell is what stands in a cell of either table.
var poolCell = regexp.MustCompile(`^(?:-?[\d.,]+(?:E-?\d+)?|N/A|n/a|NaN)$`)

type tpText struct {
	out *TPStats
	r   *report
	// cols is the open table without its first column; drops says which of the two it is.
	cols  []column
	drops bool
	split []string
}

func newTPStats() *TPStats {
	return &TPStats{Pools: map[string]map[string]Figure{}, PoolOrder: []string{}, Dropped: map[string]map[string]Figure{}}
}

// parseTPStats keeps rows whose header was cut off as they are: mapping them would be a guess.
func parseTPStats(p *page, r *report) any {
	t := &tpText{out: newTPStats(), r: r}
	for _, l := range p.lines {
		if !l.blank() && !noise(l.text) {
			t.line(l, strings.TrimSpace(l.text))
		}
	}
	if len(t.out.Pools)+len(t.out.Dropped)+len(t.out.Headless) == 0 {
		return nil
	}
	if len(t.out.Headless) > 0 {
		r.warnf(0, "the header of the pools is missing: %d rows without column names", len(t.out.Headless))
		r.truncated = true
	}
	t.hint()
	return t.out
}

// line follows which of the two tables is open.
func (t *tpText) line(l line, text string) {
	switch {
	case strings.HasPrefix(text, "Pool Name"):
		t.cols, t.drops = columns(text, poolColumns)[1:], false
	case strings.HasPrefix(text, "Message type"):
		t.cols, t.drops = t.dropHeader(text), true
	case strings.Contains(text, "atency waiting in queue") || strings.HasPrefix(text, "Latencies waiting in queue"):
		t.split = nil
	case strings.HasPrefix(text, "50%"): // the second head line of DSE 5.1 and the alphas of 4.0
		t.split = strings.Fields(text)
		if t.drops {
			for _, name := range t.split {
				t.cols = append(t.cols, column{name: name})
			}
		}
	default:
		t.row(l, text)
	}
}

// dropHeader is the line "Message type Dropped ..."; the percentiles may stand on a line of their own above or below,
// under or beside "Latency waiting in queue (micros)".
func (t *tpText) dropHeader(text string) []column {
	text, _, _ = strings.Cut(text, "Latency waiting")
	cols := columns(text, dropColumns)[1:]
	if len(cols) == 1 {
		for _, name := range t.split {
			cols = append(cols, column{name: name})
		}
	}
	return cols
}

// row takes the name and as many cells as follow it. Names hold no blanks.
func (t *tpText) row(l line, text string) {
	words := strings.Fields(text)
	cells := words[1:]
	ok := len(cells) > 0
	for _, c := range cells {
		ok = ok && poolCell.MatchString(c)
	}
	switch {
	case !ok:
		t.r.skipped(l)
	case t.cols == nil:
		t.out.Headless = append(t.out.Headless, PoolRow{words[0], cells})
	case len(cells) != len(t.cols) && !t.drops || len(cells) > len(t.cols):
		t.r.skipped(l)
	default:
		t.file(words[0], cells)
	}
}

func (t *tpText) file(name string, cells []string) {
	values := map[string]Figure{}
	for i, c := range cells {
		values[t.key(t.cols[i].name)] = wholeFigure(c)
	}
	if t.drops {
		t.out.Dropped[name] = values
		return
	}
	t.out.addPool(name, values)
}

// addPool keeps the order of printing, which groups the stages.
func (o *TPStats) addPool(name string, values map[string]Figure) {
	if _, twice := o.Pools[name]; !twice {
		o.PoolOrder = append(o.PoolOrder, name)
	}
	o.Pools[name] = values
}

// key is the column's name in Dropped; that table prints Dropped and Max with a capital.
func (t *tpText) key(name string) string {
	if t.drops {
		return strings.ToLower(name)
	}
	return name
}

// hint goes by the names of pools and messages, which changed with 4.0.
func (t *tpText) hint() {
	_, binary := t.out.Dropped["BINARY"]
	_, auth := t.out.Pools["Native-Transport-Auth-Requests"]
	_, request := t.out.Dropped["READ_REQ"]
	_, old := t.out.Dropped["READ"]
	switch {
	case len(t.out.Headless) > 0 && strings.HasPrefix(t.out.Headless[0].Pool, "TPC/"), strings.HasPrefix(first(t.out.PoolOrder), "TPC/"):
		t.r.hint = "dse-6"
	case binary:
		t.r.hint = "2.x"
	case auth || request:
		t.r.hint = "4.0+"
	case old:
		t.r.hint = "2.x-3.11"
	}
}

func first(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

// poolKeys are the JSON names of TpStatsHolder for the columns of the text.
var poolKeys = map[string]string{"ActiveTasks": "Active", "PendingTasks": "Pending", "CompletedTasks": "Completed",
	"CurrentlyBlockedTasks": "Blocked", "TotalBlockedTasks": "All time blocked"}

// waitKeys are the seven numbers of WaitLatencies.
var waitKeys = []string{"50%", "75%", "95%", "98%", "99%", "min", "max"}

func tpStatsTree(root *node, r *report) any {
	out := newTPStats()
	pools, dropped := root.get("ThreadPools"), root.get("DroppedMessage")
	if pools == nil && dropped == nil {
		return nil
	}
	out.Keys = root.keys
	if pools != nil {
		for i, name := range pools.keys {
			out.addPool(name, renamed(pools.items[i], poolKeys))
		}
	}
	if dropped != nil {
		for i, name := range dropped.keys {
			out.Dropped[name] = map[string]Figure{"dropped": dropped.items[i].figure(true)}
		}
	}
	waits(out, root.get("WaitLatencies"), r)
	r.hint = "3.11+"
	if _, ok := out.Dropped["READ_REQ"]; ok {
		r.hint = "4.0+"
	}
	return out
}

// renamed gives the JSON keys the names of the columns and keeps those it does not know.
func renamed(n *node, names map[string]string) map[string]Figure {
	values := map[string]Figure{}
	for i, key := range n.keys {
		if name, ok := names[key]; ok {
			key = name
		}
		values[key] = n.items[i].figure(true)
	}
	return values
}

// waits adds the latencies to the message types; a list of another length cannot be mapped.
func waits(out *TPStats, n *node, r *report) {
	if n == nil {
		return
	}
	for i, name := range n.keys {
		list := n.items[i].items
		if len(list) != len(waitKeys) {
			r.warnf(n.items[i].line, "%d latencies of %s, not %d", len(list), name, len(waitKeys))
			continue
		}
		if out.Dropped[name] == nil {
			out.Dropped[name] = map[string]Figure{}
		}
		for j, key := range waitKeys {
			out.Dropped[name][key] = list[j].figure(false)
		}
	}
}

func tpStatsKind() kindRow {
	return kindRow{
		kind: KindTPStats,
		marks: []mark{{"Message type", 10}, {"Latencies waiting in queue", 8}, {"TPC/", 10}, {"ReadStage ", 4},
			{"MutationStage ", 4}},
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool {
				return strings.Contains(s, "Pool Name") && strings.Contains(s, "All time blocked")
			}); ok {
				return 10
			}
			return 0
		},
		parse: parseTPStats, tree: tpStatsTree,
	}
}
