package reach

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// SSH is a host reached by the system's ssh as its user has configured it: jumps, agents, hardware keys, Kerberos and known
// hosts are its own business. One master holds the login; each connection is a channel of it (ssh -W).
type SSH struct {
	Host    string // as ssh takes it: [user@]host, or an alias of its configuration
	Config  string // -F, "" for the user's own
	Jump    string // -J, "" for what the configuration says
	Dir     string // private directory for the control socket and the log
	Program string // "" is ssh
	// Ask lets ssh ask on the terminal (a passphrase, a code, an unknown host key); without it a login that would ask fails.
	Ask bool
	// Become is the user as whom commands run on the host (sudo -n); "" for who logged in. Connections do not need it.
	Become string

	once     sync.Once
	channels chan struct{}
	mu       sync.Mutex
	master   *exec.Cmd
	ended    chan struct{}
	theirs   bool // the user's own master is there, and is used
	forward  forwarding
	helper   helper
}

var (
	// ErrLogin means that ssh did not log in.
	ErrLogin = errors.New("ssh did not log in")
	// ErrNoForward means that the server does not let connections through.
	ErrNoForward = errors.New("the ssh server forwards no connections (AllowTcpForwarding)")
	// ErrHostKey means that the host's key is not the one that is known.
	ErrHostKey = errors.New("ssh does not accept the host's key")
)

const (
	// maxChannels a host: servers allow ten sessions a login by default (MaxSessions).
	maxChannels = 4
	loginWait   = 20 * time.Second
	askWait     = 3 * time.Minute
)

// Name implements Way.
func (s *SSH) Name() string { return "ssh " + s.Host }

func (s *SSH) program() string {
	if s.Program != "" {
		return s.Program
	}
	return "ssh"
}

// options come before the host in every call.
func (s *SSH) options(more ...string) []string {
	var out []string
	if s.Config != "" {
		out = append(out, "-F", s.Config)
	}
	if s.Jump != "" {
		out = append(out, "-J", s.Jump)
	}
	if !s.theirs {
		out = append(out, "-o", "ControlPath="+s.socket())
	}
	return append(out, more...)
}

// socket is short: the path of a socket has about a hundred bytes.
func (s *SSH) socket() string { return filepath.Join(s.Dir, "%C") }

func (s *SSH) log() string {
	return filepath.Join(s.Dir, strings.NewReplacer("/", "_", "@", "_").Replace(s.Host)+".log")
}

// Connect logs in, once; later calls find the master running, or log in again when it has ended.
func (s *SSH) Connect(ctx context.Context) error {
	s.once.Do(func() { s.channels = make(chan struct{}, maxChannels) })
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.theirs && s.check(ctx) || s.running() {
		return nil
	}
	if !s.theirs && s.master == nil {
		s.theirs = true // options without our socket ask for the user's own master
		if s.check(ctx) {
			return nil
		}
		s.theirs = false
	}
	return s.login(ctx)
}

func (s *SSH) check(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	argv := s.checkArgv()
	return exec.CommandContext(ctx, argv[0], argv[1:]...).Run() == nil
}

