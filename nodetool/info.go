package nodetool

import (
	"regexp"
	"strings"
)

// The form is "label : value"; caches are lists in which a number stands before its words or behind them:
//
// 	Heap Memory (MB)       : 128.90 / 1024.00
// 	Key Cache              : entries 728, size 88.47 KiB, capacity 51 MiB, 6217 hits, 7064 requests, 0.880 recent hit rate, ...

// Info is the output of info.
type Info struct {
	// Values are the lines "Label : value" by label, caches and tokens aside.
	Values map[string]Figure `json:"values"`
	// AsPrinted are those values whose text says more than the number: "18.93 MiB", "100.0%".
	AsPrinted map[string]string `json:"as_printed"`
	// Caches are by label ("Key Cache"), then by the words of the line: entries, size, capacity, hits or misses,
	// requests, "recent hit rate" (0 to 1, NaN without requests), ...
	Caches map[string]map[string]Figure `json:"caches"`
	// HeapUsedMB and HeapMaxMB are MiB, as the label "Heap Memory (MB)" means them.
	HeapUsedMB Figure `json:"heap_used_mb,omitzero"`
	HeapMaxMB  Figure `json:"heap_max_mb,omitzero"`
	// Tokens are filled with -T only.
	Tokens []string `json:"tokens,omitempty"`
}

// cachePart is one part of a cache line: a number before its words or behind them.
var (
	numberFirst = regexp.MustCompile(`^(NaN|-?[\d.,]+)\s+([a-z].*)$`)
	wordsFirst  = regexp.MustCompile(`^([a-z][a-z ]*?):?\s+(NaN|-?\d.*)$`)
)

// parseInfo wants two labels at least: one "label : value" is too little to be info.
func parseInfo(p *page, r *report) any {
	out := &Info{Values: map[string]Figure{}, AsPrinted: map[string]string{}, Caches: map[string]map[string]Figure{}}
	for _, l := range p.lines {
		label, value, ok := labelled(l.text)
		if !ok || value == "" || noise(l.text) {
			if !l.blank() && !noise(l.text) {
				r.skipped(l)
			}
			continue
		}
		out.set(label, value, l, r)
	}
	if len(out.Values) < 2 {
		return nil
	}
	switch {
	case out.Values["Uncompressed load"].Printed():
		r.hint = "5.0+"
	case len(out.Caches["Network Cache"]) > 0:
		r.hint = "4.0+"
	case out.Values["Thrift active"].Printed():
		r.hint = "2.x-3.11"
	}
	return out
}

// set tells the lines that are more than one value from those that are.
func (o *Info) set(label, value string, l line, r *report) {
	switch {
	case label == "Heap Memory (MB)":
		used, limit, ok := strings.Cut(value, "/")
		o.HeapUsedMB, o.HeapMaxMB = figure(used), figure(limit)
		if !ok || o.HeapUsedMB.State != Number {
			r.skipped(l)
		}
	case label == "Token":
		if !strings.HasPrefix(value, "(") {
			o.Tokens = append(o.Tokens, value)
		}
	case strings.HasSuffix(label, " Cache"):
		o.Caches[label] = cacheParts(value, l, r)
	default:
		f := figure(value)
		o.Values[label] = f
		if !f.plain() {
			o.AsPrinted[label] = f.Text
		}
	}
}

// cacheParts cuts at comma and blank: a decimal comma has no blank behind it.
func cacheParts(value string, l line, r *report) map[string]Figure {
	out := map[string]Figure{}
	for _, part := range strings.Split(value, ", ") {
		part = strings.TrimSpace(part)
		if m := numberFirst.FindStringSubmatch(part); m != nil {
			out[m[2]] = figure(m[1])
		} else if m := wordsFirst.FindStringSubmatch(part); m != nil {
			out[m[1]] = figure(m[2])
		} else {
			r.warnf(l.no, "not understood: %s", quote(part))
		}
	}
	return out
}

func infoKind() kindRow {
	return kindRow{
		kind: KindInfo, parse: parseInfo,
		marks: []mark{{"Gossip active", 6}, {"Generation No", 6}, {"Heap Memory (MB)", 8}, {"Key Cache", 8}, {"Uptime (seconds)", 8},
			{"Row Cache", 4}, {"Data Center   ", 3}, {"Native Transport active", 5}},
	}
}
