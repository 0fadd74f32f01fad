package jmx

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// argument returns an allowed value for a parameter.
func argument(p Param) any {
	switch p.Type {
	case typeText:
		return "text"
	case typeInt:
		return p.Max
	case typeBool:
		return true
	}
	return []string{"READS"}
}

// instance turns a pattern into a name that matches it.
func instance(pattern ObjectName) ObjectName {
	s := strings.TrimSuffix(string(pattern), ",*")
	return ObjectName(strings.ReplaceAll(s, "*", "x"))
}

// TestOperationsOnTheWire encodes every operation and reads the bytes back with
// the decoder: MBean, name and signature are those of the list.
func TestOperationsOnTheWire(t *testing.T) {
	for _, o := range Operations() {
		args := []any{}
		for _, p := range o.Params {
			args = append(args, argument(p))
		}
		name := instance(o.MBean)
		f, err := Invoke(name, o.ID, args...).encode(objID{})
		if err != nil {
			t.Errorf("%s: %v", o.Name, err)
			continue
		}
		sent := sentValues(t, f.data, 5)
		if sent[0] != name || sent[1] != o.Name || sent[4] != nil {
			t.Errorf("%s: sent %v", o.Name, sent)
		}
		if len(o.Params) == 0 {
			if sent[2] != nil || sent[3] != nil {
				t.Errorf("%s: arguments %v %v", o.Name, sent[2], sent[3])
			}
			continue
		}
		if types, _ := sent[3].([]string); !slices.Equal(types, o.Signature()) {
			t.Errorf("%s: signature %v, want %v", o.Name, sent[3], o.Signature())
		}
		if got := fmt.Sprint(sent[2]); got != fmt.Sprint(args) {
			t.Errorf("%s: arguments %s, want %v", o.Name, got, args)
		}
	}
}

// sentValues decodes n arguments of a call frame; a MarshalledObject becomes
// what is in it.
func sentValues(t *testing.T, data []byte, n int) []any {
	t.Helper()
	const head = 1 + 4 + 2 + 0x22
	d := newDecoder(newReader(bytes.NewReader(data[head:])), Limits{}.withDefaults())
	d.in.begin(1 << 20)
	out := make([]any, n)
	for i := range out {
		raw := d.content()
		if o, ok := raw.(*object); ok && o.class.name == "java.rmi.MarshalledObject" {
			inner, err := decodeStream(bytes.NewReader(o.field("objBytes").([]byte)), d.limits)
			if err != nil {
				t.Fatal(err)
			}
			raw = inner
		}
		v, err := convert(raw, d.limits)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = v
	}
	if d.in.err != nil {
		t.Fatal(d.in.err)
	}
	if rest := int64(len(data)) - head - d.in.used; rest != 0 {
		t.Fatalf("%d bytes after the arguments", rest)
	}
	return out
}

// TestOperationList: what an operator is shown is complete, and holds reads only.
func TestOperationList(t *testing.T) {
	seen := map[string]bool{}
	for i, o := range Operations() {
		key := o.Name + strings.Join(o.Signature(), ",")
		if o.ID != OperationID(i+1) || seen[key] || o.Why == "" || o.Versions == "" || o.Cost != Free && o.Cost != Light {
			t.Errorf("row %d is odd: %+v", i, o)
		}
		seen[key] = true
		for _, bad := range []string{"set", "force", "stop", "start", "reset", "clear", "truncate", "drain", "invalidate", "Reset"} {
			if strings.HasPrefix(o.Name, bad) || strings.Contains(o.Name, "Reset") {
				t.Errorf("%s is no read", o.Name)
			}
		}
	}
}

