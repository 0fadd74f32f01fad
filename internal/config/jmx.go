package config

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// NodetoolNever is the value of the setting nodetool that switches it off.
const NodetoolNever = "never"

// hostPorts reads "NODE=HOST:PORT,...": where a node's JMX is found when it is not at its own address.
func hostPorts(v string) (map[string]string, error) {
	out := map[string]string{}
	for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
		node, at, ok := strings.Cut(part, "=")
		host, port, err := net.SplitHostPort(at)
		n, errPort := strconv.Atoi(port)
		if !ok || node == "" || err != nil || errPort != nil || host == "" || n < 1 || n > 65535 {
			return nil, fmt.Errorf("%q is not NODE=HOST:PORT", part)
		}
		out[node] = at
	}
	return out, nil
}

// JMXAddress is where the JMX server of a node with these addresses is: what jmx_hosts says of one of them, else the first
// address at jmx_port.
func (c *Config) JMXAddress(addresses ...string) (host string, port int) {
	for _, a := range addresses {
		if at, ok := c.JMXHosts[a]; ok {
			host, text, _ := net.SplitHostPort(at) // both were checked when the setting was read
			port, _ := strconv.Atoi(text)
			return host, port
		}
	}
	for _, a := range addresses {
		if a != "" && a != "0.0.0.0" && a != "::" {
			return a, c.JMXPort
		}
	}
	return "", c.JMXPort
}

// ResolveJMXPassword reads the password of jmx_user out of jmx_password_file, whose lines are "user password". Without a
// user it is that of the first line. A file that others may read is refused.
func (c *Config) ResolveJMXPassword() error {
	if c.JMXPasswordFile == "" {
		return nil
	}
	if err := tight(c.JMXPasswordFile); err != nil {
		return fmt.Errorf("jmx_password_file: %w", err)
	}
	b, err := os.ReadFile(c.JMXPasswordFile)
	if err != nil {
		return fmt.Errorf("jmx_password_file: %w", err)
	}
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") || c.JMXUser != "" && words[0] != c.JMXUser {
			continue
		}
		c.JMXUser, c.JMXPassword = words[0], Secret(strings.TrimSpace(strings.TrimSpace(line)[len(words[0]):]))
		return nil
	}
	return fmt.Errorf("jmx_password_file: %s has no line for role %q", c.JMXPasswordFile, c.JMXUser)
}

// JMXPasswordText is the password itself, for the one place that hands it on.
func (c *Config) JMXPasswordText() string { return string(c.JMXPassword) }
