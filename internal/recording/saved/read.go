package saved

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/nodetool"
)

// Read reads files and the files below directories.
func Read(ctx context.Context, paths []string) (*Bundle, error) {
	files, err := list(ctx, paths)
	if err != nil {
		return nil, err
	}
	b := &Bundle{}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.Pieces = append(b.Pieces, f.pieces()...)
	}
	b.settle()
	b.place()
	if len(b.Answers) == 0 {
		return b, fmt.Errorf("%s: %w", strings.Join(paths, " "), ErrNothing)
	}
	return b, nil
}

// file is one to read, with the part of its path that may name a node.
type file struct {
	path, below string
	modified    time.Time
}

// list walks the directories. Links are not followed: a bundle may hold a link out of itself.
func list(ctx context.Context, paths []string) ([]file, error) {
	var out []file
	for _, root := range paths {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil || !info.Mode().IsRegular() {
				return err
			}
			below, err := filepath.Rel(filepath.Dir(filepath.Clean(root)), path)
			if err != nil {
				return err
			}
			if len(out) >= MaxFiles {
				return fmt.Errorf("below %s: %w: more than %d; name a directory further down", root, ErrTooMany, MaxFiles)
			}
			out = append(out, file{path: path, below: filepath.ToSlash(below), modified: info.ModTime()})
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("look for saved outputs: %w", err)
		}
	}
	return out, nil
}

// pieces reads one file. One that is no text at all is passed over without a word: bundles hold heap dumps.
func (f *file) pieces() []Piece {
	text, err := f.read()
	p := Piece{Path: f.path, At: timeOf(f.below, f.modified), whose: whoseOf(f.below)}
	switch {
	case err != nil:
		p.Reason = err.Error()
		return []Piece{p}
	case text == nil:
		return nil
	}
	var out []Piece
	for _, part := range nodetool.Split(text) {
		q := p
		if part.Line > 1 {
			q.Path = fmt.Sprintf("%s:%d", f.path, part.Line)
		}
		if part.Host != "" {
			q.Node = part.Host
		}
		q.parse(part.Text)
		out = append(out, q)
	}
	return out
}

// read returns nil for what cannot be a text.
func (f *file) read() ([]byte, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	head = head[:n]
	if len(bytes.TrimSpace(head)) == 0 || bytes.IndexByte(head, 0) >= 0 {
		return nil, nil
	}
	rest, err := io.ReadAll(io.LimitReader(in, nodetool.MaxInputBytes+1))
	if err != nil {
		return nil, err
	}
	return append(head, rest...), nil
}

// parse recognises a text. A complaint is kept with its reason: that a node refused is worth knowing.
func (p *Piece) parse(text []byte) {
	r, err := nodetool.ParseAny(text)
	if err != nil {
		p.Reason = err.Error()
		return
	}
	p.Kind, p.Result = r.Kind, r
	if f, ok := r.Data.(*nodetool.Failure); ok {
		p.Reason = f.Message
	}
}

// stamp is a time in the name of a file or folder: 2026-11-30T14:02:11, 20261130-1402, 2026-11-30_14.02.
var stamp = regexp.MustCompile(`(20\d\d)-?([01]\d)-?([0-3]\d)[T_. -]?([0-2]\d)[:._-]?([0-5]\d)(?:[:._-]?([0-5]\d))?`)

// timeOf prefers a time in the name, read as UTC, to that of the last change, which copying may have renewed.
func timeOf(path string, modified time.Time) time.Time {
	all := stamp.FindAllStringSubmatch(path, -1)
	for i := len(all) - 1; i >= 0; i-- {
		n := make([]int, 6)
		for j, text := range all[i][1:] {
			n[j], _ = strconv.Atoi(text) // digits or empty
		}
		t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
		if t.Month() == time.Month(n[1]) && t.Day() == n[2] && t.Hour() == n[3] {
			return t
		}
	}
	return modified.UTC()
}
