package jmx

import "strings"

// ObjectName is the full name of an MBean or a pattern of names:
// "domain:key=value,key=value". The order of keys means nothing to the node.
type ObjectName string

// StorageService is the MBean of a whole node.
const StorageService ObjectName = "org.apache.cassandra.db:type=StorageService"

// TableMBean names the MBean of a table (ColumnFamilyStoreMBean); its type is
// Tables since 3.0.
func TableMBean(keyspace, table string) ObjectName {
	return ObjectName("org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table)
}

// TableMetric names a metric of a table (TableMetrics), such as ReadLatency.
func TableMetric(keyspace, table, metric string) ObjectName {
	return ObjectName("org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace +
		",scope=" + table + ",name=" + metric)
}

// Domain is the part before the first colon.
func (n ObjectName) Domain() string {
	domain, _, _ := strings.Cut(string(n), ":")
	return domain
}

// Property returns the value of a key, quotes and all.
func (n ObjectName) Property(key string) (string, bool) {
	for k, v := range n.properties {
		if k == key {
			return v, true
		}
	}
	return "", false
}

// properties yields the keys and values in order. A quoted value may hold
// commas (javax.management.ObjectName, "Quoting").
func (n ObjectName) properties(yield func(key, value string) bool) {
	_, rest, _ := strings.Cut(string(n), ":")
	for rest != "" {
		key, after, ok := strings.Cut(rest, "=")
		if !ok {
			return
		}
		end := valueEnd(after)
		if !yield(key, after[:end]) {
			return
		}
		rest = strings.TrimPrefix(after[end:], ",")
	}
}

// valueEnd finds the comma that ends a value: a backslash within quotes takes the
// next character with it.
func valueEnd(s string) int {
	quoted := strings.HasPrefix(s, `"`)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case quoted && i > 0 && c == '"':
			quoted = false
		case !quoted && c == ',':
			return i
		}
	}
	return len(s)
}
