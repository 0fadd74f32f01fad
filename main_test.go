package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/partop/partop/ui"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"partop": main})
}

// TestScripts runs the command line as a person would, see testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			return nil
		},
	})
}

func TestExitCodes(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
	}{
		{context.Background(), nil, 0},
		{stopped, nil, 0},
		{context.Background(), errors.New("x"), 2},
		{context.Background(), coded{3, errors.New("x")}, 3},
		{context.Background(), fmt.Errorf("wrapped: %w", coded{4, os.ErrNotExist}), 4},
		{stopped, errors.New("x"), 130},
	} {
		if got := exitCode(c.ctx, c.err); got != c.code {
			t.Errorf("%v: %d, want %d", c.err, got, c.code)
		}
	}
}

// TestKeysAreDocumented keeps docs/keys.md what the program's own table says; PARTOP_UPDATE=1 rewrites it.
func TestKeysAreDocumented(t *testing.T) {
	path := filepath.Join("docs", "keys.md")
	want := ui.KeysMarkdown()
	if os.Getenv("PARTOP_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the program says (%v); PARTOP_UPDATE=1 go test . rewrites it", path, err)
	}
}