func (s *SSH) running() bool {
	if s.master == nil {
		return false
	}
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// login starts the master and waits until it answers. ssh asks on the terminal itself, not on its input.
func (s *SSH) login(ctx context.Context) error {
	wait := loginWait
	if s.Ask {
		wait = askWait
	}
	if err := os.Remove(s.log()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("ssh %s: %w", s.Host, err)
	}
	argv := s.loginArgv()
	cmd := exec.Command(argv[0], argv[1:]...) // outlives ctx, ends with Close
	ended, err := startTied(cmd)
	if err != nil {
		return fmt.Errorf("start ssh: %w", err)
	}
	s.master, s.ended = cmd, ended
	deadline := time.NewTimer(wait)
	defer deadline.Stop()
	for {
		select {
		case <-ended:
			s.master = nil
			return fmt.Errorf("ssh %s: %w", s.Host, s.why())
		case <-ctx.Done():
			s.stop()
			return ctx.Err()
		case <-deadline.C:
			s.stop()
			return fmt.Errorf("ssh %s: %w within %s", s.Host, ErrLogin, wait)
		case <-time.After(100 * time.Millisecond):
			if s.check(ctx) {
				return nil
			}
		}
	}
}

// checkArgv asks whether a master answers.
func (s *SSH) checkArgv() []string {
	return append(append([]string{s.program()}, s.options("-O", "check")...), s.Host)
}

// configArgv prints what ssh's configuration makes of the host.
func (s *SSH) configArgv() []string {
	return append(append([]string{s.program()}, s.options("-G")...), s.Host)
}

// loginArgv starts the master.
func (s *SSH) loginArgv() []string {
	args := []string{"-M", "-N", "-o", "ControlPersist=no", "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3",
		"-o", "ExitOnForwardFailure=yes", "-E", s.log()}
	if !s.Ask {
		args = append(args, "-o", "BatchMode=yes")
	}
	return append(append([]string{s.program()}, s.options(args...)...), s.Host)
}

// channelArgv carries a connection to an address as the host sees it.
func (s *SSH) channelArgv(address string) []string {
	return append(append([]string{s.program()}, s.options("-o", "BatchMode=yes", "-W", address)...), s.Host)
}

// startTied starts a program that ends when this one does, however that is, where the system can do that (Linux). The
// system ties it to the thread that started it, so that thread is kept until the program has ended.
func startTied(cmd *exec.Cmd) (ended chan struct{}, err error) {
	ended = make(chan struct{})
	started := make(chan error, 1)
	endWithParent(cmd)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(ended)
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // why it ended stands in its log
		}
	}()
	return ended, <-started
}

// masterLog is what our master wrote; "" when it is the user's own, or cannot be read.
func (s *SSH) masterLog() string {
	b, _ := os.ReadFile(s.log()) // no log, no reason
	return string(b)
}

// why reads the last words of ssh's log.
func (s *SSH) why() error {
	b, err := os.ReadFile(s.log())
	if err != nil {
		return ErrLogin
	}
	return explainSSH(string(b))
}

// explainSSH finds the line that says what happened; OpenSSH prints warnings around it.
func explainSSH(text string) error {
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.Contains(line, "Host key verification failed"), strings.Contains(line, "REMOTE HOST IDENTIFICATION HAS CHANGED"):
			return fmt.Errorf("%w: compare it with the host's own and mend known_hosts; partop never does", ErrHostKey)
		case strings.Contains(line, "administratively prohibited"):
			return ErrNoForward
		default:
			last = line
		}
	}
	if last == "" {
		return ErrLogin
	}
	return fmt.Errorf("%w: %s", ErrLogin, last)
}

// Run runs a program on the host.
func (s *SSH) Run(ctx context.Context, c Command) (Output, error) {
	if err := s.Connect(ctx); err != nil {
		return Output{}, err
	}
	return runThere(ctx, c, s.Become, s.Name(), s.wrap)
}

// wrap is the argv that runs words on the host; a shell there takes the line apart.
func (s *SSH) wrap(words []string) ([]string, error) {
	return append([]string{s.program()}, s.options("-o", "BatchMode=yes", s.Host, "--", quoteWords(words))...), nil
}

// Open implements Way.
func (s *SSH) Open(ctx context.Context, path string) (fs.File, error) {
	if err := s.Connect(ctx); err != nil {
		return nil, err
	}
	return openThere(ctx, path, s.Become, s.Name(), s.wrap)
}

// address is what ssh's configuration makes of the host's name, resolved where it can be.
func (s *SSH) address(ctx context.Context) string {
	_, host, found := strings.Cut(s.Host, "@")
	if !found {
		host = s.Host
	}
	out, err := Here{}.Run(ctx, Command{Argv: s.configArgv()})
	if err == nil {
		for line := range strings.Lines(string(out.Stdout)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "hostname "); ok {
				host = name
			}
		}
	}
	if ips, err := net.DefaultResolver.LookupHost(ctx, host); err == nil && len(ips) > 0 {
		return ips[0]
	}
	return host
}

// Close ends our master; the user's own is left alone.
func (s *SSH) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	return nil
}

func (s *SSH) stop() {
	if s.master == nil {
		return
	}
	_ = s.master.Process.Kill() // its socket goes with the directory
	<-s.ended
	s.master = nil
}
