package nodetool

import (
	"regexp"
	"strings"
)

// The form:
//
// 	Mode: NORMAL
// 	Not sending any streams.                                     or the sessions:
// 	Repair 7a0a7a50-f6b1-11e4-b9e2-d7a1b7f6b4f9
// 	    /10.0.0.2 (using /192.168.0.2)
// 	        Receiving 20 files, 123456 bytes total. Already received 3 files (15.00%), 1234 bytes total (1.00%)
// 	            /var/lib/.../nb-1-big-Data.db 123/456 bytes (27%) received from idx:0/10.0.0.2
// 	Read Repair Statistics:
// 	Attempted: 447
// 	Pool Name                    Active   Pending      Completed   Dropped
// 	Large messages                  n/a         0              0         0

// NetStats is the output of netstats.
type NetStats struct {
	// Mode is NORMAL, JOINING, LEAVING, ...
	Mode string `json:"mode"`
	// NotStreaming says that "Not sending any streams" was printed.
	NotStreaming bool `json:"not_streaming"`
	// ReadRepair are Attempted, "Mismatch (Blocking)", "Mismatch (Background)".
	ReadRepair map[string]Figure `json:"read_repair"`
	// Pools are "Large messages", "Small messages", "Gossip messages" ("Commands", "Responses" in 2.x) by column.
	Pools map[string]map[string]Figure `json:"pools"`
	// Streams are the sessions, as printed.
	Streams []Stream `json:"streams,omitempty"`
}

// Stream is one peer of a streaming session.
type Stream struct {
	Operation string `json:"operation"`
	ID        string `json:"id"`
	Peer      string `json:"peer"`
	// Transfers are the "Receiving ..." and "Sending ..." lines.
	Transfers []Transfer `json:"transfers"`
}

// Transfer is one direction of a stream.
type Transfer struct {
	Direction  string `json:"direction"`
	Files      Figure `json:"files"`
	TotalBytes Figure `json:"total_bytes"`
	DoneFiles  Figure `json:"done_files,omitzero"`
	DoneBytes  Figure `json:"done_bytes,omitzero"`
}

var (
	modeIs      = regexp.MustCompile(`^Mode:\s*(\S+)$`)
	streamIs    = regexp.MustCompile(`^([A-Z][A-Za-z ]*?)\s+([0-9a-f]{8}-[0-9a-f-]{27})$`)
	streamPeer  = regexp.MustCompile(`^(/?[\w.:\[\]-]+)(?:\s+\(using .*\))?$`)
	transferIs  = regexp.MustCompile(`^(Receiving|Sending) ([\d,.]+) files, ([\d.,]+(?: ?\w+)?) total(?:\. Already (?:received|sent) ([\d,.]+) files(?: \([^)]*\))?, ([\d.,]+(?: ?\w+)?) total)?`)
	transferred = regexp.MustCompile(`\d+(?:/\d+)? bytes ?\(\d+%\)`)
	messageCols = []string{"Pool Name", "Active", "Pending", "Completed", "Dropped"}
)

type netText struct {
	out  *NetStats
	r    *report
	cols []column
	op   [2]string
}

// parseNetStats passes over the lines of single files, of which a bootstrap has thousands.
func parseNetStats(p *page, r *report) any {
	n := &netText{r: r, out: &NetStats{ReadRepair: map[string]Figure{}, Pools: map[string]map[string]Figure{}}}
	for _, l := range p.lines {
		if t := strings.TrimSpace(l.text); t != "" && !noise(l.text) && !n.line(t) {
			r.skipped(l)
		}
	}
	if n.out.Mode == "" && len(n.out.Pools) == 0 {
		return nil
	}
	return n.out
}

// line wants the pool table last, as all versions print it.
func (n *netText) line(t string) bool {
	switch {
	case modeIs.MatchString(t):
		n.out.Mode = modeIs.FindStringSubmatch(t)[1]
	case strings.HasPrefix(t, "Not sending any streams"), strings.HasPrefix(t, "Nothing streaming"):
		n.out.NotStreaming = true
	case strings.HasPrefix(t, "Read Repair Statistics"):
	case strings.HasPrefix(t, "Pool Name"):
		n.cols = columns(t, messageCols)[1:]
	case strings.HasPrefix(t, "Attempted:"), strings.HasPrefix(t, "Mismatch ("):
		label, value, _ := labelled(t)
		n.out.ReadRepair[label] = wholeFigure(value)
	case n.cols != nil:
		return n.pool(t)
	default:
		return n.stream(t)
	}
	return true
}

// pool takes the numbers from the right: the names hold a blank.
func (n *netText) pool(t string) bool {
	name, cells, ok := lastFields(t, len(n.cols))
	if !ok || name == "" {
		return false
	}
	values := map[string]Figure{}
	for i, c := range n.cols {
		if values[c.name] = wholeFigure(cells[i]); values[c.name].State == Words {
			return false
		}
	}
	n.out.Pools[name] = values
	return true
}

// stream reads "Repair <uuid>", then "/10.0.0.2 (using ...)", then the directions; the lines of single files say no
// more and are passed over.
func (n *netText) stream(t string) bool {
	if m := streamIs.FindStringSubmatch(t); m != nil {
		n.op = [2]string{m[1], m[2]}
		return true
	}
	if m := transferIs.FindStringSubmatch(t); m != nil && len(n.out.Streams) > 0 {
		s := &n.out.Streams[len(n.out.Streams)-1]
		s.Transfers = append(s.Transfers, Transfer{m[1], wholeFigure(m[2]), figure(m[3]), wholeFigure(m[4]), figure(m[5])})
		return true
	}
	if m := streamPeer.FindStringSubmatch(t); m != nil && n.op[1] != "" {
		n.out.Streams = append(n.out.Streams, Stream{Operation: n.op[0], ID: n.op[1], Peer: m[1], Transfers: []Transfer{}})
		return true
	}
	return transferred.MatchString(t)
}

func netStatsKind() kindRow {
	return kindRow{kind: KindNetStats, parse: parseNetStats,
		marks: []mark{{"Mode: ", 4}, {"Not sending any streams", 6}, {"Read Repair Statistics", 8}, {"Attempted:", 3},
			{"Large messages", 6}, {"Gossip messages", 6}, {"Mismatch (", 4}}}
}
