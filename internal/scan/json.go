package scan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes one document, a Report; each partition is on a line of its own. It is written piece by piece, for
// as text it is several times the size of the scan.
func WriteJSON(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	d := document{out: out}
	d.open(reportHead{Report: *r})
	d.text(`,"tables":[`)
	for i := range r.Tables {
		d.table(&r.Tables[i], i == 0)
	}
	d.text("]}\n")
	if d.err == nil {
		d.err = out.Flush()
	}
	if d.err != nil {
		return fmt.Errorf("write the report: %w", d.err)
	}
	return nil
}

// document is JSON in the making; after an error it takes nothing more.
type document struct {
	out *bufio.Writer
	err error
}

func (d *document) text(s string) {
	if d.err == nil {
		_, d.err = d.out.WriteString(s)
	}
}

func (d *document) value(v any) []byte {
	b, err := json.Marshal(v)
	if d.err == nil {
		d.err = err
	}
	return b
}

// open writes an object without its end, so that a member may follow.
func (d *document) open(v any) { d.text(string(bytes.TrimSuffix(d.value(v), []byte("}")))) }

func (d *document) table(t *TableReport, first bool) {
	if !first {
		d.text(",")
	}
	d.text("\n")
	d.open(tableHead{TableReport: *t})
	d.text(`,"top":[`)
	separator := "\n"
	for row := range t.Listed() {
		d.text(separator)
		d.text(string(d.value(row)))
		separator = ",\n"
	}
	d.text("]}")
}

// reportHead is a report without its tables, tableHead a table without its partitions: outer fields hide inner ones.
type reportHead struct {
	Report
	None *struct{} `json:"tables,omitempty"`
}

type tableHead struct {
	TableReport
	None *struct{} `json:"top,omitempty"`
}
