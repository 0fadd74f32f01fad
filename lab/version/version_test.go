package version

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	if s, err := Lookup(Default); err != nil || s.Version != Default {
		t.Errorf("Lookup(%s) = %q, %v", Default, s.Version, err)
	}
	if _, err := Lookup("2.0"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), Default) {
		t.Errorf("Lookup of an unknown version: %v", err)
	}
}

// A row with a hole would show only when that version is started.
func TestRowsAreComplete(t *testing.T) {
	for _, s := range table {
		if s.JavaMajor == 0 || len(s.Artifacts) == 0 || s.AgentPrefix == "" {
			t.Errorf("%s: %+v", s.Version, s)
		}
		keys := reflect.ValueOf(s.YAML)
		for i := range keys.NumField() {
			line := fmt.Sprintf(keys.Field(i).String(), 7)
			if !strings.Contains(line, ": 7") || strings.Contains(line, "%!") {
				t.Errorf("%s: %s renders as %q", s.Version, keys.Type().Field(i).Name, line)
			}
		}
	}
}
