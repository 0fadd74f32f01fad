package state

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOptionsSurvive(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "lab"))
	if _, err := d.Load(); !errors.Is(err, ErrNoLab) {
		t.Fatalf("Load without a lab: %v", err)
	}
	if err := d.Create(); err != nil {
		t.Fatal(err)
	}
	want := Options{Version: "5.0.6", Nodes: 3, Auth: true, HeapMiB: 512, CompactionMiBs: 1, Compactors: 2}
	if err := d.Save(want); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Load(); err != nil || got != want {
		t.Errorf("Load = %+v, %v", got, err)
	}
	if err := errors.Join(d.Forget(), d.Forget()); err != nil {
		t.Errorf("Forget twice: %v", err)
	}
	if _, err := d.Load(); !errors.Is(err, ErrNoLab) {
		t.Errorf("Load after Forget: %v", err)
	}
}

func TestLoadNamesTheBrokenFile(t *testing.T) {
	d := Dir(t.TempDir())
	if err := os.WriteFile(d.Path("lab.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Load(); err == nil || errors.Is(err, ErrNoLab) {
		t.Errorf("Load of a broken file: %v", err)
	}
}

func TestLockKeepsOthersOut(t *testing.T) {
	d := Dir(t.TempDir())
	release, err := d.Lock(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Lock(t.Context(), 0); !errors.Is(err, ErrBusy) {
		t.Errorf("second Lock: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Lock(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("Lock with a done context: %v", err)
	}
	release()
	again, err := d.Lock(t.Context(), 0)
	if err != nil {
		t.Fatalf("Lock after release: %v", err)
	}
	again()
}

func TestLocate(t *testing.T) {
	t.Setenv(DirEnv, "/somewhere/lab")
	if d, err := Locate(); err != nil || d != "/somewhere/lab" {
		t.Errorf("with %s: %s, %v", DirEnv, d, err)
	}
	t.Setenv(DirEnv, "")
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(sub)
	got, err := Locate()
	if err != nil || filepath.Base(string(got)) != ".lab" || filepath.Dir(filepath.Dir(sub)) != filepath.Dir(string(got)) {
		t.Errorf("Locate = %s, %v", got, err)
	}
}
