package nodetool

import (
	"regexp"
	"strings"
)

// What the node says of its clients and peers:
//
// 	Address          SSL   Cipher    Protocol  Version User      Keyspace Requests Driver-Name     Driver-Version   clientstats --all
// 	/127.0.0.1:56026 false undefined undefined 5       anonymous          82       ...
//
// 	Total connected clients: 2                                                                                      clientstats
//
// 	/127.0.0.1                                                                                                      gossipinfo
// 	  generation:1796052316
// 	  STATUS:32:NORMAL,-1510388438158929770

// ClientStats is the output of clientstats, 4.0+.
type ClientStats struct {
	// Connections are the rows of --all by column: Address, SSL, Cipher, Protocol, Version, User, Keyspace, Requests,
	// Driver-Name, Driver-Version.
	Connections []map[string]string `json:"connections,omitempty"`
	Total       Figure              `json:"total_connected_clients,omitzero"`
	// ByUser are the connections by user; empty without clients.
	ByUser map[string]int64 `json:"by_user"`
}

var clientColumns = []string{"Address", "SSL", "Cipher", "Protocol", "Version", "User", "Keyspace", "Requests", "Driver-Name",
	"Driver-Version", "Client-Options", "Auth-Mode", "Auth-Metadata"}

var totalClients = regexp.MustCompile(`^Total connected clients:\s*(\S+)$`)

// parseClientStats reads up to three parts, any of which may be missing: 4.0 prints the connections only with --all, and
// the users are empty on an idle node.
func parseClientStats(p *page, r *report) any {
	out := &ClientStats{ByUser: map[string]int64{}}
	var cols []column
	users, seen := false, false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch m := totalClients.FindStringSubmatch(t); {
		case t == "" || noise(l.text):
		case m != nil:
			out.Total, cols, seen = wholeFigure(m[1]), nil, true
		case strings.HasPrefix(t, "Address ") && strings.Contains(t, " SSL "):
			cols, seen = columns(l.text, clientColumns), true
		case strings.HasPrefix(t, "User") && strings.HasSuffix(t, "Connections"):
			users, cols, seen = true, nil, true
		case cols != nil:
			cells, ok := cutLeft(l.text, cols)
			if !ok {
				r.skipped(l)
				continue
			}
			row := map[string]string{}
			for i, v := range cells {
				row[cols[i].name] = v
			}
			out.Connections = append(out.Connections, row)
		case users && out.user(t):
		default:
			r.skipped(l)
		}
	}
	if !seen {
		return nil
	}
	r.hint = "4.0+"
	return out
}

// user takes the count from the right, because a role name may hold blanks.
func (o *ClientStats) user(t string) bool {
	name, cells, ok := lastFields(t, 1)
	if !ok {
		return false
	}
	n, ok := wholeFigure(cells[0]).Int64()
	if ok {
		o.ByUser[name] = n
	}
	return ok
}

func clientStatsKind() kindRow {
	return kindRow{kind: KindClientStats, parse: parseClientStats,
		marks: []mark{{"Total connected clients:", 10}, {"User Connections", 6}, {"User      Connections", 6}},
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool {
				return strings.HasPrefix(strings.TrimSpace(s), "Address ") && strings.Contains(s, "Driver-Name")
			}); ok {
				return 10
			}
			return 0
		}}
}

// GossipInfo is the output of gossipinfo.
type GossipInfo struct {
	// Endpoints are the application states by name, by address; the version number before the value is cut off.
	Endpoints map[string]map[string]string `json:"endpoints"`
}

var (
	gossipNode  = regexp.MustCompile(`^[^/\s]*/([^/\s]+)$`)
	gossipState = regexp.MustCompile(`^\s+([A-Za-z_0-9]+):(.*)$`)
	gossipValue = regexp.MustCompile(`^\d+:(.*)$`)
)

// parseGossipInfo drops the version number that stands between a state and its value; generation and heartbeat have none.
func parseGossipInfo(p *page, r *report) any {
	out := &GossipInfo{Endpoints: map[string]map[string]string{}}
	var states map[string]string
	for _, l := range p.lines {
		if m := gossipNode.FindStringSubmatch(strings.TrimSpace(l.text)); m != nil && l.text[0] != ' ' {
			states = map[string]string{}
			out.Endpoints[m[1]] = states
		} else if m := gossipState.FindStringSubmatch(l.text); m != nil && states != nil {
			value := m[2]
			if v := gossipValue.FindStringSubmatch(value); v != nil {
				value = v[1]
			}
			states[m[1]] = value
		} else if !l.blank() && !noise(l.text) {
			r.skipped(l)
		}
	}
	if len(out.Endpoints) == 0 {
		return nil
	}
	return out
}

func gossipInfoKind() kindRow {
	return kindRow{kind: KindGossipInfo, parse: parseGossipInfo,
		marks: []mark{{"heartbeat:", 8}, {"generation:", 4}, {"NET_VERSION:", 4}}}
}

// FailureDetector is the output of failuredetector: phi by endpoint, empty on a single node.
type FailureDetector struct {
	Phi map[string]Figure `json:"phi"`
}

// failureDetectorKind is by its header, which is all that a single node prints.
func failureDetectorKind() kindRow {
	return kindRow{kind: KindFailureDetector,
		detect: func(p *page) int {
			if _, ok := p.find(func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "Endpoint,") }); ok {
				return 12
			}
			return 0
		},
		parse: func(p *page, r *report) any {
			out := &FailureDetector{Phi: map[string]Figure{}}
			seen := false
			for _, l := range p.lines {
				t := strings.TrimSpace(l.text)
				node, phi, ok := strings.Cut(t, ",")
				switch {
				case strings.HasPrefix(t, "Endpoint,"):
					seen = true
				case seen && ok:
					out.Phi[strings.TrimPrefix(strings.TrimSpace(node), "/")] = figure(phi)
				case t != "" && !noise(l.text):
					r.skipped(l)
				}
			}
			if !seen {
				return nil
			}
			return out
		}}
}

// AutoCompaction is the output of statusautocompaction -a, or its single word without -a.
type AutoCompaction struct {
	// Running is by "keyspace.table".
	Running map[string]bool `json:"running"`
}

var autoRow = regexp.MustCompile(`^(\S+)\s+(\S+)\s+(running|not running)$`)

// autoCompactionKind needs the header: a bare "running" is too little to be recognised by.
func autoCompactionKind() kindRow {
	return kindRow{kind: KindAutoCompaction,
		detect: func(p *page) int {
			for _, l := range p.head(3) {
				w := strings.Fields(l.text)
				if len(w) == 3 && w[0] == "Keyspace" && w[1] == "Table" && w[2] == "Status" {
					return 10
				}
			}
			return 0
		},
		parse: func(p *page, r *report) any {
			out := &AutoCompaction{Running: map[string]bool{}}
			seen := false
			for _, l := range p.lines {
				t := strings.TrimSpace(l.text)
				if m := autoRow.FindStringSubmatch(t); m != nil {
					out.Running[m[1]+"."+m[2]], seen = m[3] == "running", true
				} else if strings.HasPrefix(t, "Keyspace") {
					seen = true
				} else if t != "" && !noise(l.text) {
					r.skipped(l)
				}
			}
			if !seen {
				return nil
			}
			return out
		}}
}
