// Package ui is the terminal UI: one Bubble Tea model that routes messages, seven screens, and overlays for help,
// provenance and commands.
//
// It imports cluster, triage, session, themes and cqltype's text functions, and never a source of data: what it shows
// comes from a Session. It promises that nothing blocks in Update, that a screen on which nothing changes writes no
// byte, that every text from the cluster is made safe for the terminal before it is drawn, that rows do not move for a
// second after a key, and that it stops the polling when nobody is there.
//
// How a change comes to the screen:
//
//	Session.Changed ── wait (a command) ── screen.Prepare merges the figures ── viewMsg
//	                                                                              │
//	keys, sizes, focus, answers of commands ─────────────────────── Update: route, then paint
//	                                                                              │
//	                                             screen.Build makes rows, screen.Draw makes lines
//	                                                                              │
//	                                                  View hands the painted text to Bubble Tea
//
// Update paints eagerly, so View is pure; Bubble Tea writes only the cells that differ. No age on screen comes from the
// wall clock: a screen without new data is the same text, and costs nothing.
//
// A key is one line in bindings, a command one line in verbs; key line, help and manual follow from these tables.
package ui
