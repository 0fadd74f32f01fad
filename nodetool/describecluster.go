package nodetool

import (
	"regexp"
	"strings"
)

// The form; 3.11 ends after the schema versions:
//
// 	Cluster Information:
// 		Name: lab
// 		Schema versions:
// 			61702227-ced5-3a9c-813d-b2bb72a9ab5e: [127.0.0.1]
// 			UNREACHABLE: [10.0.0.3]
//
// 	Stats for all nodes:
// 		Live: 1
// 	Data Centers:
// 		datacenter1 #Nodes: 1 #Down: 0
// 	Database versions:
// 		5.0.6: [127.0.0.1:7000]
// 	Keyspaces:
// 		nt_lab -> Replication class: SimpleStrategy {replication_factor=1}

// DescribeCluster is the output of describecluster.
type DescribeCluster struct {
	// Values are the single lines by label: Name, Snitch, Partitioner, Live, Joining, Moving, Leaving, Unreachable.
	Values map[string]Figure `json:"values"`
	// SchemaVersions are the endpoints by version; more than one key is disagreement, a key UNREACHABLE is nodes that
	// did not answer.
	SchemaVersions map[string][]string `json:"schema_versions"`
	// DatabaseVersions are the endpoints by release, 4.0+.
	DatabaseVersions map[string][]string `json:"database_versions,omitempty"`
	Datacenters      []DatacenterCount   `json:"datacenters,omitempty"`
	// Keyspaces are the replication settings as printed, 4.0+.
	Keyspaces map[string]string `json:"keyspaces,omitempty"`
}

// DatacenterCount is one line of "Data Centers:".
type DatacenterCount struct {
	Name  string `json:"name"`
	Nodes int64  `json:"nodes"`
	Down  int64  `json:"down"`
}

var (
	endpointsOf = regexp.MustCompile(`^(\S+):\s*\[(.*)\]\s*$`)
	dcCount     = regexp.MustCompile(`^(\S.*?)\s+#Nodes:\s*(\d+)\s+#Down:\s*(\d+)$`)
	replication = regexp.MustCompile(`^(\S+)\s*->\s*(.+)$`)
)

// parseDescribeCluster goes by sections, because a uuid and a release look alike before their endpoints.
func parseDescribeCluster(p *page, r *report) any {
	out := &DescribeCluster{Values: map[string]Figure{}, SchemaVersions: map[string][]string{}}
	section := ""
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "":
		case section == "" && t != "Cluster Information:":
			if !noise(t) {
				r.skipped(l)
			}
		case strings.HasSuffix(t, ":") && !strings.Contains(t, ": "):
			section = strings.TrimSuffix(t, ":")
		case !out.add(section, t):
			r.skipped(l)
		}
	}
	if section == "" || len(out.Values) == 0 {
		return nil
	}
	if len(out.DatabaseVersions) > 0 {
		r.hint = "4.0+"
	}
	return out
}

// add files a line by its form within its section.
func (o *DescribeCluster) add(section, t string) bool {
	if m := endpointsOf.FindStringSubmatch(t); m != nil {
		if section == "Database versions" {
			if o.DatabaseVersions == nil {
				o.DatabaseVersions = map[string][]string{}
			}
			o.DatabaseVersions[m[1]] = list(m[2])
		} else {
			o.SchemaVersions[m[1]] = list(m[2])
		}
		return true
	}
	if m := dcCount.FindStringSubmatch(t); m != nil {
		nodes, _ := wholeFigure(m[2]).Int64()
		down, _ := wholeFigure(m[3]).Int64()
		o.Datacenters = append(o.Datacenters, DatacenterCount{m[1], nodes, down})
		return true
	}
	if m := replication.FindStringSubmatch(t); m != nil {
		o.Keyspaces = keep(o.Keyspaces, m[1], m[2])
		return true
	}
	label, value, ok := labelled(t)
	if ok {
		o.Values[label] = figure(value)
	}
	return ok
}

// list cuts "a, b" of a bracketed list.
func list(s string) []string {
	out := []string{}
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func describeClusterKind() kindRow {
	return kindRow{kind: KindDescribeCluster, parse: parseDescribeCluster,
		marks: []mark{{"Cluster Information:", 10}, {"Schema versions:", 6}, {"Stats for all nodes:", 6}}}
}

// DescribeRing is the output of describering: the ranges of a keyspace with their replicas.
type DescribeRing struct {
	SchemaVersion string      `json:"schema_version"`
	Ranges        []RingRange `json:"ranges"`
}

// RingRange is one token range.
type RingRange struct {
	StartToken string   `json:"start_token"`
	EndToken   string   `json:"end_token"`
	Endpoints  []string `json:"endpoints"`
	// Text is the whole line, racks and data centres included.
	Text string `json:"text"`
}

var (
	tokenRange  = regexp.MustCompile(`^TokenRange\(start_token:([^,]*), end_token:([^,]*), endpoints:\[([^\]]*)\]`)
	schemaIs    = regexp.MustCompile(`^Schema Version:\s*(\S+)$`)
	rangesTitle = "TokenRange:"
)

// parseDescribeRing keeps each line whole beside its tokens: racks matter to few.
func parseDescribeRing(p *page, r *report) any {
	out := &DescribeRing{Ranges: []RingRange{}}
	seen := false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		if m := schemaIs.FindStringSubmatch(t); m != nil {
			out.SchemaVersion, seen = m[1], true
		} else if m := tokenRange.FindStringSubmatch(t); m != nil {
			out.Ranges = append(out.Ranges, RingRange{m[1], m[2], list(m[3]), t})
			seen = true
		} else if t != "" && t != rangesTitle && !noise(t) {
			r.skipped(l)
		}
	}
	if !seen {
		return nil
	}
	return out
}

func describeRingKind() kindRow {
	return kindRow{kind: KindDescribeRing, parse: parseDescribeRing,
		marks: []mark{{"Schema Version:", 8}, {rangesTitle, 5}, {"TokenRange(", 8}}}
}
