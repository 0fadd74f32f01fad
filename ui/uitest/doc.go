// Package uitest is a small, deterministic cluster for tests of the terminal UI: real Readings folded into a real State,
// so that screens are tested on what the rest of the program would give them.
//
// Only tests import it. It promises the same views on every machine: times are fixed and nothing is random.
package uitest
