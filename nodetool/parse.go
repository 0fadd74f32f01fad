package nodetool

import (
	"errors"
	"fmt"
	"strings"
)

// ParseAny recognises a text by its content and reads it. A text that is only a complaint gives a Result of
// KindFailure whose Data is the *Failure, without an error. The error is ErrEmpty, ErrTooLarge, ErrSideBySide or
// ErrUnknown.
func ParseAny(text []byte) (*Result, error) {
	p, r, err := open(text)
	if err != nil {
		return nil, err
	}
	f, before := takeFailure(p)
	row, score, format := kindRow{}, 0, FormatText
	if f == nil || before > 0 {
		row, score, format = recognise(p)
	}
	if score < leastScore {
		if f != nil {
			return failed(f, r), nil
		}
		return nil, unknown(p)
	}
	return row.read(p, r, format, f)
}

// Parse reads a text as one kind. A text that is only a complaint gives both the Result of KindFailure and the
// *Failure as error. Empty text is an empty Result for the commands that print nothing when there is nothing, else
// ErrEmpty; text of another kind is ErrWrongKind or ErrUnknown.
func Parse(kind Kind, text []byte) (*Result, error) {
	row, ok := rowOf(kind)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoSuchKind, kind)
	}
	p, r, err := open(text)
	if err != nil {
		if errors.Is(err, ErrEmpty) && row.empty != nil {
			return &Result{Kind: kind, Format: FormatText, Data: row.empty()}, nil
		}
		return nil, fmt.Errorf("reading %s: %w", kind, err)
	}
	f, before := takeFailure(p)
	if f != nil && before == 0 {
		return failed(f, r), f
	}
	found, score, format := recognise(p)
	if found.kind != kind {
		format = formatOf(p)
	}
	res, err := row.read(p, r, format, f)
	if err != nil && f != nil {
		return failed(f, r), f
	}
	if err != nil && score >= leastScore && found.kind != kind {
		return nil, fmt.Errorf("reading %s: %w: this is %s", kind, ErrWrongKind, found.kind)
	}
	return res, err
}

// formatOf is for a text that is not recognised as the kind it is said to be.
func formatOf(p *page) Format {
	for _, l := range p.head(1) {
		if jsonStart(strings.TrimSpace(l.text)) {
			return FormatJSON
		}
	}
	return FormatText
}

// open does what every way of parsing begins with.
func open(text []byte) (*page, *report, error) {
	if len(text) > MaxInputBytes {
		return nil, nil, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(text), MaxInputBytes)
	}
	r := &report{}
	p := newPage(text, r)
	if len(p.head(1)) == 0 {
		return nil, nil, ErrEmpty
	}
	if l, ok := sideBySide(p); ok {
		return nil, nil, fmt.Errorf("%w at line %d: %s", ErrSideBySide, l.no, quote(l.text))
	}
	return p, r, nil
}

// read gives the page to the parser of its notation.
func (row kindRow) read(p *page, r *report, format Format, f *Failure) (*Result, error) {
	r.format = format
	var data any
	switch {
	case format == FormatJSON && row.tree != nil:
		data = row.tree(readJSON(p, r), r)
	case format == FormatYAML && row.tree != nil:
		data = row.tree(readYAML(p, r), r)
	default:
		data = row.parse(p, r)
	}
	if data == nil {
		return nil, fmt.Errorf("reading %s: %w", row.kind, unknown(p))
	}
	if f != nil {
		r.warnf(f.Line, "the command failed after this output: %s", f.Message)
		r.truncated = true
	}
	return &Result{Kind: row.kind, Format: r.format, VersionHint: r.hint, Truncated: r.truncated,
		Warnings: r.closed(), Failure: f, Data: data}, nil
}

// failed is the result of a text that is only a complaint.
func failed(f *Failure, r *report) *Result {
	return &Result{Kind: KindFailure, Format: FormatText, Warnings: r.closed(), Data: f}
}

// unknown quotes the first line, so that a user sees which file was mixed up.
func unknown(p *page) error {
	head := p.head(1)
	if len(head) == 0 {
		return ErrUnknown
	}
	return fmt.Errorf("%w: begins with %s", ErrUnknown, quote(strings.TrimSpace(head[0].text)))
}

// twice are labels of which one line never holds two.
var twice = []string{"Keyspace:", "Keyspace :", "Table:", "SSTable count:", "Read Count:", "Local read count:",
	"Space used (live):", "pending tasks:"}

// sideBySide finds a line with the same label twice, as sdiff prints two saved outputs.
func sideBySide(p *page) (line, bool) {
	for _, l := range p.head(detectLines) {
		for _, label := range twice {
			t := strings.TrimSpace(l.text)
			if strings.HasPrefix(t, label) && strings.Contains(t[len(label):], label) && strings.Contains(t, "  ") {
				return l, true
			}
		}
	}
	return line{}, false
}
