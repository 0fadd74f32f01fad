package reach

import (
	"errors"
	"fmt"
	"strings"
)

// Template is a command that runs another one on a node: kubectl exec, docker exec, tsh, ssm. No shell of this host ever
// sees it.
type Template struct{ words []string }

// ErrTemplate means that a template is not one.
var ErrTemplate = errors.New("the template of --exec")

// What a template may hold. The command takes one of the two forms; the host may stand inside a word, any number of times.
const (
	holeHost    = "{host}"
	holeCommand = "{command}" // a word of its own, replaced by the words of the command
	holeLine    = "{line}"    // the command as one word, quoted for a shell there
)

// ParseTemplate splits words as a POSIX shell does: blanks part them, quotes and backslashes keep blanks. Nothing else of
// a shell has a meaning.
func ParseTemplate(text string) (Template, error) {
	words, err := splitWords(text)
	if err != nil {
		return Template{}, fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	var commands, lines, hosts int
	for i, w := range words {
		hosts += strings.Count(w, holeHost)
		lines += strings.Count(w, holeLine)
		switch {
		case w == holeCommand && i > 0:
			commands++
		case strings.Contains(w, holeCommand):
			return Template{}, fmt.Errorf("%w: %s is a word of its own, behind the program", ErrTemplate, holeCommand)
		case strings.Contains(w, holeLine) && i == 0:
			return Template{}, fmt.Errorf("%w: it begins with a program, not with %s", ErrTemplate, holeLine)
		}
	}
	switch {
	case commands+lines != 1:
		return Template{}, fmt.Errorf("%w: it holds %s, or %s where a shell there takes one word, once", ErrTemplate, holeCommand, holeLine)
	case hosts == 0:
		return Template{}, fmt.Errorf("%w: without %s every node would be the same", ErrTemplate, holeHost)
	}
	return Template{words}, nil
}

// IsZero reports whether there is none.
func (t Template) IsZero() bool { return len(t.words) == 0 }

// Expand is the argv that runs a command on a host. It refuses a host that would be read as an option.
func (t Template) Expand(host string, command []string) ([]string, error) {
	if host == "" || strings.HasPrefix(host, "-") || strings.ContainsAny(host, "\x00 \t\r\n") {
		return nil, fmt.Errorf("%w: %q is no name of a host", ErrTemplate, host)
	}
	var out []string
	for _, w := range t.words {
		if w == holeCommand {
			out = append(out, command...)
			continue
		}
		// One pass: a command that holds {host} is not looked into.
		out = append(out, strings.NewReplacer(holeHost, host, holeLine, quoteWords(command)).Replace(w))
	}
	return out, nil
}

// quoteWords makes one line of a command that a POSIX shell takes apart into the same words.
func quoteWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(quoted, " ")
}

// splitter takes a line apart.
type splitter struct {
	words []string
	word  strings.Builder
	open  bool // a word has begun, empty as it may be
}

func (s *splitter) add(b byte) { s.word.WriteByte(b); s.open = true }

func (s *splitter) end() {
	if s.open {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.open = false
}

// splitWords follows POSIX, Shell Command Language 2.2: within ” all is itself, within "" a backslash quotes $ ` " \.
func splitWords(text string) ([]string, error) {
	var s splitter
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case 0:
			return nil, errors.New("a NUL byte")
		case ' ', '\t', '\n', '\r':
			s.end()
		case '\\':
			if i++; i == len(text) {
				return nil, errors.New("a backslash at the end")
			}
			s.add(text[i])
		case '\'', '"':
			n, err := s.quoted(text[i+1:], b)
			if err != nil {
				return nil, err
			}
			i += n
		default:
			s.add(b)
		}
	}
	s.end()
	return s.words, nil
}

// quoted takes what stands behind a quote and returns its length with the closing one.
func (s *splitter) quoted(text string, quote byte) (int, error) {
	s.open = true
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == quote:
			return i + 1, nil
		case b == 0:
			return 0, errors.New("a NUL byte")
		case b == '\\' && quote == '"' && i+1 < len(text) && strings.IndexByte("$`\"\\", text[i+1]) >= 0:
			i++
			s.add(text[i])
		default:
			s.add(b)
		}
	}
	return 0, fmt.Errorf("a %c that is not closed", quote)
}
