package widget

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func columns() []Column {
	return []Column{{Title: "NAME", Width: 6, Left: true, Flex: true, Middle: true}, {Title: "N", Width: 4, Priority: 1},
		{Title: "LATER", Width: 5, Priority: 3}, {Title: "MID", Width: 4, Priority: 2, NoSort: true}}
}

func rowOf(name string, n float64) Row {
	later := Unknown()
	return Row{ID: name, Cells: []Cell{Named(name), {Text: fmt.Sprint(n), Sort: n}, later, {Text: "x", Sort: 1}}}
}

func tableOf(names string) *Table {
	t := &Table{Columns: columns()}
	var rows []Row
	for i, r := range names {
		rows = append(rows, rowOf(string(r), float64(i)))
	}
	t.SetRows(rows, false)
	t.Resize(5)
	return t
}

func order1(t *Table) string { return strings.Join(t.IDs(), "") }

func TestSortOrdersAndComesBack(t *testing.T) {
	tb := tableOf("cab")
	tb.SortBy(1)
	if got := order1(tb); got != "abc" {
		t.Errorf("by name: %s", got)
	}
	tb.SortBy(1)
	if title, _ := tb.Order(); title != "N" || order1(tb) != "bac" {
		t.Errorf("by %s: %s", title, order1(tb))
	}
	tb.Invert()
	if order1(tb) != "cab" {
		t.Errorf("inverted: %s", order1(tb))
	}
	tb.SortBy(1) // LATER is unknown everywhere and MID cannot be sorted: back to the natural order
	if title, inverted := tb.Order(); title != "" || inverted || order1(tb) != "cab" {
		t.Errorf("by %q inverted %v: %s", title, inverted, order1(tb))
	}
	tb.SortBy(-1)
	if title, _ := tb.Order(); title != "N" {
		t.Errorf("backwards: %s", title)
	}
}

func TestUnknownsGoLastInBothDirections(t *testing.T) {
	tb := &Table{Columns: columns()}
	unknown := rowOf("u", 0)
	unknown.Cells[1] = Unknown()
	tb.SetRows([]Row{unknown, rowOf("a", 1), rowOf("b", 2)}, false)
	tb.SortBy(2)
	tb.SortBy(-1)
	tb.SortBy(1)
	if got := order1(tb); got != "bau" {
		t.Errorf("largest first: %s", got)
	}
	tb.Invert()
	if got := order1(tb); got != "abu" {
		t.Errorf("smallest first: %s", got)
	}
	if !Unknown().IsUnknown() || Named("?").IsUnknown() || (Cell{Sort: math.NaN()}).IsUnknown() == false {
		t.Error("IsUnknown")
	}
}

func TestCursorFollowsItsRow(t *testing.T) {
	tb := tableOf("abcdefgh")
	tb.Move(3)
	tb.SetRows([]Row{rowOf("d", 1), rowOf("a", 2), rowOf("z", 3)}, false)
	if got := tb.Selected(); got != "d" {
		t.Errorf("cursor on %s", got)
	}
	tb.SetRows([]Row{rowOf("a", 2), rowOf("z", 3)}, false)
	if got := tb.Selected(); got == "" {
		t.Error("the cursor left the table with its row")
	}
	tb.SetRows(nil, false)
	if tb.Selected() != "" || tb.Len() != 0 {
		t.Error("an empty table has a row under the cursor")
	}
	if _, ok := tb.SelectedRow(); ok {
		t.Error("an empty table has a row under the cursor")
	}
}

func TestHoldKeepsPlacesAndAddsNewOnesBelow(t *testing.T) {
	tb := tableOf("abc")
	tb.SetRows([]Row{rowOf("n", 9), rowOf("c", 3), rowOf("a", 1), rowOf("b", 2)}, true)
	if got := order1(tb); got != "abcn" {
		t.Errorf("held: %s", got)
	}
	tb.Settle()
	if got := order1(tb); got != "ncab" {
		t.Errorf("settled: %s", got)
	}
	if got := tb.Selected(); got != "n" {
		t.Errorf("an untouched cursor follows the first place, not %s", got)
	}
}

