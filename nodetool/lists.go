package nodetool

import (
	"net/netip"
	"regexp"
	"strings"
)

// The outputs that are lists without words: addresses (getendpoints), paths (getsstables; with -l a level before them),
// tokens (rangekeysample), and paths by table (datapaths):
//
// 	Keyspace: system_auth
// 		Table: roles
// 		Paths:
// 			/var/lib/cassandra/data/system_auth/roles-5bc52802de2535edaeab188eecebb090

// Endpoints is the output of getendpoints: the replicas of one key, in no order.
type Endpoints struct {
	Endpoints []string `json:"endpoints"`
}

// SSTables is the output of getsstables: the files whose filter and index know the key. Data that is only in a memtable
// shows nothing, and so does an absent key.
type SSTables struct {
	SSTables []string `json:"sstables"`
	// Levels are the level of each path by its place, with -l (5.0); nil else.
	Levels []int64 `json:"levels,omitempty"`
}

var (
	dataFile  = regexp.MustCompile(`^\s*(?:(\d+):\s*)?(/.*-Data\.db|[^\s\[]+-Data\.db)\s*$`)
	levelOnly = regexp.MustCompile(`^\s*(\d+):\s*(.*)$`)
	hostName  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+$`)
)

// parseEndpoints keeps the words as printed: with -pp they hold ports.
func parseEndpoints(p *page, r *report) any {
	out := &Endpoints{Endpoints: []string{}}
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "" || noise(l.text):
		case endpoint(t):
			out.Endpoints = append(out.Endpoints, t)
		default:
			r.skipped(l)
		}
	}
	if len(out.Endpoints) == 0 {
		return nil
	}
	return out
}

// endpoint says whether a word can be a node: an address with or without a port, a name, "localhost".
func endpoint(t string) bool {
	t = strings.TrimPrefix(t, "/")
	if _, err := netip.ParseAddr(t); err == nil {
		return true
	}
	if _, err := netip.ParseAddrPort(t); err == nil {
		return true
	}
	return t == "localhost" || hostName.MatchString(t) && !strings.HasSuffix(t, ".db")
}

// endpointsKind recognises a text of nothing but addresses: it has no words of its own.
func endpointsKind() kindRow {
	return kindRow{kind: KindGetEndpoints, parse: parseEndpoints,
		empty: func() any { return &Endpoints{Endpoints: []string{}} },
		detect: func(p *page) int {
			score := 0
			for _, l := range p.head(detectLines) {
				t := strings.TrimSpace(l.text)
				_, err := netip.ParseAddr(strings.TrimPrefix(t, "/"))
				switch {
				case noise(l.text):
				case !endpoint(t):
					return 0
				case err == nil || t == "localhost":
					score = 8
				default:
					score = max(score, 4)
				}
			}
			return score
		}}
}

// parseSSTableList takes a level before a path or on a line of its own.
func parseSSTableList(p *page, r *report) any {
	out := &SSTables{SSTables: []string{}}
	level := int64(-1)
	for _, l := range p.lines {
		m, lv := dataFile.FindStringSubmatch(l.text), levelOnly.FindStringSubmatch(l.text)
		if lv != nil {
			if n, ok := wholeFigure(lv[1]).Int64(); ok {
				level = n
			}
		}
		switch {
		case m != nil && level >= 0:
			out.Levels = append(out.Levels, level)
			fallthrough
		case m != nil:
			out.SSTables = append(out.SSTables, m[2])
		case !l.blank() && !noise(l.text) && (lv == nil || lv[2] != ""):
			r.skipped(l)
		}
	}
	if len(out.SSTables) == 0 {
		return nil
	}
	return out
}

// sstableListKind recognises a text most lines of which are data files: it has no words of its own.
func sstableListKind() kindRow {
	return kindRow{kind: KindGetSSTables, parse: parseSSTableList,
		empty: func() any { return &SSTables{SSTables: []string{}} },
		detect: func(p *page) int {
			files, others := 0, 0
			for _, l := range p.head(detectLines) {
				switch {
				case dataFile.MatchString(l.text):
					files++
				case !noise(l.text) && !levelOnly.MatchString(l.text):
					others++
				}
			}
			if files <= others {
				return 0
			}
			return 8
		}}
}

// RangeKeySample is the output of rangekeysample.
type RangeKeySample struct {
	Tokens []string `json:"tokens"`
}

func rangeKeySampleKind() kindRow {
	return kindRow{kind: KindRangeKeySample, marks: []mark{{"RangeKeySample:", 12}},
		parse: func(p *page, _ *report) any {
			out := &RangeKeySample{Tokens: []string{}}
			seen := false
			for _, l := range p.lines {
				t := strings.TrimSpace(l.text)
				switch {
				case strings.HasPrefix(t, "RangeKeySample:"):
					seen = true
				case t != "" && seen:
					out.Tokens = append(out.Tokens, t)
				}
			}
			if !seen {
				return nil
			}
			return out
		}}
}

// DataPaths is the output of datapaths, 4.1+.
type DataPaths struct {
	Tables []TablePaths `json:"tables"`
}

// TablePaths are the data folders of one table.
type TablePaths struct {
	Keyspace string   `json:"keyspace"`
	Table    string   `json:"table"`
	Paths    []string `json:"paths"`
}

// parseDataPaths takes any line below "Paths:", because a path may hold anything.
func parseDataPaths(p *page, r *report) any {
	out := &DataPaths{Tables: []TablePaths{}}
	keyspace, paths := "", false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		if m := keyspaceIs.FindStringSubmatch(t); m != nil {
			keyspace = m[1]
		} else if m := tableIs.FindStringSubmatch(t); m != nil {
			out.Tables = append(out.Tables, TablePaths{keyspace, m[3], []string{}})
			paths = false
		} else if t == "Paths:" && len(out.Tables) > 0 {
			paths = true
		} else if paths && t != "" && strings.Trim(t, "-") != "" {
			last := &out.Tables[len(out.Tables)-1]
			last.Paths = append(last.Paths, t)
		} else if t != "" && strings.Trim(t, "-") != "" && !noise(t) {
			r.skipped(l)
		}
	}
	if len(out.Tables) == 0 {
		return nil
	}
	r.hint = "4.0+"
	return out
}

func dataPathsKind() kindRow {
	return kindRow{kind: KindDataPaths, parse: parseDataPaths, marks: []mark{{"Paths:", 12}, {"Keyspace:", 2}, {"Table:", 2}}}
}
