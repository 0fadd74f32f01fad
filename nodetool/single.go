package nodetool

import (
	"regexp"
	"strings"
)

// The outputs of one line:
//
// 	ReleaseVersion: 5.0.6
// 	Current timeout for type read: 5000 ms
// 	Current compaction throughput: 64 MB/s
// 	Current concurrent compactors in the system is:     and the number on the next line

// Version is the output of version.
type Version struct {
	Release string `json:"release"`
}

// Timeout is the output of gettimeout.
type Timeout struct {
	Type string `json:"type"`
	Ms   Figure `json:"ms"`
}

// CompactionThroughput is the output of getcompactionthroughput.
type CompactionThroughput struct {
	// MiBPerSecond is the throttle; 0 is none. The unit printed as MB/s is MiB/s.
	MiBPerSecond Figure `json:"mib_per_second"`
	// Unit is as printed.
	Unit string `json:"unit"`
	// Lines are the further lines of 5.0 (averages of the last 1, 5 and 15 minutes).
	Lines map[string]string `json:"lines,omitempty"`
}

// ConcurrentCompactors is the output of getconcurrentcompactors.
type ConcurrentCompactors struct {
	Compactors Figure `json:"compactors"`
}

var (
	releaseIs    = regexp.MustCompile(`^\s*ReleaseVersion:\s*(\S+)\s*$`)
	timeoutIs    = regexp.MustCompile(`^\s*Current timeout for type (\S+):\s*(\S+) ms\s*$`)
	throughputIs = regexp.MustCompile(`^\s*Current compaction throughput:\s*(\S+)\s*(Mi?B/s)?\s*$`)
	compactorsIs = regexp.MustCompile(`^\s*Current concurrent compactors in the system is:\s*(\S*)\s*$`)
)

// parseVersion is the one output that tells the version for sure.
func parseVersion(p *page, r *report) any {
	for _, l := range p.lines {
		if m := releaseIs.FindStringSubmatch(l.text); m != nil {
			r.hint = m[1]
			return &Version{m[1]}
		}
	}
	return nil
}

func parseTimeout(p *page, _ *report) any {
	for _, l := range p.lines {
		if m := timeoutIs.FindStringSubmatch(l.text); m != nil {
			return &Timeout{m[1], wholeFigure(m[2])}
		}
	}
	return nil
}

// parseThroughput keeps the averages that 5.0 prints below by their labels.
func parseThroughput(p *page, r *report) any {
	var out *CompactionThroughput
	for _, l := range p.lines {
		if m := throughputIs.FindStringSubmatch(l.text); m != nil {
			out = &CompactionThroughput{MiBPerSecond: figure(m[1]), Unit: m[2]}
			continue
		}
		label, value, ok := labelled(l.text)
		switch {
		case out != nil && ok && value != "":
			out.Lines = keep(out.Lines, label, value)
		case !l.blank() && !noise(l.text):
			r.skipped(l)
		}
	}
	return orNil(out)
}

// parseCompactors reads a value that stands on the next line, because nodetool ends the sentence with a line break.
func parseCompactors(p *page, _ *report) any {
	waiting := false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		if m := compactorsIs.FindStringSubmatch(l.text); m != nil {
			if waiting = m[1] == ""; !waiting {
				return &ConcurrentCompactors{wholeFigure(m[1])}
			}
		} else if waiting && t != "" {
			return &ConcurrentCompactors{wholeFigure(t)}
		}
	}
	return nil
}

func versionKind() kindRow {
	return kindRow{kind: KindVersion, parse: parseVersion, marks: []mark{{"ReleaseVersion:", 12}}}
}

func timeoutKind() kindRow {
	return kindRow{kind: KindGetTimeout, parse: parseTimeout, marks: []mark{{"Current timeout for type", 12}}}
}

func throughputKind() kindRow {
	return kindRow{kind: KindCompactionThroughput, parse: parseThroughput,
		marks: []mark{{"Current compaction throughput", 12}}}
}

func compactorsKind() kindRow {
	return kindRow{kind: KindConcurrentCompactors, parse: parseCompactors,
		marks: []mark{{"Current concurrent compactors", 12}}}
}
