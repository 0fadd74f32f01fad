package probes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
)

const (
	compactionMetrics = "org.apache.cassandra.metrics:type=Compaction,name="
	compactionManager = jmx.ObjectName("org.apache.cassandra.db:type=CompactionManager")
)

// NodeTotals asks for what a node tells of itself every few seconds. tables are the user tables that are known: one that
// is not named as pending has nothing pending. running asks for the running compactions, which CQL tells from 4.0 on.
func NodeTotals(tables []cluster.TableID, running bool) *Asked {
	a := &Asked{}
	a.add(cluster.NodePendingCompactions, cluster.TableID{}, func(r []jmx.Result) (cluster.Value, error) {
		n, err := r[0].Int64()
		return &cluster.Number{N: n}, err
	}, jmx.Get(compactionMetrics+"PendingTasks", "Value"))
	a.takes[0].reading.Exactness = cluster.Estimate

	a.Calls = append(a.Calls, jmx.Get(compactionMetrics+"PendingTasksByTableName", "Value"))
	a.takes = append(a.takes, take{n: 1, reading: cluster.Reading{Kind: cluster.TablePendingCompactions, Scope: cluster.ThisNode,
		Source: cluster.SourceJMX, Exactness: cluster.Estimate},
		tables: func(r jmx.Result) (map[cluster.TableID]cluster.Value, error) { return pendingByName(r, tables) }})

	a.add(cluster.NodeGC, cluster.TableID{}, gc, gcCalls()...)
	if running {
		a.add(cluster.NodeCompactionTasks, cluster.TableID{}, compactions, jmx.Get(compactionManager, "Compactions"))
	}
	return a
}

// pendingByName reads a map of keyspaces of maps of tables (CompactionMetrics).
func pendingByName(r jmx.Result, tables []cluster.TableID) (map[cluster.TableID]cluster.Value, error) {
	keyspaces, ok := r.Value.(jmx.Map)
	if r.Err != nil || !ok {
		return nil, errors.Join(r.Err, jmx.ErrType)
	}
	out := map[cluster.TableID]cluster.Value{}
	for _, id := range tables {
		out[id] = &cluster.Number{}
	}
	for _, k := range keyspaces {
		keyspace, _ := k.Key.(string)
		names, _ := k.Value.(jmx.Map)
		for _, t := range names {
			name, _ := t.Key.(string)
			if n, err := jmx.Int64(t.Value); err == nil && keyspace != "" && name != "" {
				out[cluster.TableID{Keyspace: keyspace, Name: name}] = &cluster.Number{N: n}
			}
		}
	}
	return out, nil
}

// collectors are the names of the collectors that Cassandra is run with; a JVM has those of one of them.
func collectors() []string {
	return []string{"G1 Young Generation", "G1 Old Generation", "ParNew", "ConcurrentMarkSweep", "Copy", "MarkSweepCompact",
		"ZGC Pauses", "ZGC Minor Pauses", "ZGC Major Pauses", "Shenandoah Pauses"}
}

// gcCalls ask each collector for its time and count, and the heap. GCInspector is never asked: its only way resets it.
func gcCalls() []jmx.Call {
	calls := []jmx.Call{jmx.Get("java.lang:type=Memory", "HeapMemoryUsage")}
	for _, name := range collectors() {
		mbean := jmx.ObjectName("java.lang:type=GarbageCollector,name=" + name)
		calls = append(calls, jmx.Get(mbean, "CollectionTime"), jmx.Get(mbean, "CollectionCount"))
	}
	return calls
}

