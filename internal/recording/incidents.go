package recording

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// incidents are recordings that partop made of a real Cassandra, see scripts/record-incident.
//
//go:embed incidents
var incidents embed.FS

// Suffix ends the names of recordings.
const Suffix = ".partop"

// Incident is a built-in recording.
type Incident struct {
	Name  string // file name without suffix
	Title string // what happens in it
	Bytes int    // compressed
}

// Incidents lists the built-in recordings by name.
func Incidents() ([]Incident, error) {
	entries, err := incidents.ReadDir("incidents")
	if err != nil {
		return nil, fmt.Errorf("list the built-in incidents: %w", err)
	}
	var out []Incident
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), Suffix)
		if !ok {
			continue
		}
		b, err := incidents.ReadFile(path.Join("incidents", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the built-in incident %s: %w", name, err)
		}
		s, err := OpenBytes(b)
		if err != nil {
			return nil, fmt.Errorf("the built-in incident %s: %w", name, err)
		}
		out = append(out, Incident{Name: name, Title: s.Title(), Bytes: len(b)})
	}
	return out, nil
}

// OpenIncident opens a built-in recording; ErrNotRecording if there is none of that name.
func OpenIncident(name string) (*Store, error) {
	b, err := incidents.ReadFile(path.Join("incidents", name+Suffix))
	if err != nil {
		return nil, fmt.Errorf("no built-in incident %q: %w", name, ErrNotRecording)
	}
	return OpenBytes(b)
}
