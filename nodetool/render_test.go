package nodetool

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf16"
)

// The tests that make their own texts print them as the tools do: these are the tools' ways of padding.

// chance is a source of numbers that is the same in every run.
func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 18)) }

// javaWidth is how wide Java's printf takes a string to be.
func javaWidth(s string) int { return len(utf16.Encode([]rune(s))) }

func padded(s string, width int, right bool) string {
	blanks := strings.Repeat(" ", max(0, width-javaWidth(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}

// tableBuilder prints rows as Cassandra's TableBuilder does since 3.0: every column as wide as its widest cell, one
// blank between, the last column padded, too.
func tableBuilder(indent string, rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], javaWidth(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(indent)
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(padded(cell, widths[i], false))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// rightAligned prints rows with fixed widths, as the formats before 3.0 do; a cell wider than its column shifts the
// rest of its row.
func rightAligned(widths []int, rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(padded(cell, widths[i], true))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// name makes an identifier.
func name(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyz_0123456789ABC"
	var b strings.Builder
	b.WriteByte(letters[r.IntN(26)])
	for range r.IntN(30) {
		b.WriteByte(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// hexID makes a UUID.
func hexID(r *rand.Rand) string {
	return fmt.Sprintf("%08x-%04x-11f1-%04x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<16), r.Int64N(1<<48))
}

// oddKey makes a partition key as people have them: blanks, quotes, commas, braces, and, where the form can take
// them, line breaks.
func oddKey(r *rand.Rand, breaks bool) string {
	parts := []string{"a", "tenant-7", "2025-11-22", ":", "'", `"`, ",", "{", "}", "|", "%", "🔥", "ü", "x y", "(", ")", "0", "true", "-1"}
	if breaks {
		parts = append(parts, "\n")
	}
	var b strings.Builder
	b.WriteString("k")
	for range 1 + r.IntN(8) {
		b.WriteString(pick(r, parts...))
	}
	b.WriteString("e")
	return b.String()
}

// human prints a size as FileUtils.stringifyFileSize does, with the comma of some locales.
func human(r *rand.Rand, comma bool) (text string, bytes float64) {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	u := r.IntN(len(units))
	n := r.IntN(100000)
	scale := 1.0
	for range u {
		scale *= 1024
	}
	if u == 0 {
		return fmt.Sprintf("%d bytes", n), float64(n)
	}
	text = fmt.Sprintf("%d.%02d", n/100, n%100)
	if comma {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text + " " + units[u], float64(n) / 100 * scale
}
