// Package cluster is the vocabulary of an investigation: nodes, tables, Readings and the State that is folded from them.
//
// A Reading is one observation with its provenance: who was asked, when, how, how exact the answer is, or why there is
// none. Everything that partop shows is a Reading or is derived from Readings here, so a recording of Readings replays
// into the same State, findings and screens as a live cluster.
//
// The package imports the leaf knowledge under cassandra/ and the standard library, never a source of Readings.
// It promises that a Snapshot never changes after it was taken, that an unknown stays unknown (never a zero), and that
// time comes from the Readings alone: no function here reads the clock.
package cluster
