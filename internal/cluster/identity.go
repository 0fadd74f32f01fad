package cluster

import "strings"

// NodeID names a node for the length of a session: its host id (UUID text), which survives a change of address.
// Addresses, ssh names and folder names are aliases of it, see NodeInfo.
type NodeID string

// TableID names a table by keyspace and name. The id of its schema entry, which tells a dropped and recreated table
// from the old one, is part of TableSchema.
type TableID struct {
	Keyspace string
	Name     string
}

// String is the form that nodetool and CQL use: keyspace.table.
func (t TableID) String() string { return t.Keyspace + "." + t.Name }

// IsZero reports whether t names no table, as in Readings about a node.
func (t TableID) IsZero() bool { return t == TableID{} }

// IsSystem reports whether t belongs to Cassandra itself and not to a user (SchemaConstants.isSystemKeyspace, plus
// what DSE and tools add). Their work shows up in node totals and is hidden in lists unless asked for.
func (t TableID) IsSystem() bool { return IsSystemKeyspace(t.Keyspace) }

// IsSystemKeyspace is IsSystem for a keyspace's name.
func IsSystemKeyspace(keyspace string) bool {
	switch keyspace {
	case "system", "dse_system", "dse_security", "dse_perf", "dse_leases", "solr_admin":
		return true
	}
	return strings.HasPrefix(keyspace, "system_")
}

// ParseTableID splits "keyspace.table" at the first dot; ok is false without one.
func ParseTableID(s string) (t TableID, ok bool) {
	t.Keyspace, t.Name, ok = strings.Cut(s, ".")
	return t, ok && t.Keyspace != "" && t.Name != ""
}
