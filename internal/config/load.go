package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// Input is what a Config is made of.
type Input struct {
	Home    string // where .cassandra/cqlshrc is looked for
	File    string // the TOML file; "" is DefaultFile, which may be missing
	Cluster string // section of the file, "" for none
	Env     func(string) string
	Flags   map[string]string // by flag name, only those given
}

// DefaultFile is where the TOML file is looked for.
func DefaultFile(env func(string) string, home string) string {
	base := env("XDG_CONFIG_HOME")
	if base == "" {
		base = filepath.Join(home, ".config")
	}
	return filepath.Join(base, "partop", "config.toml")
}

// Load makes a Config. The password is not fetched yet: see ResolvePassword.
func Load(in Input) (*Config, error) {
	c := defaults()
	if err := c.loadCqlshrc(in); err != nil {
		return nil, err
	}
	if err := c.loadFile(in); err != nil {
		return nil, err
	}
	for _, s := range settings() {
		name := "PARTOP_" + strings.ToUpper(s.Name)
		if v := in.Env(name); v != "" && s.Name != allowPush {
			if err := c.apply(s.Name, v, "$"+name); err != nil {
				return nil, err
			}
		}
	}
	for _, flag := range sortedKeys(in.Flags) {
		if err := c.apply(strings.ReplaceAll(flag, "-", "_"), in.Flags[flag], "--"+flag); err != nil {
			return nil, err
		}
	}
	return &c, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Files are the paths of all that was or will be read: where settings came from, passwords, certificates, ssh's
// configuration.
func (c *Config) Files() []string {
	seen := map[string]bool{}
	for _, origin := range c.Origin {
		path, _, _ := strings.Cut(origin, " [")
		if !strings.HasPrefix(origin, "$") && !strings.HasPrefix(origin, "--") {
			seen[path] = true
		}
	}
	for _, path := range []string{c.PasswordFile, c.JMXPasswordFile, c.TLSCA, c.TLSCert, c.TLSKey, c.SSHConfig} {
		seen[path] = true
	}
	delete(seen, "")
	return sortedKeys(seen)
}

// document is the file: settings at the top, and clusters by name with settings of their own.
type document map[string]any

func readFile(in Input) (document, string, error) {
	path := in.File
	if path == "" {
		path = DefaultFile(in.Env, in.Home)
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && in.File == "" {
		return nil, path, nil
	}
	if err != nil {
		return nil, path, fmt.Errorf("read the configuration: %w", err)
	}
	var doc document
	if err := toml.Unmarshal(b, &doc); err != nil {
		return nil, path, fmt.Errorf("read %s: %w", path, err)
	}
	return doc, path, nil
}

func (c *Config) loadFile(in Input) error {
	doc, path, err := readFile(in)
	if err != nil {
		return err
	}
	clusters, _ := doc["clusters"].(map[string]any)
	delete(doc, "clusters")
	if err := c.applyAll(doc, path); err != nil {
		return err
	}
	if in.Cluster == "" {
		return nil
	}
	section, ok := clusters[in.Cluster].(map[string]any)
	if !ok {
		return fmt.Errorf("%s has no cluster %q", path, in.Cluster)
	}
	return c.applyAll(section, path+" ["+in.Cluster+"]")
}

func (c *Config) applyAll(values map[string]any, origin string) error {
	for _, name := range sortedKeys(values) {
		if name == "password" || name == "jmx_password" {
			path, _, _ := strings.Cut(origin, " [")
			if err := tight(path); err != nil {
				return fmt.Errorf("%s in %s: %w", name, origin, err)
			}
		}
		if err := c.apply(name, scalar(values[name]), origin); err != nil {
			return err
		}
	}
	return nil
}

// scalar writes TOML's values as flags would be written.
func scalar(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i := range list {
			parts[i] = fmt.Sprint(list[i])
		}
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(v)
}

// tight refuses a file that anybody but its owner may read.
func tight(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("look at %s: %w", path, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s has mode %04o: %w", path, info.Mode().Perm(), ErrLoose)
	}
	return nil
}

// Clusters lists the names in the file, for completion and for telling a name from a host.
func Clusters(in Input) ([]string, error) {
	doc, _, err := readFile(in)
	if err != nil {
		return nil, err
	}
	clusters, _ := doc["clusters"].(map[string]any)
	return sortedKeys(clusters), nil
}
