package config

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// commandTimeout bounds a password command, which may wait for a touch of a key.
const commandTimeout = time.Minute

// ErrNoPassword means that a user is set and nothing gives its password: ask.
var ErrNoPassword = errors.New("no password given")

// ResolvePassword fetches the password from where the settings say. ErrNoPassword asks the caller to prompt.
func (c *Config) ResolvePassword(ctx context.Context) error {
	switch {
	case c.Password != "" || c.User == "":
		return nil
	case c.PasswordFile != "":
		return c.passwordFromFile()
	case len(c.PasswordCommand) > 0:
		return c.passwordFromCommand(ctx)
	}
	return ErrNoPassword
}

func (c *Config) passwordFromFile() error {
	if err := tight(c.PasswordFile); err != nil {
		return fmt.Errorf("password_file: %w", err)
	}
	b, err := os.ReadFile(c.PasswordFile)
	if err != nil {
		return fmt.Errorf("password_file: %w", err)
	}
	c.Password = Secret(strings.TrimRight(string(b), "\r\n"))
	return nil
}

func (c *Config) passwordFromCommand(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.PasswordCommand[0], c.PasswordCommand[1:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("password_command %s: %w", c.PasswordCommand[0], err)
	}
	c.Password = Secret(strings.TrimRight(string(out), "\r\n"))
	return nil
}

// TLSConfig makes the TLS settings, nil without TLS. Certificates are verified unless that was switched off by name.
func (c *Config) TLSConfig() (*tls.Config, error) {
	if !c.TLS {
		return nil, nil
	}
	out := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: c.TLSServerName, InsecureSkipVerify: c.TLSSkipVerify}
	if c.TLSCA != "" {
		pem, err := os.ReadFile(c.TLSCA)
		if err != nil {
			return nil, fmt.Errorf("tls_ca: %w", err)
		}
		out.RootCAs = x509.NewCertPool()
		if !out.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("tls_ca: no PEM certificate in %s", c.TLSCA)
		}
	}
	if c.TLSCert == "" && c.TLSKey == "" {
		return out, nil
	}
	pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("tls_cert and tls_key: %w", err)
	}
	out.Certificates = []tls.Certificate{pair}
	return out, nil
}

// PasswordText is the password itself, for the one place that sends it.
func (c *Config) PasswordText() string { return string(c.Password) }
