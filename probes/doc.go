// Package probes holds every way to learn something from a cluster, one file each. A probe asks one node and emits
// Readings; a failure is a Reading too, with the reason and what would help.
//
// It imports cluster, the sources (cql so far) and the standard library, and promises: bounded statements only, at
// LOCAL_ONE, none that writes, none without a bound, and the class of its cost stated beforehand.
package probes
