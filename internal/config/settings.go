package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// setting ties a name, as in TOML, as a flag (with dashes) and in the environment (PARTOP_ and upper case), to a field.
// A new one is one line in Settings.
type setting struct {
	Name   string
	Help   string
	Value  string // what a value looks like; "" for a switch
	Secret bool   // never a flag
	Live   bool   // has a meaning for live clusters only
	set    func(*Config, string) error
}

// settings lists them in the order of help.
func settings() []setting {
	return []setting{
		{"hosts", "contact points, comma separated", "HOST[:PORT],...", false, true, func(c *Config, v string) error {
			c.Hosts = strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
			return nil
		}},
		{"port", "the CQL port", "N", false, true, number(func(c *Config) *int { return &c.Port }, 1, 65535)},
		{"user", "the CQL role", "NAME", false, true, text(func(c *Config) *string { return &c.User })},
		{"password", "its password", "WORD", true, true, func(c *Config, v string) error { c.Password = Secret(v); return nil }},
		{"password_file", "file that holds the password (mode 0600)", "FILE", false, true, text(func(c *Config) *string { return &c.PasswordFile })},
		{"password_command", "command that prints the password", "COMMAND", false, true, func(c *Config, v string) error {
			c.PasswordCommand = strings.Fields(v)
			return nil
		}},
		{"tls", "connect with TLS", "", false, true, boolean(func(c *Config) *bool { return &c.TLS })},
		{"tls_ca", "a PEM file of the authority that signed the nodes' certificates", "FILE", false, true, text(func(c *Config) *string { return &c.TLSCA })},
		{"tls_cert", "a PEM file of our certificate", "FILE", false, true, text(func(c *Config) *string { return &c.TLSCert })},
		{"tls_key", "a PEM file of its key", "FILE", false, true, text(func(c *Config) *string { return &c.TLSKey })},
		{"tls_server_name", "name to expect in the nodes' certificates", "NAME", false, true, text(func(c *Config) *string { return &c.TLSServerName })},
		{"tls_skip_verify", "accept any certificate (anybody may read along)", "", false, true, boolean(func(c *Config) *bool { return &c.TLSSkipVerify })},
		{"ssh", "reach each node by ssh to it; CQL and JMX come out on the node itself", "", false, true, boolean(func(c *Config) *bool { return &c.SSH })},
		{"via", "go through this host by ssh: all connections, or with --ssh each login (ssh -J)", "HOST", false, true, text(func(c *Config) *string { return &c.Via })},
		{"ssh_user", "the user of ssh", "NAME", false, true, text(func(c *Config) *string { return &c.SSHUser })},
		{"ssh_config", "a configuration file of ssh (ssh -F)", "FILE", false, true, text(func(c *Config) *string { return &c.SSHConfig })},
		{"exec", "reach each node by a command that runs another one there: \"kubectl exec -i cassandra-{host} -- {command}\"", "TEMPLATE", false, true, text(func(c *Config) *string { return &c.Exec })},
		{"become", "run commands on the nodes as this user (sudo -n -u)", "USER", false, true, userName(func(c *Config) *string { return &c.Become })},
		{"log_dir", "the folder of system.log on the nodes, where it is not found", "DIR", false, true, text(func(c *Config) *string { return &c.LogDir })},
		{"nodetool", "the nodetool script, or never; it runs only after a question on screen", "FILE", false, true, text(func(c *Config) *string { return &c.Nodetool })},
		{"jmx", "ask the nodes over JMX: auto or never", "WHEN", false, true, oneOf(func(c *Config) *string { return &c.JMX }, words("jmx")...)},
		{"jmx_tls", "JMX with TLS, by tls_ca, tls_cert and tls_key", "", false, true, boolean(func(c *Config) *bool { return &c.JMXTLS })},
		{"jmx_port", "the port of JMX on the nodes", "N", false, true, number(func(c *Config) *int { return &c.JMXPort }, 1, 65535)},
		{"jmx_hosts", "where JMX of a node is found if not at its address: NODE=HOST:PORT,...", "LIST", false, true, func(c *Config, v string) (err error) {
			c.JMXHosts, err = hostPorts(v)
			return err
		}},
		{"jmx_user", "the JMX role", "NAME", false, true, text(func(c *Config) *string { return &c.JMXUser })},
		{"jmx_password", "its password", "WORD", true, true, func(c *Config, v string) error { c.JMXPassword = Secret(v); return nil }},
		{"jmx_password_file", "file with lines \"user password\", as nodetool -pwf reads it (mode 0600)", "FILE", false, true, text(func(c *Config) *string { return &c.JMXPasswordFile })},
		{allowPush, "let scan --push copy partop to the nodes", "", true, true, boolean(func(c *Config) *bool { return &c.AllowPush })},
		{"theme", "colours: default, high-contrast, colour-blind or mono", "NAME", false, false, text(func(c *Config) *string { return &c.Theme })},
		{"color", "colours: auto, 16, 256, true or never", "WHEN", false, false, oneOf(func(c *Config) *string { return &c.Color }, words("color")...)},
		{"ascii", "draw with ASCII only", "", false, false, boolean(func(c *Config) *bool { return &c.ASCII })},
		{"mask", "mask keys and query texts from the start", "", false, false, boolean(func(c *Config) *bool { return &c.Mask })},
		{"sync", "synchronized output: auto, on or off", "WHEN", false, false, oneOf(func(c *Config) *string { return &c.Sync }, words("sync")...)},
		{"interval", "time between refreshes", "DURATION", false, true, duration(func(c *Config) *time.Duration { return &c.Interval }, time.Second, time.Minute)},
		{"idle", "stop asking after this long without a key or focus; 0 never", "DURATION", false, false, duration(func(c *Config) *time.Duration { return &c.Idle }, 0, 24*time.Hour)},
		{"system", "list Cassandra's own tables too", "", false, false, boolean(func(c *Config) *bool { return &c.System })},
		{"record", "record the session to this file", "FILE", false, true, text(func(c *Config) *string { return &c.Record })},
	}
}

