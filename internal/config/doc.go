// Package config makes one Config of five layers, later ones winning: defaults, an existing cqlshrc, the TOML file,
// the environment, flags. Each setting remembers where it came from.
//
// It imports the standard library, the TOML and ini parsers, and promises: an unknown name is an error, a secret is
// never taken from argv and only from files that nobody else may read, and no value of a secret is ever in an error.
package config

import (
	"errors"
	"time"
)

// Config is every setting.
type Config struct {
	Hosts []string // contact points
	Port  int

	User            string
	Password        Secret
	PasswordFile    string
	PasswordCommand []string

	TLS           bool
	TLSCA         string // PEM file; empty: the system's
	TLSCert       string // client certificate, PEM
	TLSKey        string
	TLSServerName string
	TLSSkipVerify bool

	SSH       bool   // each node by an ssh of its own
	Via       string // a bastion
	SSHUser   string
	SSHConfig string
	Exec      string // a template: each node by a command that runs another one there
	LogDir    string // of system.log on the nodes
	AllowPush bool   // scan --push may copy partop to the nodes; of the file alone
	Become    string // the user as whom commands run on the nodes

	Nodetool        string // the script; empty: look for it; NodetoolNever: do not use it
	JMX             string // auto, never
	JMXTLS          bool
	JMXPort         int
	JMXHosts        map[string]string // where JMX is found, HOST:PORT by a node's address, if not there
	JMXUser         string
	JMXPassword     Secret
	JMXPasswordFile string // as nodetool reads it: lines "user password"

	Theme    string
	Color    string // auto, 16, 256, true, never
	ASCII    bool
	Mask     bool
	Sync     string // auto, on, off: synchronized output
	Interval time.Duration
	Idle     time.Duration // how long nobody may be there before polling stops
	System   bool          // show system tables
	Record   string        // file to record to

	// Origin tells where each setting came from, by its TOML name.
	Origin map[string]string
	// Warnings are about what was left out: a cqlshrc that others may read, say.
	Warnings []string
}

// Secret prints as dots wherever it is printed.
type Secret string

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "••••"
}

// GoString hides it from %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText keeps it out of JSON and TOML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Sentinels for what callers decide on.
var (
	// ErrLoose means that a file with a secret may be read by others.
	ErrLoose = errors.New("others may read it: chmod 600")
	// ErrUnknown means that a setting has no meaning here.
	ErrUnknown = errors.New("unknown setting")
)

func defaults() Config {
	return Config{
		Port: 9042, JMX: "auto", JMXPort: 7199, Theme: "default", Color: "auto", Sync: "auto", Interval: 2 * time.Second, Idle: 30 * time.Minute,
		Origin: map[string]string{},
	}
}
