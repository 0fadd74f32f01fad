// Package cqltype knows Cassandra's data types: it reads their names (CQL and
// Java class form), decodes and orders their bytes, writes and reads values as
// CQL literals, and handles partition keys (encoding, WHERE clause, token).
// It also makes text from a database safe to put on a terminal.
//
// It imports the standard library only. Nothing here does I/O, keeps state or
// panics on input: bytes and strings may come from a damaged file or a hostile
// client, so every length is checked against what is there, and the nesting of
// types is bounded (see limits.go).
//
// The last word on every rule is org.apache.cassandra.db.marshal of Cassandra
// 3.0 to 5.0; comments name the class a rule comes from.
package cqltype