func TestInvokeRefuses(t *testing.T) {
	table := TableMBean("ks", "t")
	cases := map[string]Call{
		"zero call":              {},
		"unknown method":         {method: 63, mbean: table},
		"lookup as a call":       {method: methodLookup, mbean: table},
		"close as a call":        {method: methodClose},
		"no operation":           Invoke(table, OpNone),
		"operation off the list": Invoke(table, OperationID(len(Operations())+1)),
		"negative operation":     Invoke(table, -1),
		"other MBean":            Invoke(StorageService, OpEstimateKeys),
		"other domain":           Invoke("java.lang:type=Memory", OpValues),
		"more properties":        Invoke(table+",x=y", OpEstimateKeys),
		"fewer properties":       Invoke("org.apache.cassandra.db:type=Tables,keyspace=ks", OpEstimateKeys),
		"repeated property":      Invoke(table+",table=u", OpEstimateKeys),
		"pattern":                Invoke(TableMBean("ks", "*"), OpEstimateKeys),
		"quoted":                 Invoke(TableMBean("ks", `"t"`), OpEstimateKeys),
		"empty table":            Invoke(TableMBean("ks", ""), OpEstimateKeys),
		"reset metric":           Invoke(TableMetric("ks", "t", "RecentBloomFilterFalseRatio"), OpValues),
		"too few arguments":      Invoke(table, OpGetSSTablesForKey),
		"too many arguments":     Invoke(table, OpEstimateKeys, 1),
		"wrong type":             Invoke(table, OpGetSSTablesForKey, 1),
		"unknown type":           Invoke(table, OpGetSSTablesForKey, 1.5),
		"null":                   Invoke(table, OpGetSSTablesForKey, nil),
		"zero duration":          BeginLocalSampling("ks", "t", "READS", 256, 0),
		"a long sampler":         SamplePartitions("", time.Hour, 256, 10, "READS"),
		"vast capacity":          SamplePartitions("", time.Second, 1<<20, 10, "READS"),
		"negative count":         SamplePartitions("", time.Second, 256, -1, "READS"),
		"no sampler":             SamplePartitions("", time.Second, 256, 10),
		"many samplers":          SamplePartitions("", time.Second, 256, 10, make([]string, 9)...),
		"text of 70,000 bytes":   Invoke(table, OpGetSSTablesForKey, strings.Repeat("x", 70_000)),
	}
	for name, c := range cases {
		if f, err := c.encode(objID{}); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: encoded as %x, %v", name, f.data, err)
		}
	}
}

func TestAttributesThatReset(t *testing.T) {
	latency := TableMetric("ks", "t", "ReadLatency")
	recent := TableMetric("ks", "t", "RecentBloomFilterFalsePositives")
	refused := []Call{
		Get(latency, "RecentValues"),
		GetAll(latency, "Count", "RecentValues"),
		Get(recent, "Value"),
		GetAll(recent, "Value"),
		Get("org.apache.cassandra.metrics:name=RecentBloomFilterFalseRatio,type=Table,keyspace=a,scope=b", "Value"),
		Get(`org.apache.cassandra.metrics:type=Table,name="RecentBloomFilterFalseRatio"`, "Value"),
		Get("org.apache.cassandra.metrics:type=Keyspace,keyspace=ks,name=RecentBloomFilterFalseRatio", "Value"),
	}
	for _, c := range refused {
		if _, err := c.encode(objID{}); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: got %v, want ErrForbidden", c, err)
		}
	}
	allowed := []Call{
		Get(latency, "Count"), Get(TableMetric("ks", "t", "BloomFilterFalseRatio"), "Value"),
		Get(TableMetric("ks", "NotRecent", "ReadLatency"), "Count"), Query("a:name=RecentX,*"),
	}
	for _, c := range allowed {
		if _, err := c.encode(objID{}); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// TestBlockingTime: the deadline of a sampler's answer comes after its duration.
func TestBlockingTime(t *testing.T) {
	for _, c := range []struct {
		call Call
		want time.Duration
	}{
		{SamplePartitions("", 7*time.Second, 256, 10, "READS"), 7 * time.Second},
		{SamplePartitions("ks", 7*time.Second, 256, 10, "READS"), 7 * time.Second},
		{BeginLocalSampling("ks", "t", "READS", 256, 7*time.Second), 0},
		{Get(StorageService, "ReleaseVersion"), 0},
	} {
		if f, err := c.call.encode(objID{}); err != nil || f.blocks != c.want {
			t.Errorf("%s: blocks %v, %v; want %v", c.call, f.blocks, err, c.want)
		}
	}
}
