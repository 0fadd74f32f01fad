// Package nodetool reads what nodetool and the sstable tools print: every command that partop asks or that an operator
// saves, of Cassandra 2.0 to 5.0, DSE and ScyllaDB, as text, JSON, YAML or CSV, and their errors and refusals.
//
// It is pure: bytes in, values out. It starts no process and opens no file, and imports nothing but the standard
// library. It promises:
//
//   - a value is found by its label or its column header, never by its position or indentation;
//   - what is not printed is absent and what is printed as NaN, null, N/A or ? is unknown; neither is ever zero;
//   - a damaged line costs that line: a Warning carries its number and the rest is still read;
//   - text that is no known output is ErrUnknown, never a guess;
//   - no input makes it panic, and input beyond MaxInputBytes is ErrTooLarge.
//
// A kind is one file here and one row in the registry.
package nodetool