func gc(r []jmx.Result) (cluster.Value, error) {
	v := &cluster.GC{}
	found := false
	for i := 1; i+1 < len(r); i += 2 {
		ms, err := r[i].Int64()
		n, errCount := r[i+1].Int64()
		if err == nil && errCount == nil {
			found = true
			v.CollectionMillis += ms
			v.Collections += n
		}
	}
	if !found {
		return nil, fmt.Errorf("no collector of a known name: %w", r[1].Err)
	}
	if heap, ok := r[0].Value.(jmx.Composite); ok {
		v.HeapUsedBytes, _ = heap.Int64("used") // 0 is not known
		v.HeapMaxBytes, _ = heap.Int64("max")
	}
	return v, nil
}

// compactions reads CompactionManager's list of maps of strings.
func compactions(r []jmx.Result) (cluster.Value, error) {
	list, ok := r[0].Value.([]any)
	if r[0].Err != nil || !ok {
		return nil, errors.Join(r[0].Err, jmx.ErrType)
	}
	out := &cluster.CompactionTasks{}
	for _, e := range list {
		m, ok := e.(jmx.Map)
		if !ok {
			continue
		}
		text := func(name string) string { v, _ := m.Get(name); s, _ := v.(string); return s }
		t := cluster.CompactionTask{ID: text("compactionId"), Kind: text("taskType"), Unit: text("unit"),
			Table: cluster.TableID{Keyspace: text("keyspace"), Name: text("columnfamily")}}
		t.Progress, _ = strconv.ParseInt(text("completed"), 10, 64) // what is no number is not known: 0 of it is done
		t.Total, _ = strconv.ParseInt(text("total"), 10, 64)
		out.Tasks = append(out.Tasks, t)
	}
	return out, nil
}

// DroppedScopes are the message types whose drops matter to clients and replicas; each version has some of them.
func DroppedScopes() []string {
	return []string{"READ", "RANGE_SLICE", "MUTATION", "HINT", "COUNTER_MUTATION", "READ_REPAIR", "READ_REQ", "RANGE_REQ", "MUTATION_REQ",
		"HINT_REQ", "COUNTER_MUTATION_REQ", "READ_REPAIR_REQ", "READ_RSP", "MUTATION_RSP"}
}

// DroppedMessages asks for the drops of each type since the node started.
func DroppedMessages() *Asked {
	a := &Asked{}
	var calls []jmx.Call
	for _, scope := range DroppedScopes() {
		calls = append(calls, jmx.Get(jmx.ObjectName("org.apache.cassandra.metrics:type=DroppedMessage,scope="+scope+",name=Dropped"), "Count"))
	}
	a.add(cluster.NodeDropped, cluster.TableID{}, func(r []jmx.Result) (cluster.Value, error) {
		v := &cluster.Dropped{Messages: map[string]int64{}}
		for i, scope := range DroppedScopes() {
			if n, err := r[i].Int64(); err == nil {
				v.Messages[scope] = n
			}
		}
		if len(v.Messages) == 0 {
			return nil, r[0].Err
		}
		return v, nil
	}, calls...)
	return a
}

// pools are the stages that the screens show, with the path of their MBeans (ThreadPoolMetrics).
var pools = []struct{ path, scope string }{
	{"request", "ReadStage"}, {"request", "MutationStage"}, {"internal", "CompactionExecutor"}, {"internal", "ValidationExecutor"},
	{"transport", "Native-Transport-Requests"}, {"internal", "MemtableFlushWriter"},
}

