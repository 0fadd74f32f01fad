package nodetool

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// column is one name in a header line and where it stands, in the units of Java's printf (UTF-16).
type column struct {
	name       string
	start, end int
}

// columns finds the known names in a header line, left to right, the longest name first where several begin at the same
// place ("All time blocked" before "All"). What is no known name, up to two blanks or the next known name, is a column
// of its own, so that a new column of a new version does not shift the others.
func columns(header string, known []string) []column {
	var out []column
	for i := 0; i < len(header) && len(out) < maxColumns; {
		if header[i] == ' ' || header[i] == '\t' {
			i++
			continue
		}
		end := i + len(longestName(header[i:], known))
		if end == i {
			end = unknownName(header, i, known)
		}
		out = append(out, column{header[i:end], i, end})
		i = end
	}
	return out
}

// unknownName is where a name that begins at i ends.
func unknownName(header string, i int, known []string) int {
	for j := i; j < len(header); j++ {
		if header[j] != ' ' && header[j] != '\t' {
			continue
		}
		if j+1 == len(header) || header[j+1] == ' ' || header[j] == '\t' || longestName(header[j+1:], known) != "" {
			return j
		}
	}
	return len(header)
}

// longestName wants no blank behind the name, since headers of fixed width may touch.
func longestName(s string, known []string) string {
	best := ""
	for _, k := range known {
		if len(k) > len(best) && strings.HasPrefix(s, k) {
			best = k
		}
	}
	return best
}

// cutLeft cuts a row of a left-aligned table (Cassandra's TableBuilder, since 3.0) at the starts of its headers. It
// fails when a cut goes through a word: then the row does not belong under the header.
func cutLeft(row string, cols []column) ([]string, bool) {
	at := make([]int, 0, len(cols)+1)
	for _, c := range cols {
		at = append(at, c.start)
	}
	return cutAt(row, append(at, -1))
}

// cutRight cuts a row of a right-aligned table (the %10s formats before 3.0) at the ends of its headers.
func cutRight(row string, cols []column) ([]string, bool) {
	at := []int{0}
	for _, c := range cols[:len(cols)-1] {
		at = append(at, c.end)
	}
	return cutAt(row, append(at, -1))
}

// cutAt cuts between each two offsets.
func cutAt(row string, at []int) ([]string, bool) {
	out := make([]string, len(at)-1)
	for i := range out {
		if b := byteOffset(row, at[i]); b > 0 && b < len(row) && !blankByte(row[b-1]) && !blankByte(row[b]) {
			return out, false
		}
		out[i] = strings.TrimSpace(span(row, at[i], at[i+1]))
	}
	return out, true
}

func blankByte(b byte) bool { return b == ' ' || b == '\t' }

// span is the part of s between two offsets in UTF-16 units, to the end where to is negative.
func span(s string, from, to int) string {
	a := byteOffset(s, from)
	if to < 0 {
		return s[a:]
	}
	b := byteOffset(s, to)
	if b < a {
		b = a
	}
	return s[a:b]
}

// byteOffset turns an offset in UTF-16 units, which is what Java pads by, to one in bytes.
func byteOffset(s string, units int) int {
	for i := 0; i < len(s); {
		if units <= 0 {
			return i
		}
		if s[i] < utf8.RuneSelf {
			units--
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		units -= max(utf16.RuneLen(r), 1)
		i += size
	}
	return len(s)
}

// lastFields cuts n words off the end of a row; what stands before them may hold blanks. It fails when there are fewer.
func lastFields(row string, n int) (rest string, fields []string, ok bool) {
	fields = make([]string, n)
	rest = strings.TrimRight(row, " \t")
	for i := n - 1; i >= 0; i-- {
		cut := strings.LastIndexAny(rest, " \t")
		fields[i] = rest[cut+1:]
		if fields[i] == "" {
			return row, nil, false
		}
		rest = strings.TrimRight(rest[:cut+1], " \t")
	}
	return rest, fields, true
}

// braceWords splits at blanks but keeps {1:14, 4:1} together.
func braceWords(s string) []string {
	var out []string
	depth, start := 0, -1
	for i := 0; i <= len(s); i++ {
		blank := i == len(s) || s[i] == ' ' || s[i] == '\t'
		if blank && (depth == 0 || i == len(s)) {
			if start >= 0 {
				out = append(out, s[start:i])
			}
			start = -1
			continue
		}
		if start < 0 {
			start = i
		}
		switch {
		case blank:
		case s[i] == '{':
			depth++
		case s[i] == '}' && depth > 0:
			depth--
		}
	}
	return out
}
