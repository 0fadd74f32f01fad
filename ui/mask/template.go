package mask

import (
	"strings"
	"unicode"
)

// Statement replaces every literal of a CQL statement by "?": strings, numbers, blobs, UUIDs and booleans alike may be
// part of a key. What is left tells the shape of the query.
func Statement(cql string) string {
	var b strings.Builder
	for i := 0; i < len(cql); {
		switch c := cql[i]; {
		case c == '\'':
			i = endOfString(cql, i+1, '\'')
			b.WriteByte('?')
		// A quoted name is kept: it is part of the schema and not of the data.
		case c == '"':
			end := endOfString(cql, i+1, '"')
			b.WriteString(cql[i:end])
			i = end
		// Dollar quoting is CQL's second form of a string (Lexer.g, STRING_LITERAL), and drivers log it as it
		// was typed.
		case c == '$' && strings.HasPrefix(cql[i:], "$$"):
			i = endOfDollar(cql, i+2)
			b.WriteByte('?')
		// A run of letters and digits is looked at as a whole, so that the 1 of t1 stays and the 1 of =1 goes.
		case isWord(c):
			end := i
			for end < len(cql) && (isWord(cql[end]) || joinsNumber(cql, i, end)) {
				end++
			}
			b.WriteString(word(cql[i:end]))
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// endOfString is the place after the closing quote; a doubled quote stays inside. Without one the rest is inside.
func endOfString(s string, i int, quote byte) int {
	for ; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

// endOfDollar ends a $$ string, in which quotes mean nothing (CQL, CASSANDRA-7769).
func endOfDollar(s string, i int) int {
	if end := strings.Index(s[i:], "$$"); end >= 0 {
		return i + end + 2
	}
	return len(s)
}

// isWord takes every byte above ASCII in: a literal must not end in the middle of a letter.
func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// joinsNumber keeps 1.5e-3 and a UUID in one word, so that no part of them is left over.
func joinsNumber(s string, start, at int) bool {
	return (s[at] == '-' || s[at] == '.') && at+1 < len(s) && isWord(s[at+1]) && hexWord(s[start:at])
}

// hexWord reports a text that could be part of a number, a UUID or a blob.
func hexWord(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.ASCII_Hex_Digit, r) && r != '-' && r != '.' {
			return false
		}
	}
	return s != ""
}

// word keeps names and keywords; whatever begins with a digit or looks like a UUID is a literal.
func word(w string) string {
	switch {
	case w[0] >= '0' && w[0] <= '9', strings.ContainsRune(w, '-') && hexWord(w):
		return "?"
	case strings.EqualFold(w, "true"), strings.EqualFold(w, "false"):
		return "?"
	case len(w) >= 16 && hexWord(w): // the id of a prepared statement: an MD5 in hex
		return "?"
	}
	return w
}