// ThreadPoolsOf asks for the stages where CQL does not tell them, before 4.0.
func ThreadPoolsOf() *Asked {
	a := &Asked{}
	names := []string{"ActiveTasks", "PendingTasks", "CompletedTasks", "CurrentlyBlockedTasks", "TotalBlockedTasks", "MaxPoolSize"}
	var calls []jmx.Call
	for _, p := range pools {
		for _, name := range names {
			attribute := "Value"
			if strings.HasSuffix(name, "BlockedTasks") {
				attribute = "Count"
			}
			calls = append(calls, jmx.Get(jmx.ObjectName("org.apache.cassandra.metrics:type=ThreadPools,path="+p.path+",scope="+p.scope+",name="+name), attribute))
		}
	}
	a.add(cluster.NodeThreadPools, cluster.TableID{}, func(r []jmx.Result) (cluster.Value, error) {
		v := &cluster.ThreadPools{}
		for i, p := range pools {
			mine := r[i*len(names):]
			if _, err := mine[0].Int64(); err != nil {
				continue // not in this version
			}
			get := func(j int) int64 { n, _ := mine[j].Int64(); return n }
			v.Pools = append(v.Pools, cluster.ThreadPool{Name: p.scope, Active: get(0), Pending: get(1), Completed: get(2), Blocked: get(3),
				BlockedAllTime: get(4), ActiveLimit: get(5)})
		}
		if len(v.Pools) == 0 {
			return nil, r[0].Err
		}
		return v, nil
	}, calls...)
	return a
}

// JMXFailure puts a failed connection into words, with what would help.
func JMXFailure(err error) cluster.Unknown {
	switch {
	case errors.Is(err, jmx.ErrCredentialsRequired):
		return cluster.Unknown{Reason: "JMX wants a role and a password", Remedy: "jmx_user with jmx_password_file or $PARTOP_JMX_PASSWORD"}
	case errors.Is(err, jmx.ErrBadCredentials):
		return cluster.Unknown{Reason: "JMX refused the password", Remedy: "jmx_user with jmx_password_file or $PARTOP_JMX_PASSWORD"}
	case errors.Is(err, jmx.ErrTLSPort), errors.Is(err, jmx.ErrTLSNeeded):
		return cluster.Unknown{Reason: "JMX speaks TLS here", Remedy: "jmx_tls, with tls_ca and tls_cert as for CQL"}
	case errors.Is(err, jmx.ErrClearPort):
		return cluster.Unknown{Reason: "JMX does not speak TLS here", Remedy: "leave jmx_tls out"}
	case errors.Is(err, jmx.ErrClientCertificate):
		return cluster.Unknown{Reason: "JMX refused our certificate", Remedy: "tls_cert and tls_key"}
	case errors.Is(err, jmx.ErrNotJMX):
		return cluster.Unknown{Reason: "something else than JMX answers there", Remedy: "jmx_port or jmx_hosts"}
	case errors.Is(err, jmx.ErrAccessDenied):
		return cluster.Unknown{Reason: "the JMX role may not do that", Remedy: "a role with readwrite access, or EXECUTE on the MBean"}
	case errors.Is(err, jmx.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return cluster.Unknown{Reason: "JMX took the connection and says nothing", Remedy: "the node may be frozen: see Nodes"}
	}
	return cluster.Unknown{Reason: "no JMX: " + err.Error(),
		Remedy: "it mostly listens on the node alone: run partop there, or forward the port and name it with --jmx-hosts"}
}

// JMXSamples makes the value of a sampler's answer, as Samples does of nodetool's; before 4.0 the rows do not name their table.
func JMXSamples(rows map[string][]jmx.Sample, table cluster.TableID, capacity int, window time.Duration) *cluster.KeySamples {
	out := &cluster.KeySamples{WindowMillis: window.Milliseconds(), Capacity: capacity, Table: table}
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s := cluster.KeySampler{Name: name}
		for _, row := range rows[name] {
			k := cluster.KeySample{Table: table, Value: row.Count, Error: row.Error}
			if id, ok := cluster.ParseTableID(row.Table); ok {
				k.Table = id
			}
			if name == cluster.SamplerReadTime {
				k.Query = row.Value
				if k.Table.IsZero() {
					k.Table = tableOfQuery(row.Value)
				}
			} else {
				k.Key = row.Value
			}
			s.Rows = append(s.Rows, k)
		}
		slices.SortStableFunc(s.Rows, func(a, b cluster.KeySample) int { return int(min(1, max(-1, b.Value-a.Value))) })
		out.Samplers = append(out.Samplers, s)
	}
	return out
}
