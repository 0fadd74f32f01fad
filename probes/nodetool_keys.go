package probes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/nodetool"
)

// Samples turns the output of a sampler into one Reading. table is the one that was sampled, zero for the whole node;
// before 4.0 the output does not name it.
func (p *Printed) Samples(s nodetool.Sampling) (cluster.Reading, bool) {
	v, ok := p.Result.Data.(*nodetool.TopPartitions)
	if !ok {
		return cluster.Reading{}, false
	}
	table := cluster.TableID{Keyspace: s.Keyspace, Name: s.Table}
	out := &cluster.KeySamples{WindowMillis: s.Window.Milliseconds(), Capacity: s.Capacity, Table: table}
	for i := range v.Samplers {
		from := &v.Samplers[i]
		if from.Sampler == "" {
			continue // of a later version: what it counts is not known
		}
		out.Samplers = append(out.Samplers, samplerOf(from, table))
	}
	r := p.reading(cluster.NodeKeySamples, out)
	r.Exactness = cluster.Estimate
	return r, true
}

func samplerOf(from *nodetool.Sampler, table cluster.TableID) cluster.KeySampler {
	to := cluster.KeySampler{Name: from.Sampler}
	for _, row := range from.Rows {
		k := cluster.KeySample{Table: table, Key: row.Partition, Query: row.Query, Value: row.Value}
		if id, ok := cluster.ParseTableID(row.Table); ok {
			k.Table = id
		}
		if row.Query != "" && k.Table.IsZero() {
			k.Table = tableOfQuery(row.Query)
		}
		if row.Error != nil {
			k.Error = *row.Error
		}
		to.Rows = append(to.Rows, k)
	}
	return to
}

// tableOfQuery finds "FROM keyspace.table" in what LOCAL_READ_TIME prints, which has no column for the table.
func tableOfQuery(query string) cluster.TableID {
	_, rest, ok := strings.Cut(query, " FROM ")
	if !ok {
		return cluster.TableID{}
	}
	name, _, _ := strings.Cut(rest, " ")
	id, _ := cluster.ParseTableID(strings.ReplaceAll(name, `"`, ""))
	return id
}

// NodetoolFailure puts a failed call into words and says what would help. What a read-only role may not do is told from a
// server that is not there and from credentials that are wrong: each wants another thing done.
func NodetoolFailure(err error) cluster.Unknown {
	var f *nodetool.Failure
	text := err.Error()
	if errors.As(err, &f) {
		text = f.Message
	}
	switch {
	case strings.Contains(text, "already in progress"):
		return cluster.Unknown{Reason: "a sampler runs on that node already: one at a time can",
			Remedy: "wait until it has ended (somebody else's nodetool, or one that was cut off), then press s again"}
	case errors.Is(err, nodetool.ErrRefused):
		return cluster.Unknown{Reason: "the JMX role may only read attributes, and samplers are operations",
			Remedy: "a role with readwrite access, or with EXECUTE on the MBean; tablestats and compactionstats work as it is"}
	case errors.Is(err, nodetool.ErrCredentials):
		return cluster.Unknown{Reason: "JMX wants other credentials: " + text,
			Remedy: "jmx_user with jmx_password_file (lines \"user password\") or $PARTOP_JMX_PASSWORD"}
	case errors.Is(err, nodetool.ErrConnect):
		return cluster.Unknown{Reason: "nodetool does not reach JMX: " + text,
			Remedy: "JMX mostly listens on the node alone: run partop there, or forward the port and name it with --jmx-hosts"}
	case errors.Is(err, nodetool.ErrDeadline):
		return cluster.Unknown{Reason: "nodetool had no answer by its deadline and was killed", Remedy: "the node may be frozen: see Nodes"}
	case errors.Is(err, nodetool.ErrArguments):
		return cluster.Unknown{Reason: "this nodetool does not know the command: " + text, Remedy: "nodetool of the cluster's own version (--nodetool)"}
	case errors.Is(err, context.Canceled):
		return cluster.Unknown{Reason: "cancelled"}
	}
	return cluster.Unknown{Reason: text}
}

// Unread is an unknown of one kind, with the words for it.
func (p *Printed) Unread(k cluster.Kind, err error) cluster.Reading {
	u := NodetoolFailure(err)
	r := p.reading(k, nil)
	r.Value, r.Unknown = nil, &u
	return r
}

// The sampler's defaults. The error of a count is at most events / capacity (Space-Saving, StreamSummary): 1,024 keys keep
// it below 0.1 % of the traffic. Ten seconds are light and long enough for a key of ten operations a second.
const (
	SampleWindow   = 10 * time.Second
	SampleCapacity = 1024
	SampleTop      = 25
	MaxLightWindow = 30 * time.Second
)

// SamplerCalls lists the forms in which a sampler is called, for the documentation and dry runs.
func SamplerCalls() []string {
	var out []string
	for _, release := range []string{"3.11", "4.0", "5.0"} {
		r, _ := nodetool.ParseRelease(release)
		s := nodetool.Sampling{Window: SampleWindow, Capacity: SampleCapacity, Top: SampleTop}
		if !r.WholeNode() {
			s.Keyspace, s.Table = "KEYSPACE", "TABLE"
		}
		if c, err := r.SampleKeys(s); err == nil {
			out = append(out, fmt.Sprintf("%s (%s)", strings.Join(c.Args, " "), release))
		}
	}
	return out
}
