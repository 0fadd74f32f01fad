package cqltype

import "strings"

type tokenKind uint8

const (
	tokenEnd    tokenKind = iota
	tokenWord             // bare: names, numbers, uuids, durations, 0x...
	tokenQuoted           // "Name", quotes undone
	tokenString           // 'text' or $$text$$, quotes undone
	tokenMark             // one of the characters in marks
)

// token is one lexical element; text is empty at the end of input.
type token struct {
	kind tokenKind
	text string
}

const marks = "<>(){}[],:"

// scanner splits CQL types and literals. Words are taken whole; what they mean
// depends on the type that is expected, so the scanner does not judge them.
type scanner struct {
	src  string
	pos  int
	next token
	// dots makes '.' a mark of its own, for keyspace.name.
	dots bool
	err  error
}

func newScanner(src string, dots bool) *scanner {
	s := &scanner{src: src, dots: dots}
	s.advance()
	return s
}

// take returns the next token and moves on.
func (s *scanner) take() token {
	t := s.next
	s.advance()
	return t
}

// isMark tells whether the next token is that mark.
func (s *scanner) isMark(m string) bool { return s.next.kind == tokenMark && s.next.text == m }

// accept takes the mark if it is next.
func (s *scanner) accept(m string) bool {
	if !s.isMark(m) {
		return false
	}
	s.advance()
	return true
}

// expect takes the mark or fails.
func (s *scanner) expect(m string) error {
	if s.accept(m) {
		return nil
	}
	if s.err != nil {
		return s.err
	}
	return syntax("expected %q before %q", m, s.next.text)
}

// finish fails unless all input was taken.
func (s *scanner) finish() error {
	if s.err != nil {
		return s.err
	}
	if s.next.kind != tokenEnd {
		return syntax("unexpected %q", s.next.text)
	}
	return nil
}

// advance reads the next token. An error sticks and looks like the end of the
// input, so callers check once, in expect or finish.
func (s *scanner) advance() {
	s.src = strings.TrimLeft(s.src[s.pos:], " \t\r\n")
	s.pos = 0
	s.next = token{}
	if s.src == "" || s.err != nil {
		return
	}
	switch c := s.src[0]; {
	case c == '\'':
		s.next = token{tokenString, s.enclosed('\'')}
	case c == '"':
		s.next = token{tokenQuoted, s.enclosed('"')}
	case strings.HasPrefix(s.src, "$$"):
		s.next = token{tokenString, s.dollars()}
	case s.markAt(0):
		s.pos = 1
		s.next = token{tokenMark, s.src[:1]}
	default:
		s.next = token{tokenWord, s.word()}
	}
	if s.err != nil {
		s.next = token{}
	}
}

func (s *scanner) markAt(i int) bool {
	return strings.IndexByte(marks, s.src[i]) >= 0 || s.dots && s.src[i] == '.'
}

// enclosed reads up to the closing quote; a doubled quote stands for one.
//
// A backslash has no meaning in CQL strings, and neither have line ends: both
// stand for themselves.
func (s *scanner) enclosed(quote byte) string {
	for i := 1; i < len(s.src); i++ {
		if s.src[i] != quote {
			continue
		}
		if i+1 < len(s.src) && s.src[i+1] == quote {
			i++
			continue
		}
		s.pos = i + 1
		q := string(quote)
		return strings.ReplaceAll(s.src[1:i], q+q, q)
	}
	s.err = syntax("no closing %c", quote)
	return ""
}

// dollars reads $$text$$, where nothing is escaped (PostgreSQL style, 2.2+).
func (s *scanner) dollars() string {
	end := strings.Index(s.src[2:], "$$")
	if end < 0 {
		s.err = syntax("no closing $$")
		return ""
	}
	s.pos = end + 4
	return s.src[2 : end+2]
}

// word ends at blanks, marks and quotes.
func (s *scanner) word() string {
	i := 0
	for i < len(s.src) && !s.markAt(i) && strings.IndexByte(" \t\r\n'\"", s.src[i]) < 0 {
		i++
	}
	s.pos = i
	return s.src[:i]
}
