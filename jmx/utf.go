package jmx

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Java's modified UTF-8 (java.io.DataInput): NUL is C0 80, and a character
// beyond U+FFFF is two surrogates of three bytes each.

// decodeUTF reports false for bytes that Java's reader would refuse. A lone
// surrogate, legal in Java, becomes U+FFFD.
func decodeUTF(b []byte) (string, bool) {
	if plainUTF(b) {
		return string(b), true
	}
	units := make([]uint16, 0, len(b))
	for len(b) > 0 {
		u, n := utfUnit(b)
		if n == 0 {
			return "", false
		}
		units, b = append(units, u), b[n:]
	}
	return string(utf16.Decode(units)), true
}

// plainUTF tells whether b reads the same in UTF-8.
func plainUTF(b []byte) bool {
	for _, c := range b {
		if c == 0 || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// utfUnit returns one UTF-16 unit and its length in bytes, 0 when malformed.
func utfUnit(b []byte) (uint16, int) {
	c := b[0]
	switch {
	case c < 0x80:
		return uint16(c), 1
	case c>>5 == 0b110 && len(b) >= 2 && cont(b[1]):
		return uint16(c&0x1F)<<6 | uint16(b[1]&0x3F), 2
	case c>>4 == 0b1110 && len(b) >= 3 && cont(b[1]) && cont(b[2]):
		return uint16(c&0x0F)<<12 | uint16(b[1]&0x3F)<<6 | uint16(b[2]&0x3F), 3
	}
	return 0, 0
}

func cont(c byte) bool { return c>>6 == 0b10 }

// appendUTF appends s; bytes that are not UTF-8 become U+FFFD.
func appendUTF(b []byte, s string) []byte {
	for _, r := range s {
		if r > 0xFFFF {
			hi, lo := utf16.EncodeRune(r)
			b = appendUnit(appendUnit(b, hi), lo)
			continue
		}
		b = appendUnit(b, r)
	}
	return b
}

func appendUnit(b []byte, u rune) []byte {
	switch {
	case u != 0 && u < 0x80:
		return append(b, byte(u))
	case u < 0x800:
		return append(b, 0xC0|byte(u>>6), 0x80|byte(u&0x3F))
	}
	return append(b, 0xE0|byte(u>>12), 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
}
