// Package state knows where a lab keeps its files and which options it was
// started with. It imports only the standard library. It promises that two lab
// commands never change the same lab at once (a file lock the kernel frees when
// its holder dies) and that the options survive the command that wrote them.
package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// ErrNoLab is returned when a command needs a lab and none was brought up.
var ErrNoLab = errors.New("no lab here: run `go run ./lab up` first")

const (
	// DirEnv names the environment variable that moves the lab's folder.
	DirEnv = "PARTOP_LAB_DIR"
	// CacheEnv names the variable that moves the folder of what was downloaded.
	CacheEnv = "PARTOP_LAB_CACHE"
	// NetEnv names the variable with the default of Options.Net.
	NetEnv = "PARTOP_LAB_NET"
)

// MaxNet keeps the JMX ports of a net below those that Linux hands out itself.
const MaxNet = 24

// Options are what `up` was asked for; they fix the shape of a lab until `down`.
type Options struct {
	Version string `json:"version"`
	Nodes   int    `json:"nodes"`
	// Net is the third part of the nodes' addresses, 127.0.NET.x, and shifts
	// their JMX ports: labs in folders and nets of their own run side by side.
	Net  int  `json:"net"`
	Auth bool `json:"auth"`
	TLS  bool `json:"tls"`
	// ClientAuth makes encrypted clients show a certificate.
	ClientAuth bool `json:"client_auth"`
	// JMXAuth makes JMX ask for a role: ops may do all, look reads attributes.
	JMXAuth bool `json:"jmx_auth,omitempty"`
	// Namespaces gives each node a network of its own, as on a host of its own: addresses 10.97.NET.x, JMX on its loopback alone.
	Namespaces bool `json:"namespaces,omitempty"`
	// HeapMiB is the JVM heap of each node.
	HeapMiB int `json:"heap_mib"`
	// CompactionMiBs is compaction_throughput in MiB/s, 0 for no limit.
	CompactionMiBs int `json:"compaction_mib_s"`
	// Compactors is concurrent_compactors of each node.
	Compactors int `json:"compactors"`
}

// Dir is the root folder of a lab; the methods name what lies below it.
type Dir string

// Locate returns the lab's folder: $PARTOP_LAB_DIR, or .lab beside the go.mod
// that is nearest above the working directory.
func Locate() (Dir, error) {
	if d := os.Getenv(DirEnv); d != "" {
		abs, err := filepath.Abs(d)
		return Dir(abs), err
	}
	return ownDir()
}

// ownDir is the lab's folder in the repository around the working directory.
func ownDir() (Dir, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for d := wd; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return Dir(filepath.Join(d, ".lab")), nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("no go.mod above %s: set %s", wd, DirEnv)
		}
	}
}

// Path joins elements below the lab's folder.
func (d Dir) Path(elem ...string) string {
	return filepath.Join(append([]string{string(d)}, elem...)...)
}

// Node is the folder of node n (counted from 1).
func (d Dir) Node(n int) string { return d.Path("node" + strconv.Itoa(n)) }

// Create makes the folder and keeps it out of version control.
func (d Dir) Create() error {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return fmt.Errorf("make the lab folder: %w", err)
	}
	return os.WriteFile(d.Path(".gitignore"), []byte("*\n"), 0o644)
}

// Load reads the options of the lab in d; ErrNoLab when there is none.
func (d Dir) Load() (Options, error) {
	var o Options
	b, err := os.ReadFile(d.Path("lab.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return o, ErrNoLab
	}
	if err != nil {
		return o, fmt.Errorf("read the lab's options: %w", err)
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return o, fmt.Errorf("read the lab's options in %s: %w", d.Path("lab.json"), err)
	}
	return o, nil
}

// Save writes the options so that a crash leaves the old or the new ones.
func (d Dir) Save(o Options) error {
	b, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the lab's options: %w", err)
	}
	tmp := d.Path("lab.json.tmp")
	if err := os.WriteFile(tmp, append(b, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the lab's options: %w", err)
	}
	return os.Rename(tmp, d.Path("lab.json"))
}

// Forget removes the options: the lab is gone.
func (d Dir) Forget() error {
	err := os.Remove(d.Path("lab.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
