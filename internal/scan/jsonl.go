package scan

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// line is an object of the jsonl format: a partition, or a table after its partitions.
type line struct {
	Schema int    `json:"schema"`
	Type   string `json:"type"` // always partition
	// Name of the table.
	Name string `json:"name,omitempty"`
	*Row
}

type tableLine struct {
	Schema int    `json:"schema"`
	Type   string `json:"type"` // always table
	tableHead
}

// endLine is the last of the jsonl format: without it the output was cut.
type endLine struct {
	Type string `json:"type"` // always scan
	reportHead
}

// WriteJSONL writes a line for each partition that was kept (type partition, a Row), behind them one with the totals of
// their table (type table, a TableReport without top), and at the end one of type scan: a Report without tables.
func WriteJSONL(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	for i := range r.Tables {
		t := &r.Tables[i]
		for row := range t.Listed() {
			if err := e.Encode(line{SchemaVersion, "partition", t.Name, &row}); err != nil {
				return fmt.Errorf("write a partition of %s: %w", t.Name, err)
			}
		}
		if err := e.Encode(tableLine{Schema: SchemaVersion, Type: "table", tableHead: tableHead{TableReport: *t}}); err != nil {
			return fmt.Errorf("write the totals of %s: %w", t.Name, err)
		}
	}
	if err := e.Encode(endLine{Type: "scan", reportHead: reportHead{Report: *r}}); err != nil {
		return fmt.Errorf("write the end: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}
