// Package e2e drives the real binary in a real terminal (tmux, or a pty where bytes are counted) against the built-in
// incidents and a real Cassandra. It is nothing but tests.
//
// It needs PARTOP_E2E=1; the tests of live clusters need a lab of three nodes with --auth and --tls, as `make test`
// starts it. It may import anything.
package e2e
