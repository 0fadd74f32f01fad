// Package format writes figures for people: sizes, counts, rates, times and ages, in the few cells that a column has.
//
// It imports cluster and the standard library. It promises that an unknown is "?" and never a number, that a sign
// (~ ≤ ≥) stands before what is not exact, that sizes are binary (K is 1,024), and that nothing here reads the clock.
package format
