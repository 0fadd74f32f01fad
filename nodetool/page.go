package nodetool

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"
	"unicode/utf16"
)

// What happens to a text on its way from a terminal to a file, and is undone here:
//
// 	byte order mark, UTF-16             a shell on Windows
// 	CRLF, "progress\rline"              Windows; sstablemetadata -s
// 	colour codes                        sstablemetadata -c, script(1)
// 	"> ", "| ", "node1: ", "[node1] "   mails, issue trackers, parallel shells: only when every line has it
// 	"user@host:~$ nodetool ...", "```"  pastes

// line is one line of the text, cleaned, with its number in the text as given.
type line struct {
	no   int
	text string
}

// blank says whether nothing but white space stands in the line.
func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

// page is a text cut into lines, ready for a parser.
type page struct {
	// raw is the text without ANSI codes, for the JSON and YAML readers.
	raw   string
	lines []line
}

// ansi are the colour codes of sstablemetadata -c and of a recorded terminal.
var ansi = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// prompt is a line with the command itself, as a terminal paste begins.
var prompt = regexp.MustCompile(`^\S*.{0,80}?[$#%>»]\s+(?:sudo\s+)?(?:\S*/)?(?:nodetool|sstable[a-z]+)(?:\s|$)`)

// isPrompt looks at the beginning only, and for the tool's name first: this is asked of every line.
func isPrompt(s string) bool {
	s = s[:min(len(s), 200)]
	return (strings.Contains(s, "nodetool") || strings.Contains(s, "sstable")) && prompt.MatchString(s)
}

// newPage cleans the text: ANSI codes, carriage returns, quote marks of mails and issues, code fences and the prompt
// line go; numbers of lines stay.
func newPage(text []byte, r *report) *page {
	text = decode(text)
	if bytes.IndexByte(text, 0x1b) >= 0 {
		text = ansi.ReplaceAll(text, nil)
	}
	raw := strings.ToValidUTF8(string(text), "\uFFFD")
	p := &page{raw: raw, lines: make([]line, 0, min(strings.Count(raw, "\n")+1, maxLines))}
	no := 0
	for rest, more := raw, true; more; {
		var s string
		s, rest, more = strings.Cut(rest, "\n")
		no++
		if !more && s == "" {
			break
		}
		if no > maxLines {
			r.warnf(no, "more than %d lines: the rest is not read", maxLines)
			r.truncated = true
			break
		}
		p.lines = append(p.lines, line{no, strings.TrimRight(s, "\r")})
	}
	if unquote(p.lines) {
		texts := make([]string, len(p.lines))
		for i, l := range p.lines {
			texts[i] = l.text
		}
		p.raw = strings.Join(texts, "\n")
	}
	for i, l := range p.lines {
		l.text = cleanLine(l.text, l.no, r)
		p.lines[i].text = l.text
		t := strings.TrimSpace(l.text)
		if strings.HasPrefix(t, "```") || isPrompt(l.text) {
			p.lines[i].text = ""
		}
	}
	return p
}

// cleanLine keeps what a terminal would show last of a line overwritten with carriage returns: sstablemetadata -s
// writes its progress that way.
func cleanLine(s string, no int, r *report) string {
	if i := strings.LastIndexByte(s, '\r'); i >= 0 {
		s = s[i+1:]
	}
	if len(s) > maxLineBytes {
		r.warnf(no, "line cut at %d bytes", maxLineBytes)
		r.truncated = true
		s = strings.ToValidUTF8(s[:maxLineBytes], "")
	}
	return s
}

// decode drops a byte order mark and reads UTF-16, which a shell on Windows writes into files.
func decode(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	units := make([]uint16, 0, len(text)/2)
	for text = text[2:]; len(text) > 1; text = text[2:] {
		units = append(units, order.Uint16(text))
	}
	return []byte(string(utf16.Decode(units)))
}

// linePrefix is what a mail, a parallel shell or a log puts before every line: "> ", "| ", "node1: ", "[node1] ".
var linePrefix = regexp.MustCompile(`^(?:[>|] ?|\[[^\]\s]{1,60}\] ?|[^\s:]{1,60}(?::\d+)?: )`)

// leastPrefixed is how many lines must have the same prefix: a single "ReleaseVersion: 5.0.6" is no prefix.
const leastPrefixed = 3

// unquote drops the prefix that every line has and says whether there was one.
func unquote(lines []line) bool {
	prefix, n := "", 0
	for _, l := range lines {
		if l.blank() {
			continue
		}
		if n == 0 {
			prefix = linePrefix.FindString(l.text)
		}
		if prefix == "" || !strings.HasPrefix(l.text+" ", strings.TrimRight(prefix, " ")) {
			return false
		}
		n++
	}
	if n < leastPrefixed {
		return false
	}
	for i, l := range lines {
		rest := strings.TrimPrefix(l.text, strings.TrimRight(prefix, " "))
		lines[i].text = strings.TrimPrefix(rest, prefix[len(strings.TrimRight(prefix, " ")):])
	}
	return true
}

// head returns up to n lines that are not blank.
func (p *page) head(n int) []line {
	var out []line
	for _, l := range p.lines {
		if !l.blank() {
			if out = append(out, l); len(out) == n {
				break
			}
		}
	}
	return out
}

// find returns the first line for which ok holds.
func (p *page) find(ok func(string) bool) (line, bool) {
	for _, l := range p.lines {
		if ok(l.text) {
			return l, true
		}
	}
	return line{}, false
}

// has says whether a line begins with the words, blanks before them aside.
func (p *page) has(prefix string) bool {
	_, ok := p.find(func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), prefix) })
	return ok
}

// labelled cuts "Label : value" at its first colon. The label holds no blanks at its ends.
func labelled(s string) (label, value string, ok bool) {
	label, value, ok = strings.Cut(s, ":")
	label = strings.TrimSpace(label)
	return label, strings.TrimSpace(value), ok && label != ""
}
