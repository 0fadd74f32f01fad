package cqltype

import (
	"strings"
	"testing"
)

// Every word the parser reserves in some version must come back quoted, in
// lower case; in upper case it is quoted anyway, to keep its case.
func TestQuoteIdentifierReserved(t *testing.T) {
	words := []string{
		"add", "allow", "alter", "and", "apply", "asc", "authorize", "batch", "begin", "by",
		"columnfamily", "create", "default", "delete", "desc", "describe", "drop", "entries",
		"execute", "from", "full", "grant", "if", "in", "index", "infinity", "insert", "into",
		"is", "keyspace", "limit", "materialized", "mbean", "mbeans", "modify", "nan",
		"norecursive", "not", "null", "of", "on", "or", "order", "primary", "rename", "replace",
		"revoke", "schema", "select", "set", "table", "to", "token", "truncate", "unlogged",
		"unset", "update", "use", "using", "view", "where", "with",
	}
	for _, w := range words {
		for _, name := range []string{w, strings.ToUpper(w)} {
			if got, want := QuoteIdentifier(name), `"`+name+`"`; got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// Words that CQL uses yet does not reserve (unreserved_keyword in Parser.g)
// stay bare, as DESCRIBE shows them, and so does a part or a pair of words.
func TestQuoteIdentifierUnreserved(t *testing.T) {
	for _, name := range []string{
		"key", "keys", "type", "types", "user", "users", "role", "values", "timestamp", "ttl", "count",
		"counter", "text", "int", "uuid", "list", "map", "tuple", "frozen", "static", "json", "writetime",
		"clustering", "compact", "storage", "contains", "distinct", "exists", "filtering", "function",
		"orde", "orders", "to_", "a", "z9", "x__y",
	} {
		if got := QuoteIdentifier(name); got != name {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestQuoteIdentifierShapes(t *testing.T) {
	tests := []struct{ name, want string }{
		{"", `""`},
		{" ", `" "`},
		{"order by", `"order by"`},
		{"camelCase", `"camelCase"`},
		{"UPPER", `"UPPER"`},
		{"9lives", `"9lives"`},
		{"_hidden", `"_hidden"`},
		{"with-dash", `"with-dash"`},
		{"with.dot", `"with.dot"`},
		{"semi;colon", `"semi;colon"`},
		{"it's", `"it's"`},
		{`"`, `""""`},
		{`"already"`, `"""already"""`},
		{`x" = 1; --`, `"x"" = 1; --"`},
		{"naïve", `"naïve"`},
		{"列", `"列"`},
		{"new\nline", "\"new\nline\""},
		{"\xff", "\"\xff\""},
	}
	for _, tt := range tests {
		if got := QuoteIdentifier(tt.name); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// What is quoted scans back as one token of the same text: nothing can break
// out of the quotes.
func TestQuoteIdentifierScansBack(t *testing.T) {
	for _, name := range []string{"lane", "Lane", `a"b`, `""`, "order", "x y", "'", "$$", "a.b", "é", "}"} {
		s := newScanner(QuoteIdentifier(name), true)
		tok := s.take()
		if err := s.finish(); err != nil || tok.text != name {
			t.Errorf("%q scans as %q, %v", name, tok.text, err)
		}
	}
}

func TestQuoteText(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "''"},
		{"plain", "'plain'"},
		{"'", "''''"},
		{"''", "''''''"},
		{"'; DROP TABLE t; --", "'''; DROP TABLE t; --'"},
		{`"double"`, `'"double"'`},
		{"$$", "'$$'"},
		{`back\slash`, `'back\slash'`},
	}
	for _, tt := range tests {
		if got := quoteText(tt.text); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}
