// Package mask hides partition keys from the people who look at a shared screen.
//
// It imports the standard library only. It promises that a key has one pseudonym for the life of the process, that the
// secret behind it is random and never leaves memory, and that the pseudonym tells nothing else of the key: not its
// length, not its type. An unsalted hash of a key (its token included) would be guessed from a list of customers.
package mask

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mask replaces keys by pseudonyms. It is immutable but for the keys it is told to look for.
type Mask struct {
	secret [32]byte
	known  []string // keys to look for in free text, longest first
}

// New makes a Mask with a fresh secret.
func New() *Mask {
	m := &Mask{}
	_, _ = rand.Read(m.secret[:]) // never fails: crypto/rand ends the program instead
	return m
}

// Key is a key's pseudonym, e.g. "key-3fa91c02".
// Four bytes tell a few hundred keys apart, and are short enough to be compared by eye and read out in a call.
func (m *Mask) Key(key string) string {
	h := hmac.New(sha256.New, m.secret[:])
	_, _ = h.Write([]byte(key)) // a hash never refuses bytes
	return "key-" + hex.EncodeToString(h.Sum(nil)[:4])
}

// Learn tells which keys free text may hold. The slice is not kept.
func (m *Mask) Learn(keys []string) {
	m.known = m.known[:0]
	for _, k := range keys {
		if k = strings.TrimSpace(k); k != "" {
			m.known = append(m.known, k)
		}
	}
	slices.SortFunc(m.known, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	m.known = slices.Compact(m.known)
}

// Text replaces every known key in a text, where it stands as a word of its own.
func (m *Mask) Text(s string) string {
	// Longest first, as Learn sorted them: a key that holds another one must not be masked in two pieces.
	for _, k := range m.known {
		s = m.replace(s, k)
	}
	return s
}

// replace looks at the text as it was: a pseudonym that was put in must not change what counts as a word beside it.
func (m *Mask) replace(s, key string) string {
	var b strings.Builder
	from := 0
	for {
		i := strings.Index(s[from:], key)
		if i < 0 {
			b.WriteString(s[from:])
			return b.String()
		}
		start, end := from+i, from+i+len(key)
		b.WriteString(s[from:start])
		if insideWord(s, start, end) {
			b.WriteString(s[start:end])
		} else {
			b.WriteString(m.Key(key))
		}
		from = end
	}
}

// insideWord reports whether the text goes on as a word on either side: the key 1 is not the 1 of 11. It is
// that of 1,000: rather a number too many is hidden than a key shown.
func insideWord(s string, from, to int) bool {
	left, _ := utf8.DecodeLastRuneInString(s[:from])
	right, _ := utf8.DecodeRuneInString(s[to:])
	return wordRune(left) || wordRune(right)
}

// wordRune takes the underscore in: names of tables hold it.
func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
