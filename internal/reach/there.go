package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
)

// wrapper makes of the words of a command those that run it on a host.
type wrapper func(words []string) ([]string, error)

// runThere runs a command on a host, as another user where that is asked for.
func runThere(ctx context.Context, c Command, become, name string, wrap wrapper) (Output, error) {
	if len(c.Argv) == 0 {
		return Output{}, errors.New("run: no program named")
	}
	words := c.words(become)
	argv, err := wrap(words)
	if err != nil {
		return Output{}, err
	}
	out, err := Here{}.Run(ctx, Command{Argv: argv, Stdin: c.Stdin, MaxBytes: c.MaxBytes})
	if err != nil {
		return out, fmt.Errorf("over %s: %w", name, err)
	}
	if become != "" && !c.AsLogin {
		err = explainSudo(out, become, name, c.Argv[0])
	}
	return out, err
}

// words are env NAME=value sudo -n -u USER -- program: the environment and the niceness stand before sudo, so that a rule of
// sudoers can name the program itself.
func (c *Command) words(become string) []string {
	var out []string
	if len(c.Env) > 0 {
		out = append(append(out, "env"), c.Env...)
	}
	out = append(out, c.Nice...)
	if become != "" && !c.AsLogin {
		out = append(out, "sudo", "-n", "-u", become, "--")
	}
	return append(out, c.Argv...)
}

// ErrBecome means that sudo did not let us.
var ErrBecome = errors.New("sudo")

// explainSudo reads what sudo says instead of the program (sudo's own words since 1.8).
func explainSudo(out Output, user, name, program string) error {
	if out.ExitCode == 0 {
		return nil
	}
	text := string(out.Stderr)
	rule := fmt.Sprintf("a line in sudoers there lets it, and nothing more: LOGIN ALL=(%s) NOPASSWD: %s", user, absolute(program))
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("sudo: a password is required", "sudo: a terminal is required", "no tty present", "you must have a tty"):
		return fmt.Errorf("%w wants a password to run %s as %s over %s: %s", ErrBecome, program, user, name, rule)
	case has("is not allowed to execute", "is not in the sudoers file", "may not run sudo"):
		return fmt.Errorf("%w does not allow %s as %s over %s: %s", ErrBecome, program, user, name, rule)
	case has("sudo: unknown user"):
		return fmt.Errorf("%w: no user %s over %s: --become names the user that runs Cassandra", ErrBecome, user, name)
	case has("sudo: not found", "sudo: command not found", "'sudo': No such file"), out.ExitCode == 127 && has("sudo:"):
		return fmt.Errorf("%w is not there (%s): leave --become out, and log in as %s", ErrBecome, name, user)
	}
	return nil
}

// absolute is how a rule names a program.
func absolute(program string) string {
	if strings.HasPrefix(program, "/") {
		return program
	}
	return "/usr/bin/" + program
}

// dialHelper connects by the input and output of a program on the host. free is called once: when it fails, or when the
// channel has ended.
func dialHelper(ctx context.Context, h *helper, address string, wrap wrapper, free func()) (net.Conn, error) {
	c, err := func() (*channel, error) {
		found, err := h.find(ctx, func(ctx context.Context, c Command) (Output, error) { return runThere(ctx, c, "", "it", wrap) })
		if err != nil {
			return nil, err
		}
		words, err := connectWith(found, address)
		if err != nil {
			return nil, err
		}
		argv, err := wrap(words)
		if err != nil {
			return nil, err
		}
		return openChannel(stdio{argv: argv, address: address, explain: explainHelper, gentle: true, free: free})
	}()
	if err != nil {
		free()
		return nil, err
	}
	return c, nil
}

// explainHelper reads what a netcat, socat or bash says of a connection that failed, or what brought it there.
func explainHelper(text string) error {
	switch {
	case strings.Contains(text, "Connection refused"):
		return syscall.ECONNREFUSED
	case strings.Contains(text, "timed out"):
		return syscall.ETIMEDOUT
	case strings.Contains(text, "No route to host"):
		return syscall.EHOSTUNREACH
	}
	return errors.New(lastLine(text))
}
