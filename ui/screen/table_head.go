package screen

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/themes"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// tableHead is the first line of a screen about one table: its compaction, time to live and gc_grace.
// These three settings explain most of what the screens about a table show, so they are not left for help.
func tableHead(f *Frame, id cluster.TableID) widget.Line {
	name := f.Text(id.String())
	t := f.View.TableSchema(id)
	if t == nil {
		return fieldLine(name, "schema", "? not read yet")
	}
	pairs := []string{"compaction", f.Text(strategy(t))}
	pairs = append(pairs, "ttl", format.Seconds(t.DefaultTTLSeconds), "gc_grace", format.Seconds(t.GCGraceSeconds))
	return fieldLine(name, pairs...)
}

// strategy names the compaction, with its window where it has one.
func strategy(t *cluster.TableSchema) string {
	s := t.Strategy()
	// Only TWCS has windows (TimeWindowCompactionStrategyOptions); leftover options of another strategy mean
	// nothing.
	if size := t.Compaction["compaction_window_size"]; size != "" && s == "TWCS" {
		s += " " + size + " " + t.Compaction["compaction_window_unit"]
	}
	return s
}

// heading is the title of a section.
func heading(text, more string) widget.Line {
	return widget.In(themes.Title, " "+text).Add(themes.Dim, more)
}
