package nodetool

import (
	"regexp"
	"strings"
)

// The form of status:
//
// 	Datacenter: datacenter1
// 	=======================
// 	Status=Up/Down
// 	|/ State=Normal/Leaving/Joining/Moving
// 	--  Address    Load       Tokens  Owns (effective)  Host ID                               Rack
// 	UN  127.0.0.1  49.54 MiB  16      100.0%            67474c22-8565-42fa-91f4-57d315c2d514  rack1
//
// Only the load holds a blank; "?" is a load that gossip does not know yet and an ownership that has no meaning without a
// keyspace. Pastes lose the columns, so rows are words in the header's order.

// Status is the output of status.
type Status struct {
	Datacenters []StatusDatacenter `json:"datacenters"`
	// Effective says that ownership is of one keyspace ("Owns (effective)"); without it Owns means little.
	Effective bool     `json:"owns_effective"`
	Notes     []string `json:"notes,omitempty"`
}

// StatusDatacenter is one block.
type StatusDatacenter struct {
	Name  string       `json:"name"`
	Nodes []StatusNode `json:"nodes"`
}

// StatusNode is one row, as the node that was asked sees it.
type StatusNode struct {
	// State is as printed: U or D (? in ScyllaDB), then N, L, J or M.
	State   string `json:"state"`
	Up      bool   `json:"up"`
	Address string `json:"address"`
	// Load is bytes on disk; "?" is unknown, LoadText is as printed.
	Load     Figure `json:"load"`
	LoadText string `json:"load_text"`
	Tokens   Figure `json:"tokens,omitzero"`
	// Owns is percent; "?" where replication differs between keyspaces.
	Owns     Figure `json:"owns,omitzero"`
	OwnsText string `json:"owns_text,omitempty"`
	HostID   string `json:"host_id,omitempty"`
	Token    string `json:"token,omitempty"`
	Rack     string `json:"rack,omitempty"`
}

var (
	statusRow     = regexp.MustCompile(`^\s*([UD?][NLJMRS?])\s+(\S+)\s+(\?|[\d.,]+\s?(?:[KMGTPE]i?B|[Bb]ytes?|B)\b)\s*(.*)$`)
	statusHead    = regexp.MustCompile(`^\s*--\s+Address\b`)
	datacenterIs  = regexp.MustCompile(`^\s*Datacenter:\s*(\S.*?)\s*$`)
	statusColumns = []string{"--", "Address", "Load", "Tokens", "Owns (effective)", "Owns", "Host ID", "Token", "Rack"}
)

// parseStatus wants a header, because "UN" alone is too little.
func parseStatus(p *page, r *report) any {
	out := &Status{Datacenters: []StatusDatacenter{}}
	var cols []column
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch m := statusRow.FindStringSubmatch(l.text); {
		case m != nil && cols != nil:
			out.add(statusNode(m, cols, l, r))
		case t == "" || strings.Trim(t, "=") == "" || strings.HasPrefix(t, "Status=") || strings.HasPrefix(t, "|/"):
		case datacenterIs.MatchString(l.text):
			out.Datacenters = append(out.Datacenters,
				StatusDatacenter{Name: datacenterIs.FindStringSubmatch(l.text)[1], Nodes: []StatusNode{}})
		case statusHead.MatchString(l.text):
			cols = columns(l.text, statusColumns)
			out.Effective = out.Effective || strings.Contains(l.text, "(effective)")
		case strings.HasPrefix(t, "Note:"):
			out.Notes = append(out.Notes, strings.TrimSpace(strings.TrimPrefix(t, "Note:")))
		case cols != nil || len(out.Datacenters) > 0:
			r.skipped(l)
		}
	}
	if cols == nil {
		return nil
	}
	return out
}