func TestMovesStopAtTheEnds(t *testing.T) {
	tb := tableOf("abcdefgh")
	tb.Move(-5)
	if tb.Selected() != "a" {
		t.Error(tb.Selected())
	}
	tb.Last()
	if tb.Selected() != "h" || tb.top != 4 {
		t.Error(tb.Selected(), tb.top)
	}
	tb.First()
	if tb.Selected() != "a" || tb.top != 0 || tb.Page() != 3 {
		t.Error(tb.Selected(), tb.top, tb.Page())
	}
	if tb.Select("nope") || !tb.Select("e") || tb.Selected() != "e" {
		t.Error("Select", tb.Selected())
	}
}

func TestFilterLooksAtNames(t *testing.T) {
	tb := tableOf("abc")
	for filter, want := range map[string]string{"": "abc", "B": "b", "!b": "ac", "!": "abc", "zz": "", "0": ""} {
		tb.SetFilter(filter)
		if got := order1(tb); got != want {
			t.Errorf("%q: %s, want %s", filter, got, want)
		}
	}
	if tb.Total() != 3 {
		t.Error(tb.Total())
	}
}

func TestColumnsGoByPriorityUnknownFirst(t *testing.T) {
	cols := columns()
	for width, want := range map[int][]int{40: {0, 1, 2, 3}, 21: {0, 1, 3}, 16: {0, 1, 3}, 11: {0, 1}, 6: {0}, 3: nil} {
		if got := pick(cols, []bool{false, false, true, false}, width); !slices.Equal(got, want) {
			t.Errorf("width %d keeps %v, want %v", width, got, want)
		}
	}
}

func TestDrawFitsAndScrolls(t *testing.T) {
	tb := tableOf("abcdefgh")
	tb.Last()
	for width := 1; width < 40; width++ {
		for _, d := range tb.Draw(width, 4, true, width%2 == 0) {
			if w := d.Line.Width(); w > max(width, 6) {
				t.Errorf("width %d: a line of %d: %q", width, w, d.Line.Text())
			}
		}
	}
	lines := tb.Draw(30, 5, true, false)
	last := lines[len(lines)-1]
	if len(lines) != 5 || !last.Selected || !strings.HasPrefix(last.Line.Text(), "h") {
		t.Errorf("%d lines, last %q selected %v", len(lines), last.Line.Text(), last.Selected)
	}
	if tb.Draw(10, 0, true, false) != nil || tb.Draw(0, 5, true, false) != nil {
		t.Error("something was drawn into nothing")
	}
	for _, d := range tb.Draw(30, 5, false, false) {
		if d.Selected {
			t.Error("a table without focus marks a row")
		}
	}
}

func TestSortedColumnIsMarkedInText(t *testing.T) {
	tb := tableOf("abc")
	for want, press := range map[string]func(){"NAME▼": func() { tb.SortBy(1) }} {
		press()
		if got := tb.Draw(30, 3, true, false)[0].Line.Text(); !strings.Contains(got, want) {
			t.Errorf("heading %q", got)
		}
	}
	tb.SortBy(1)
	tb.Invert()
	if got := tb.Draw(30, 3, true, false)[0].Line.Text(); !strings.Contains(got, "▲N") {
		t.Errorf("heading %q", got)
	}
}

func TestASCIIColumnsGetRoomForTheirSigns(t *testing.T) {
	tb := &Table{Columns: []Column{{Title: "A", Width: 6}}}
	tb.SetRows([]Row{{ID: "1", Cells: []Cell{{Text: "≤533ms", Sort: 1}}}}, false)
	if got := tb.Draw(20, 2, false, true)[1].Line.Text(); got != "<=533ms" {
		t.Errorf("%q", got)
	}
}
