package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"os/exec"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/reach"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/jmx"
	"github.com/partop/partop/nodetool"
)

// nodetoolOf makes nodetool of this host a source, nil when it is switched off. It is looked for only when it is asked for.
func nodetoolOf(c *config.Config, way reach.Way, o *opened) (*session.Nodetool, error) {
	if c.Nodetool == config.NodetoolNever {
		return nil, nil
	}
	n := &session.Nodetool{
		User: c.JMXUser, PasswordFile: c.JMXPasswordFile,
		Path: func() (string, error) { return nodetool.Find(c.Nodetool, exec.LookPath, os.Getenv) },
		Run: func(ctx context.Context, argv, env []string) (nodetool.Output, error) {
			out, err := way.Run(ctx, reach.Command{Argv: argv, Env: env, MaxBytes: nodetool.MaxInputBytes})
			return nodetool.Output{Stdout: out.Stdout, Stderr: out.Stderr, ExitCode: out.ExitCode}, err
		},
		Address: func(info *cluster.NodeInfo) (string, int) { return c.JMXAddress(info.Address, info.ListenAddress) },
	}
	if c.JMXUser != "" && n.PasswordFile == "" && c.JMXPassword != "" {
		dir, err := os.MkdirTemp("", "partop-jmx-") // mode 0700
		if err != nil {
			return nil, fmt.Errorf("make a place for the JMX password: %w", err)
		}
		o.closers = append(o.closers, removed(dir))
		if n.PasswordFile, err = nodetool.WritePasswordFile(dir, c.JMXUser, c.JMXPasswordText()); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// jmxOf makes the nodes' JMX servers a source, nil when it is switched off.
func jmxOf(c *config.Config, fleet *reach.Fleet) (*session.JMX, error) {
	if c.JMX == "never" {
		return nil, nil
	}
	var tlsConfig *tls.Config
	if c.JMXTLS {
		with := *c
		with.TLS = true
		var err error
		if tlsConfig, err = with.TLSConfig(); err != nil {
			return nil, coded{exitUsage, err}
		}
	}
	return &session.JMX{Options: func(info *cluster.NodeInfo) jmx.Options {
		host, port := c.JMXAddress(info.Address, info.ListenAddress)
		if _, told := c.JMXHosts[info.Address]; fleet.OnNode(info.Address) && !told {
			host = "127.0.0.1" // where Cassandra opens it unless it was told otherwise
		}
		way := fleet.Way(info.Address)
		return jmx.Options{
			Address: session.JMXAddress(host, port), TLS: tlsConfig, RegistryTLS: tlsConfig != nil,
			Dial:  func(ctx context.Context, address string) (net.Conn, error) { return way.Dial(ctx, "tcp", address) },
			Login: jmx.Credentials{User: c.JMXUser, Password: c.JMXPasswordText()},
		}
	}}, nil
}

// removed is a directory that goes with the session.
type removed string

// Close removes it.
func (r removed) Close() error { return os.RemoveAll(string(r)) }