// add opens a nameless data centre for rows whose title was cut off.
func (s *Status) add(n StatusNode) {
	if len(s.Datacenters) == 0 {
		s.Datacenters = append(s.Datacenters, StatusDatacenter{Name: "?"})
	}
	dc := &s.Datacenters[len(s.Datacenters)-1]
	dc.Nodes = append(dc.Nodes, n)
}

// statusNode maps what follows the load to the header; without virtual nodes a column Token stands before Rack. The
// rack takes the rest, because its name may hold blanks.
func statusNode(m []string, cols []column, l line, r *report) StatusNode {
	n := StatusNode{State: m[1], Up: m[1][0] == 'U', Address: m[2], Load: figure(m[3]), LoadText: m[3]}
	words := strings.Fields(m[4])
	rest := cols[min(3, len(cols)):]
	for i, c := range rest {
		if i >= len(words) {
			r.warnf(l.no, "no %s: %s", c.name, quote(strings.TrimSpace(l.text)))
			break
		}
		value := words[i]
		if i == len(rest)-1 {
			value = strings.Join(words[i:], " ")
		}
		n.set(c.name, value)
	}
	return n
}

func (n *StatusNode) set(name, value string) {
	switch name {
	case "Tokens":
		n.Tokens = wholeFigure(value)
	case "Owns", "Owns (effective)":
		n.Owns, n.OwnsText = figure(value), value
	case "Host ID":
		n.HostID = value
	case "Token":
		n.Token = value
	case "Rack":
		n.Rack = value
	}
}

func statusKind() kindRow {
	return kindRow{
		kind: KindStatus, parse: parseStatus,
		marks: []mark{{"Status=Up/Down", 10}, {"|/ State=", 8}, {"--  Address", 10}, {"-- Address", 10}, {"UN  ", 2}, {"DN  ", 2}},
	}
}

// Ring is the output of ring: one row a token. Status tells the same in less and is to be preferred.
type Ring struct {
	Rows []RingRow `json:"rows"`
}

// RingRow is one token.
type RingRow struct {
	Datacenter string `json:"datacenter"`
	Address    string `json:"address"`
	Rack       string `json:"rack"`
	Status     string `json:"status"`
	State      string `json:"state"`
	Load       Figure `json:"load"`
	LoadText   string `json:"load_text"`
	Owns       Figure `json:"owns"`
	Token      string `json:"token"`
}

var ringRow = regexp.MustCompile(`^\s*(\S+)\s+(\S+)\s+(Up|Down)\s+(\S+)\s+(\?|[\d.,]+\s?[A-Za-z]+)\s+(\?|[\d.,]+%)\s+(\S+)\s*$`)

// parseRing passes over the lone token before the first row: it repeats the last one.
func parseRing(p *page, r *report) any {
	out := &Ring{Rows: []RingRow{}}
	dc, head := "", false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch m := ringRow.FindStringSubmatch(l.text); {
		case m != nil:
			out.Rows = append(out.Rows, RingRow{dc, m[1], m[2], m[3], m[4], figure(m[5]), m[5], figure(m[6]), m[7]})
		case datacenterIs.MatchString(l.text):
			dc = datacenterIs.FindStringSubmatch(l.text)[1]
		case strings.HasPrefix(t, "Address") && strings.Contains(t, "Token"):
			head = true
		case t == "" || strings.Trim(t, "=") == "" || !strings.Contains(t, " "): // a lone token ends the ring where it began
		case strings.HasPrefix(t, "Note:"), strings.HasPrefix(t, "Warning:"), strings.HasPrefix(t, "To view status"):
		default:
			if head {
				r.skipped(l)
			}
		}
	}
	if !head {
		return nil
	}
	return out
}

func ringKind() kindRow {
	return kindRow{
		kind: KindRing, parse: parseRing,
		detect: func(p *page) int {
			for _, l := range p.head(detectLines) {
				if strings.HasPrefix(strings.TrimSpace(l.text), "Address") && strings.Contains(l.text, "Status State") {
					return 10
				}
			}
			return 0
		},
	}
}
