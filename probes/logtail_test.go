package probes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const warned = "WARN  [ReadStage-2] 2026-12-01 02:50:%02d,000 ReadCommand.java:644 - Read 10 live rows and %d tombstone cells for query SELECT body FROM jobs.queue WHERE lane = '%s' LIMIT 10 ALLOW FILTERING; token 5 (see tombstone_warn_threshold)\n"

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// A log that grows in the middle of a line, is rotated, and outgrows what is read of it.
func TestLogTailFollows(t *testing.T) {
	for _, program := range []string{"stat", "tail", "date"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("skipped: no %s here", program)
		}
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "system.log")
	appendTo(t, log, strings.Repeat("INFO  [x] 2026-12-01 02:50:00,000 X.java:1 - nothing\n", 100000)) // 5 MB
	appendTo(t, log, fmt.Sprintf(warned, 1, 5000, "a")+fmt.Sprintf(warned, 2, 6000, "a")+fmt.Sprintf(warned, 3, 10, "b")[:60])
	tail := &LogTail{Host: thisHost(), Dir: dir}
	v, changed, err := tail.Look(context.Background())
	if err != nil || !changed || len(v.Events) != 1 || v.Events[0].Count != 2 || v.Events[0].Tombstones != 6000 || v.Events[0].Table.String() != "jobs.queue" ||
		v.Events[0].Last.Sub(v.Events[0].First).Seconds() != 1 || v.SkippedBytes <= 0 || v.Events[0].Query == "" {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, changed, err = tail.Look(context.Background()); changed || err != nil {
		t.Errorf("nothing was logged: %t, %v", changed, err)
	}
	appendTo(t, log, fmt.Sprintf(warned, 3, 10, "b")[60:])
	if v, _, err = tail.Look(context.Background()); err != nil || len(v.Events) != 2 || v.Events[1].Tombstones != 10 {
		t.Fatalf("the rest of a line: %+v, %v", v, err)
	}
	if err := os.Rename(log, log+".1"); err != nil {
		t.Fatal(err)
	}
	appendTo(t, log, fmt.Sprintf(warned, 4, 7000, "a"))
	if v, _, err = tail.Look(context.Background()); err != nil || len(v.Events) != 2 || v.Events[1].Count != 3 || v.Events[1].Tombstones != 7000 {
		t.Fatalf("a rotated log: %+v, %v", v, err)
	}
	for i := range maxLogEvents + 5 {
		appendTo(t, log, fmt.Sprintf(warned, 5, 2000, fmt.Sprint("k", i)))
	}
	if v, _, err = tail.Look(context.Background()); err != nil || len(v.Events) != maxLogEvents || v.Forgotten == 0 {
		t.Errorf("%d events, %d forgotten, %v", len(v.Events), v.Forgotten, err)
	}
}

func TestLogTailSaysWhatIsMissing(t *testing.T) {
	tail := &LogTail{Host: thisHost(), Dir: t.TempDir()}
	if _, _, err := tail.Look(context.Background()); !errors.Is(err, ErrNoLog) || !strings.Contains(err.Error(), "log_dir") {
		t.Error(err)
	}
}