// allowPush is of the file alone: neither a flag nor the environment may say it.
const allowPush = "allow_push"

// Flag is a setting that may be a flag.
type Flag struct {
	Name, Help, Value string
	Live              bool     // has a meaning for live clusters only
	Words             []string // what it may be, if that is a list
}

// Flags lists the settings that may be flags, under their flag names.
func Flags() []Flag {
	var out []Flag
	for _, s := range settings() {
		if !s.Secret && s.Name != "hosts" {
			out = append(out, Flag{strings.ReplaceAll(s.Name, "_", "-"), s.Help, s.Value, s.Live, words(s.Name)})
		}
	}
	return out
}

// words are for completion.
func words(name string) []string {
	switch name {
	case "color":
		return []string{"auto", "16", "256", "true", "never"}
	case "jmx":
		return []string{"auto", "never"}
	case "sync":
		return []string{"auto", "on", "off"}
	}
	return nil
}

// apply sets one and notes its origin.
func (c *Config) apply(name, value, origin string) error {
	for _, s := range settings() {
		if s.Name != name {
			continue
		}
		if err := s.set(c, value); err != nil {
			return fmt.Errorf("%s (%s): %w", name, origin, err)
		}
		c.Origin[name] = origin
		return nil
	}
	return fmt.Errorf("%s (%s): %w", name, origin, ErrUnknown)
}

func text(field func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error { *field(c) = v; return nil }
}

// userName refuses what sudo would read as an option.
func userName(field func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error {
		if strings.HasPrefix(v, "-") || strings.ContainsAny(v, " \t\n") {
			return fmt.Errorf("%q is no name of a user", v)
		}
		*field(c) = v
		return nil
	}
}

func boolean(field func(*Config) *bool) func(*Config, string) error {
	return func(c *Config, v string) error {
		switch strings.ToLower(v) {
		case "", "1", "true", "yes", "on":
			*field(c) = true
		case "0", "false", "no", "off":
			*field(c) = false
		default:
			return fmt.Errorf("%q is neither true nor false", v)
		}
		return nil
	}
}

func number(field func(*Config) *int, least, most int) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%q is no number from %d to %d", v, least, most)
		}
		*field(c) = n
		return nil
	}
}

func duration(field func(*Config) *time.Duration, least, most time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		d, err := time.ParseDuration(v)
		if err != nil || d < least || d > most {
			return fmt.Errorf("%q is no duration from %s to %s, such as 5s", v, least, most)
		}
		*field(c) = d
		return nil
	}
}

func oneOf(field func(*Config) *string, words ...string) func(*Config, string) error {
	return func(c *Config, v string) error {
		if !slices.Contains(words, v) {
			return fmt.Errorf("%q is none of %s", v, strings.Join(words, ", "))
		}
		*field(c) = v
		return nil
	}
}
