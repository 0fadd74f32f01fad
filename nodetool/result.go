package nodetool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

var (
	// ErrUnknown means that the text is no known output of nodetool or an sstable tool.
	ErrUnknown = errors.New("not a known nodetool or sstable tool output")
	// ErrEmpty means that there is no text at all. Several commands print nothing and mean it (getsstables of an absent
	// key, sstableexpiredblockers when nothing is blocked): those give an empty Result when their kind is named.
	ErrEmpty = errors.New("no text")
	// ErrTooLarge means that the text is beyond MaxInputBytes.
	ErrTooLarge = errors.New("text is too large")
	// ErrSideBySide means that two outputs stand beside each other (sdiff, diff -y): labels cannot be told apart.
	ErrSideBySide = errors.New("two outputs side by side")
	// ErrWrongKind means that the text is a known output, but not of the kind that was asked for.
	ErrWrongKind = errors.New("output of another command")
	// ErrNoSuchKind means that no parser has that name.
	ErrNoSuchKind = errors.New("no such kind of output")
)

// Warning is one line that was not understood, or understood with a doubt.
type Warning struct {
	// Line counts from 1 in the text as given; 0 is the text as a whole.
	Line int `json:"line"`
	// Text says what was wrong and quotes the line.
	Text string `json:"text"`
}

// Format is the notation an output was printed in.
type Format string

// The notations; text is nodetool's own layout.
const (
	FormatText Format = "text"
	FormatJSON Format = "json"
	FormatYAML Format = "yaml"
	FormatCSV  Format = "csv"
)

// Result is one output, read.
type Result struct {
	Kind   Kind
	Format Format
	// VersionHint says which versions print this form, for instance "2.1-3.11" or "5.0+" or "scylla"; empty when the
	// form tells nothing. It is derived from words, not promised by the tool.
	VersionHint string
	// Truncated is set when the text stops before its end, or is only a part (an operator's grep or head).
	Truncated bool
	Warnings  []Warning
	// Failure is what the tool complained about after valid output; nil without a complaint.
	Failure *Failure
	// Data is the pointer to the struct of the kind: *TableStats, *Histograms, *CompactionStats, ...
	Data any
}

// document is the order and the names of the documented JSON.
type document struct {
	Schema      int       `json:"schema"`
	Kind        Kind      `json:"kind"`
	Format      Format    `json:"format"`
	VersionHint *string   `json:"version_hint"`
	Truncated   bool      `json:"truncated"`
	Warnings    []Warning `json:"warnings"`
	Failure     *Failure  `json:"failure,omitempty"`
	Data        any       `json:"data"`
}

// Schema is the number in every document; it changes when a field changes its meaning.
const Schema = 1

// Document returns the documented JSON of a result, on one line:
//
//	{"schema":1,"kind":"tablestats","format":"text","version_hint":"5.0+","truncated":false,"warnings":[],"data":{...}}
//
// version_hint is null when unknown. Inside data numbers are numbers in base units (bytes, milliseconds as labelled,
// microseconds), null is a value printed as unknown, and an absent key was not printed.
func Document(r *Result) ([]byte, error) {
	d := document{Schema: Schema, Kind: r.Kind, Format: r.Format, Truncated: r.Truncated,
		Warnings: r.Warnings, Failure: r.Failure, Data: r.Data}
	if d.Warnings == nil {
		d.Warnings = []Warning{}
	}
	if r.VersionHint != "" {
		d.VersionHint = &r.VersionHint
	}
	b, err := encode(d)
	if err != nil {
		return nil, fmt.Errorf("writing the document of %s: %w", r.Kind, err)
	}
	return b, nil
}

// encode is json.Marshal without the escapes for HTML: keys and messages hold < and >.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// report collects what a parser has to say beside its data.
type report struct {
	warnings  []Warning
	more      int
	hint      string
	format    Format
	truncated bool
}

func (r *report) warnf(line int, format string, args ...any) {
	if len(r.warnings) >= maxWarnings {
		r.more++
		return
	}
	r.warnings = append(r.warnings, Warning{Line: line, Text: fmt.Sprintf(format, args...)})
}

// skipped says that a line was not understood.
func (r *report) skipped(l line) { r.warnf(l.no, "not understood: %s", quote(l.text)) }

// closed returns the warnings, with a last one for those beyond the limit.
func (r *report) closed() []Warning {
	if r.more == 0 {
		return r.warnings
	}
	return append(r.warnings, Warning{Text: fmt.Sprintf("%d more warnings left out", r.more)})
}

// quote shows the beginning of a line with its unprintable bytes escaped: a warning goes to a terminal.
func quote(s string) string {
	if len(s) > maxWarningText {
		s = s[:maxWarningText] + "..."
	}
	return fmt.Sprintf("%q", s)
}
