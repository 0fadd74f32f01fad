package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestLaterLayersWin(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, ".cassandra", "cqlshrc"), "[authentication]\nusername = fromrc\npassword = s3cr;t#\n[connection]\nport = 1111\n", 0o600)
	file := write(t, filepath.Join(home, "c.toml"), "user = 'fromfile'\ntheme = 'mono'\n[clusters.prod]\nhosts = ['a1', 'a2:9142']\ntheme = 'high-contrast'\n", 0o600)
	c, err := Load(Input{Home: home, File: file, Cluster: "prod", Env: env("PARTOP_THEME", "colour-blind"), Flags: map[string]string{"tls-ca": "ca.pem", "mask": "true"}})
	if err != nil {
		t.Fatal(err)
	}
	if c.User != "fromfile" || c.Port != 1111 || c.Theme != "colour-blind" || c.TLSCA != "ca.pem" || !c.Mask || len(c.Hosts) != 2 || c.Hosts[1] != "a2:9142" {
		t.Errorf("config %+v", c)
	}
	if c.PasswordText() != "s3cr;t#" {
		t.Errorf("password read as %q", c.PasswordText())
	}
	for name, origin := range map[string]string{"theme": "$PARTOP_THEME", "tls_ca": "--tls-ca", "user": file, "hosts": file + " [prod]"} {
		if c.Origin[name] != origin {
			t.Errorf("origin of %s is %q, want %q", name, c.Origin[name], origin)
		}
	}
}

func TestMistakesAreErrors(t *testing.T) {
	home := t.TempDir()
	for text, want := range map[string]string{
		"thme = 'mono'":                      "thme",
		"interval = '1ms'":                   "interval",
		"color = 'blue'":                     "color",
		"port = 99999":                       "port",
		"not toml":                           "c.toml",
		"[clusters.x]\nnonsense = true":      "",
		"interval = 5":                       "interval",
		"tls = 'maybe'":                      "maybe",
		"hosts = ['a']\nunknown_thing = 'x'": "unknown_thing",
	} {
		file := write(t, filepath.Join(home, "c.toml"), text, 0o600)
		_, err := Load(Input{Home: home, File: file, Env: env()})
		if want == "" {
			continue // a mistake in a section that is not used does not stop the others
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not name %s", text, err, want)
		}
	}
	if _, err := Load(Input{Home: home, File: filepath.Join(home, "c.toml"), Cluster: "no", Env: env()}); err == nil {
		t.Error("a cluster that is not there was found")
	}
	if _, err := Load(Input{Home: home, File: filepath.Join(home, "missing.toml"), Env: env()}); err == nil {
		t.Error("a file that was named and is missing was accepted")
	}
	if _, err := Load(Input{Home: t.TempDir(), Env: env()}); err != nil {
		t.Errorf("no files at all: %v", err)
	}
}

func TestSecretsInLooseFilesAreRefused(t *testing.T) {
	home := t.TempDir()
	file := write(t, filepath.Join(home, "c.toml"), "user = 'u'\npassword = 'hunter2'\n", 0o644)
	_, err := Load(Input{Home: home, File: file, Env: env()})
	if !errors.Is(err, ErrLoose) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("error %v", err)
	}
	write(t, filepath.Join(home, ".cassandra", "cqlshrc"), "[authentication]\nusername=u\npassword=hunter2\n", 0o644)
	c, err := Load(Input{Home: home, Env: env()})
	if err != nil || c.PasswordText() != "" || len(c.Warnings) != 1 || strings.Contains(c.Warnings[0], "hunter2") {
		t.Errorf("password %q, warnings %v, %v", c.PasswordText(), c.Warnings, err)
	}
}

func TestSecretNeverPrints(t *testing.T) {
	c := Config{Password: "hunter2"}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), string(b)} {
		if strings.Contains(s, "hunter2") {
			t.Errorf("printed: %s", s)
		}
	}
}

