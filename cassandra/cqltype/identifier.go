package cqltype

import "strings"

// reserved holds CQL's reserved words over all versions from 3.0 to 6.0
// (reserved_keywords.txt, ReservedKeywords): quoting a word that one version
// does not reserve does no harm.
const reserved = " add allow alter and apply asc authorize batch begin between by check columnfamily" +
	" constraint create default delete desc describe drop entries execute from full grant if in index" +
	" infinity insert into is keyspace length limit materialized mbean mbeans modify nan norecursive" +
	" not null of on or order primary rename replace revoke schema select set table to token truncate" +
	" unlogged unset update use using view where with "

// QuoteIdentifier returns a name as it must be typed in CQL: quoted, with "
// doubled, unless it is all lower case and not a reserved word.
func QuoteIdentifier(name string) string {
	if isPlainIdentifier(name) && !strings.Contains(reserved, " "+name+" ") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// isPlainIdentifier is the lexer's IDENT after case folding: a letter, then
// letters, digits and underscores.
//
// Unreserved words (key, type, ttl, counter, ...) are valid names as they are.
func isPlainIdentifier(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		digit := c >= '0' && c <= '9' || c == '_'
		if (c < 'a' || c > 'z') && (i == 0 || !digit) {
			return false
		}
	}
	return name != ""
}

// quoteText returns a CQL string constant.
func quoteText(s string) string {
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
