package saved

import (
	"net/netip"
	"path"
	"regexp"
	"strings"

	"github.com/partop/partop/nodetool"
)

// whose is what a path says of whose output a file is.
type whose struct {
	address string   // found anywhere in the path: beyond doubt
	words   []string // of the file's own name that are neither a command, a filler nor a time
	dir     string
	folder  string // the same of the folders above, the nearest that has a word
}

// whoseOf reads a path.
func whoseOf(p string) whose {
	parts := strings.Split(p, "/")
	w := whose{dir: path.Dir(p)}
	for i := len(parts) - 1; i >= 0 && w.address == ""; i-- {
		w.address = addressIn(parts[i])
	}
	name := parts[len(parts)-1]
	w.words = wordsOf(strings.TrimSuffix(name, path.Ext(name)))
	for i := len(parts) - 2; i >= 0 && w.folder == ""; i-- {
		w.folder = strings.Join(wordsOf(parts[i]), "-")
	}
	return w
}

var ipv4 = regexp.MustCompile(`(?:^|[^\d.])((?:\d{1,3}[.]){3}\d{1,3}|(?:\d{1,3}[-_]){3}\d{1,3})(?:$|[^\d])`)

// addressIn is an IPv4 address within a name, also with dashes for dots, or a name that is an IPv6 address.
func addressIn(name string) string {
	if m := ipv4.FindStringSubmatch(name); m != nil {
		if a, err := netip.ParseAddr(strings.NewReplacer("-", ".", "_", ".").Replace(m[1])); err == nil {
			return a.String()
		}
	}
	if a, err := netip.ParseAddr(name); err == nil && a.Is6() {
		return a.String()
	}
	return ""
}

// fillers say what a file or folder holds, not whose it is.
var fillers = map[string]bool{"large": true, "partitions": true, "rows": true, "cells": true, "system": true,
	"nodetool": true, "nt": true, "output": true, "outputs": true, "out": true, "txt": true, "log": true, "json": true, "yaml": true, "yml": true,
	"csv": true, "cassandra": true, "stdout": true, "text": true, "result": true, "results": true, "saved": true, "bundle": true,
	"support": true, "diag": true, "diagnostics": true, "nodes": true, "stats": true, "all": true, "cmd": true, "before": true, "after": true,
	"cfstats": true, "cfhistograms": true, "idle": true, "active": true, "busy": true, "human": true, "utc": true,
}

var (
	separators = regexp.MustCompile(`[\s._:,;@+()\[\]-]+`)
	bareNumber = regexp.MustCompile(`^\d{1,14}z?$`)
)

// wordsOf keeps of a name what is neither a command, a filler nor a time.
func wordsOf(name string) []string {
	var words []string
	for _, w := range separators.Split(stamp.ReplaceAllString(name, " "), -1) {
		lower := strings.ToLower(w)
		if _, command := nodetool.KindOf(lower); w == "" || command || fillers[lower] || bareNumber.MatchString(lower) {
			continue
		}
		words = append(words, w)
	}
	return words
}

// label is what is left of a file's words when those are gone that name keyspaces and tables.
func (w *whose) label(names map[string]bool) string {
	var kept []string
	for _, word := range w.words {
		if !names[word] {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, "-")
}

// settle decides whose each output is. An address in the path, or a host in the command, says so. Words in a file's name
// do where a folder holds outputs of the same kind under different words; else all of a folder is of one node.
func (b *Bundle) settle() {
	names := b.names()
	type form struct {
		dir  string
		kind nodetool.Kind
	}
	labels := map[form]map[string]bool{}
	several := map[string]bool{}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		if p.Result == nil || p.Kind == nodetool.KindFailure {
			continue
		}
		f := form{p.whose.dir, p.Kind}
		if labels[f] == nil {
			labels[f] = map[string]bool{}
		}
		labels[f][p.whose.label(names)] = true
		several[f.dir] = several[f.dir] || len(labels[f]) > 1
	}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		switch label := p.whose.label(names); {
		case p.Node != "": // the command named a host
		case p.whose.address != "":
			p.Node = p.whose.address
		case label != "" && (several[p.whose.dir] || p.whose.folder == ""):
			p.Node = label
		default:
			p.Node = p.whose.folder
		}
	}
}

// names are the keyspaces and tables that the outputs tell of: a file may be called after one.
func (b *Bundle) names() map[string]bool {
	out := map[string]bool{}
	for i := range b.Pieces {
		if b.Pieces[i].Result == nil {
			continue
		}
		switch v := b.Pieces[i].Result.Data.(type) {
		case *nodetool.TableStats:
			for _, t := range v.Tables {
				out[t.Keyspace], out[t.Name] = true, true
			}
		case *nodetool.Histograms:
			for _, s := range v.Sections {
				keyspace, table, _ := strings.Cut(s.Table, ".")
				out[keyspace], out[table] = true, true
			}
		}
	}
	return out
}
