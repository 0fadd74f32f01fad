// Package screen holds the seven screens: each turns a view of a session into rows, draws them, and says in words what
// is under the cursor.
//
// It imports cluster, triage, session and the UI's own parts, never a source of data. It promises that a screen reads
// only its Frame, that building rows is the only costly step, that every text from the cluster has passed Frame.Text or
// Frame.Key before it is drawn, and that what is not known is "?" with the reason in the line of words.
//
// A new screen is one file: a struct with base, the seven methods of Screen, a line in New and a title. What differs
// from screen to screen is the list (rows and columns) and the blocks around it; stack shares out the lines.
//
// The words follow Cassandra's: fragment for a partition in one SSTable, replica reads and coordinator reads apart,
// "not reached from here" for a node that is silent to us, and "down" only when gossip says so.
package screen
