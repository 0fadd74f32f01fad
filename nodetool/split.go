package nodetool

import (
	"bytes"
	"regexp"
	"slices"
)

// Part is one output of a text that holds several.
type Part struct {
	Line int    // of the text, that shows the command; 1 for what stands before any command
	Host string // that the command was run on, or pointed at; "" when the text does not say
	Text []byte // what the command printed
}

// commandLine is a line that shows the command whose output follows: after a shell's prompt, "+" of sh -x, or a rule of
// signs. A failure also begins with "nodetool", but with a colon.
var commandLine = regexp.MustCompile(`^\s*(?:.*[$#>%]\s*|[-=#*+>\s]+)?(?:\S*/)?nodetool((?:\s+-{1,2}[\w-]+(?:[= ]+[^-\s]\S*)?)*)\s+([a-z]{4,})\b[^:]*$`)

// hostOption is "-h HOST" among nodetool's options.
var hostOption = regexp.MustCompile(`(?:^|\s)(?:-h|--host)[= ]+(\S+)`)

// Split cuts a text at the lines that show a command, as a copied terminal session has them. Text before the first one
// stands for itself; parts without a word are left out.
func Split(text []byte) []Part {
	out := []Part{{Line: 1}}
	no := 0
	for line := range bytes.Lines(text) {
		no++
		if host, ok := showsCommand(line); ok {
			out = append(out, Part{Line: no, Host: host})
			continue
		}
		last := &out[len(out)-1]
		last.Text = append(last.Text, line...)
	}
	return slices.DeleteFunc(out, func(p Part) bool { return len(bytes.TrimSpace(p.Text)) == 0 })
}

// showsCommand reports whether a line shows a command, and of which host.
func showsCommand(line []byte) (host string, ok bool) {
	if !bytes.Contains(line, []byte("nodetool")) { // few lines are left for the expression, which is slow
		return "", false
	}
	m := commandLine.FindSubmatch(bytes.TrimRight(line, "\r\n"))
	if m == nil || !shown(string(m[2])) {
		return "", false
	}
	return hostIn(string(line), string(m[1])), true
}

// promptHost is the host of a prompt such as "[admin@cass-a1 ~]$".
var promptHost = regexp.MustCompile(`^\s*\[?[\w.-]+@([\w.-]+)`)

// hostIn is the host that a command was run on, or pointed at; "" when it was the host itself.
func hostIn(line, options string) string {
	if h := hostOption.FindStringSubmatch(options); h != nil && h[1] != "localhost" && h[1] != "127.0.0.1" && h[1] != "::1" {
		return h[1]
	}
	if h := promptHost.FindStringSubmatch(line); h != nil {
		return h[1]
	}
	return ""
}

func shown(command string) bool {
	_, ok := KindOf(command)
	return ok
}
