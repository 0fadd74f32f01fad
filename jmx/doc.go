// Package jmx reads the MBeans of a running Cassandra node over JMX/RMI
// without a JVM.
//
// It knows the Java wire formats and nothing of the rest of this repository:
// it imports the standard library only.
//
// What goes over the wire, all integers big-endian:
//
//	client  4A 52 4D 49 | 00 02 | 4B             "JRMI", version 2, stream protocol
//	server  4E | UTF client host | i32 port      the client as the server sees it
//	client  UTF own host | i32 0
//	client  50 | AC ED 00 05 | 77 22 | ObjID(22) | i32 operation | i64 hash | arguments
//	server  51 | AC ED 00 05 | 77 0F | u8 kind | UID(14) | value     kind 1 value, 2 exception
//
// A connection is made in three calls: the registry gives the stub of
// RMIServer, its newClient gives an RMIConnection, and every later call goes to
// that object over the same TCP connection. Calls are written before earlier
// answers are read; the server answers in order.
//
// Promises:
//   - Nothing on the node is changed. Only the methods of methods.go and the
//     operations of operations.go can be written; there is no way to write
//     setAttribute, and attributes whose reading resets them for everybody
//     (forbidden.go) are refused before a byte is sent.
//   - Bytes from the node never panic and never take more memory than Limits
//     allow; whatever is not understood is an Opaque value or an error.
//   - An exception of one call costs that answer only. A broken stream costs
//     the connection, which then says so on every later use.
//   - A cancelled context ends the connection and returns; no goroutine
//     outlives the call that started it.
//   - No error text contains the password.
//
// A Conn serves one user at a time. The node closes a connection that was idle
// for 120 s (jmx.remote.x.server.connection.timeout), so call Ping at least once
// a minute. A call that blocks on the node, such as a sampler, wants a
// connection of its own: see Conn.Sibling.
package jmx
