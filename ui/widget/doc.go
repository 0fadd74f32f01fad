// Package widget holds the parts that screens are made of: lines of painted spans, a table whose cursor follows row
// identity, bars, sparklines, charts and the event lane.
//
// It imports themes and text libraries only and knows nothing of clusters. It promises that every width is in terminal
// cells, that no line is wider than asked for, that drawing is a pure function of the widget, and that texts reach it
// already safe for a terminal.
//
// A line is a list of spans, each a text in a role; only Painter knows escape sequences. So widths are counted on plain
// text, a selected row is one run of reverse video, and a theme or ASCII mode needs nothing of the widgets.
package widget
