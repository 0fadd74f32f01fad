package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/config"
	"github.com/partop/partop/internal/recording"
	"github.com/partop/partop/internal/recording/saved"
	"github.com/partop/partop/internal/session"
	"github.com/partop/partop/internal/triage"
)

// openPaths opens one recording, or any number of files and folders of saved outputs.
func openPaths(cmd *cobra.Command, targets []config.Target) (*opened, error) {
	var paths []string
	for _, t := range targets {
		if t.Kind != config.TargetPath {
			return nil, usage("%s is no path: recordings and saved outputs are opened without a cluster", t.Name)
		}
		paths = append(paths, t.Name)
	}
	if len(paths) == 1 {
		info, err := os.Stat(paths[0])
		if err != nil {
			return nil, coded{exitUsage, err}
		}
		if !info.IsDir() {
			o, err := openFile(cmd, paths[0], replayOptions{speed: 1})
			if !errors.Is(err, recording.ErrNotRecording) {
				return o, err
			}
		}
	}
	return openSaved(cmd, paths)
}

// openSaved opens saved outputs of nodetool.
func openSaved(cmd *cobra.Command, paths []string) (*opened, error) {
	c, err := load(cmd, "")
	if err != nil {
		return nil, err
	}
	b, err := saved.Read(cmd.Context(), paths)
	if err != nil {
		return nil, coded{exitUsage, leftOut(b, err)}
	}
	title := filepath.Base(paths[0])
	if len(paths) > 1 {
		title += fmt.Sprintf(" and %d more", len(paths)-1)
	}
	feed := &session.Saved{Answers: b.Answers, Say: leftOutWords(b)}
	s, err := session.New(feed, session.Options{
		Title: title, Interval: c.Interval, Limits: triage.Default(), Replay: true, Saved: savedFiles(b),
		Sources: []cluster.Source{cluster.SourceNodetool},
	})
	if err != nil {
		return nil, err
	}
	return &opened{Session: s, config: c, replay: true}, nil
}

// savedFiles is a line for each output, for :files; those left out come first, since they are what is asked about.
func savedFiles(b *saved.Bundle) []string {
	out := []string{fmt.Sprintf("%d outputs of %s used, of %d found", b.Used(), nodesInWords(b.Nodes), len(b.Pieces))}
	for i := range b.Pieces {
		if p := &b.Pieces[i]; p.Reason != "" {
			out = append(out, fmt.Sprintf("left out  %s: %s", p.Path, p.Reason))
		}
	}
	for i := range b.Pieces {
		p := &b.Pieces[i]
		if p.Reason != "" {
			continue
		}
		out = append(out, fmt.Sprintf("%s  node %s  %s  %s", p.Kind, p.Node, p.At.Format(time.RFC3339), p.Path))
		for _, w := range p.Result.Warnings {
			out = append(out, fmt.Sprintf("          line %d: %s", w.Line, w.Text))
		}
	}
	return out
}

// leftOutWords sum up in a line what was not used.
func leftOutWords(b *saved.Bundle) string {
	n := len(b.Pieces) - b.Used()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d outputs are not shown, :files says why", n, len(b.Pieces))
}

// maxReasons bounds an error about files that nothing could be made of.
const maxReasons = 5

// leftOut adds the first reasons why nothing was found.
func leftOut(b *saved.Bundle, err error) error {
	if b == nil || len(b.Pieces) == 0 {
		return err
	}
	var lines []string
	for i := range b.Pieces {
		if i == maxReasons {
			lines = append(lines, fmt.Sprintf("and %d more", len(b.Pieces)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s: %s", b.Pieces[i].Path, b.Pieces[i].Reason))
	}
	return fmt.Errorf("%w (%s)", err, strings.Join(lines, "; "))
}

func nodesInWords(n int) string {
	if n == 1 {
		return "one node"
	}
	return fmt.Sprintf("%d nodes", n)
}
