package nodetool

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// madeDocument is the documented JSON of a small output: all that is read from it. They are the reference for whoever
// reads `partop parse`.
type madeDocument struct {
	name, text, kind, hint, data string
}

func TestDocuments(t *testing.T) {
	seen := map[Kind]bool{}
	for _, tt := range slices.Concat(documentsOfStatistics, documentsOfNodes, documentsOfTools) {
		t.Run(tt.name, func(t *testing.T) {
			res, err := ParseAny([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			seen[res.Kind] = true
			warned(t, res)
			if string(res.Kind) != tt.kind || res.VersionHint != tt.hint {
				t.Errorf("got %s, hint %q", res.Kind, res.VersionHint)
			}
			raw, err := encode(res.Data)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Indent(&got, raw, "", "  "); err != nil {
				t.Fatal(err)
			}
			if got.String() != tt.data {
				t.Errorf("got\n%s\nwant\n%s", got.String(), tt.data)
			}
		})
	}
	for _, kind := range Kinds() {
		if !seen[kind] {
			t.Errorf("no document of %s", kind)
		}
	}
}
