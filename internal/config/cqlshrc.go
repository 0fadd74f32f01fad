package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gopkg.in/ini.v1"
)

// cqlshKeys maps what cqlsh reads to ours. hostname counts only when no target was named, which the caller decides.
var cqlshKeys = []struct{ section, key, name string }{
	{"authentication", "username", "user"},
	{"authentication", "password", "password"},
	{"connection", "hostname", "hosts"},
	{"connection", "port", "port"},
	{"connection", "ssl", "tls"},
	{"ssl", "certfile", "tls_ca"},
	{"ssl", "usercert", "tls_cert"},
	{"ssl", "userkey", "tls_key"},
}

// loadCqlshrc takes what cqlsh already knows. A file that cannot be read is a warning: it was not written for us.
func (c *Config) loadCqlshrc(in Input) error {
	path := filepath.Join(in.Home, ".cassandra", "cqlshrc")
	file, err := c.readIni(path)
	if file == nil {
		return err
	}
	for _, k := range cqlshKeys {
		if v := file.Section(k.section).Key(k.key).String(); v != "" {
			c.takeCqlsh(k.name, v, path)
		}
	}
	if file.Section("ssl").Key("validate").String() == "false" {
		c.takeCqlsh("tls_skip_verify", "true", path)
	}
	return c.loadCredentials(file, in.Home)
}

// loadCredentials reads the file that cqlsh 4.1 moved user names and passwords to.
func (c *Config) loadCredentials(rc *ini.File, home string) error {
	path := rc.Section("authentication").Key("credentials").String()
	if path == "" {
		path = filepath.Join(home, ".cassandra", "credentials")
	}
	file, err := c.readIni(path)
	if file == nil {
		return err
	}
	section := file.Section("PlainTextAuthProvider")
	for _, k := range [...]struct{ key, name string }{{"username", "user"}, {"password", "password"}} {
		if v := section.Key(k.key).String(); v != "" {
			c.takeCqlsh(k.name, v, path)
		}
	}
	return nil
}

func (c *Config) takeCqlsh(name, value, path string) {
	if name == "password" {
		if err := tight(path); errors.Is(err, ErrLoose) {
			c.Warnings = append(c.Warnings, fmt.Sprintf("the password in %s is not used: %v", path, err))
			return
		}
	}
	if err := c.apply(name, value, path); err != nil {
		c.Warnings = append(c.Warnings, err.Error())
	}
}

func (c *Config) readIni(path string) (*ini.File, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		c.Warnings = append(c.Warnings, err.Error())
		return nil, nil
	}
	// These options make it read what Python's RawConfigParser, which cqlsh uses, reads.
	file, err := ini.LoadSources(ini.LoadOptions{
		IgnoreInlineComment: true, PreserveSurroundedQuote: true, IgnoreContinuation: true,
		AllowPythonMultilineValues: true, SkipUnrecognizableLines: true,
	}, b)
	if err != nil {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s is not used: %v", path, err))
		return nil, nil
	}
	return file, nil
}