func TestResolvePassword(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	good := write(t, filepath.Join(home, "pw"), "hunter2\n", 0o600)
	loose := write(t, filepath.Join(home, "loose"), "hunter2\n", 0o640)
	for _, c := range []struct {
		config Config
		want   string
		err    error
	}{
		{Config{}, "", nil},
		{Config{User: "u", Password: "p"}, "p", nil},
		{Config{User: "u", PasswordFile: good}, "hunter2", nil},
		{Config{User: "u", PasswordFile: loose}, "", ErrLoose},
		{Config{User: "u", PasswordCommand: []string{"echo", "hunter3"}}, "hunter3", nil},
		{Config{User: "u"}, "", ErrNoPassword},
	} {
		err := c.config.ResolvePassword(ctx)
		if !errors.Is(err, c.err) || c.config.PasswordText() != c.want {
			t.Errorf("%+v: %q, %v", c.config, c.config.PasswordText(), err)
		}
	}
}

func TestFlagsHoldNoSecret(t *testing.T) {
	for _, f := range Flags() {
		if f.Name == "password" || f.Help == "" {
			t.Errorf("flag %+v", f)
		}
	}
	if c := defaults(); c.Interval != 2*time.Second {
		t.Errorf("interval %s", c.Interval)
	}
}

func TestParseTarget(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, filepath.Join(dir, "both"), "", 0o600)
	write(t, filepath.Join(dir, "bundle"), "", 0o600)
	clusters := []string{"prod", "both"}
	for _, c := range []struct {
		in   string
		want Target
	}{
		{"prod", Target{Kind: TargetCluster, Name: "prod"}},
		{"cass-a1", Target{Kind: TargetHost, Name: "cass-a1"}},
		{"me@cass-a1:9142", Target{Kind: TargetHost, Name: "cass-a1", Port: 9142, User: "me"}},
		{"10.0.0.1:9042", Target{Kind: TargetHost, Name: "10.0.0.1", Port: 9042}},
		{"[::1]:9042", Target{Kind: TargetHost, Name: "::1", Port: 9042}},
		{"fe80::1", Target{Kind: TargetHost, Name: "fe80::1"}},
		{"./x", Target{Kind: TargetPath, Name: "./x"}},
		{"bundle", Target{Kind: TargetPath, Name: "bundle"}},
		{"host:bundle", Target{Kind: TargetHost, Name: "bundle"}},
		{"file:prod", Target{Kind: TargetPath, Name: "prod"}},
	} {
		got, err := ParseTarget(c.in, clusters)
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.in, got, err)
		}
	}
	if _, err := ParseTarget("both", clusters); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("both: %v", err)
	}
	for _, bad := range []string{"", "host:", "a1:99999", "a b"} {
		if _, err := ParseTarget(bad, clusters); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// What lets partop copy itself to nodes is for the file's owner to say.
func TestAllowPushIsOfTheFileAlone(t *testing.T) {
	env := func(name string) string { return map[string]string{"PARTOP_ALLOW_PUSH": "true"}[name] }
	if c, err := Load(Input{Home: t.TempDir(), Env: env}); err != nil || c.AllowPush {
		t.Errorf("the environment let it: %v", err)
	}
	for _, f := range Flags() {
		if f.Name == "allow-push" {
			t.Error("it is a flag")
		}
	}
	file := filepath.Join(t.TempDir(), "config.toml")
	write(t, file, "allow_push = true\nbecome = \"cassandra\"\n", 0o600)
	if c, err := Load(Input{File: file, Env: func(string) string { return "" }}); err != nil || !c.AllowPush || c.Become != "cassandra" {
		t.Errorf("%+v, %v", c, err)
	}
	write(t, file, "become = \"-i\"\n", 0o600)
	if _, err := Load(Input{File: file, Env: func(string) string { return "" }}); err == nil {
		t.Error("an option was taken for a user")
	}
}
