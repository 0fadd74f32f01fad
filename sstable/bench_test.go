package sstable

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// benchTables are the largest of the corpus, one a kind of load.
var benchTables = []string{"nb/wide", "nb/bigpart", "da/many", "nb/z_none", "nb/colls"}

// BenchmarkScan reports uncompressed bytes a second, checksums included.
func BenchmarkScan(b *testing.B) {
	root := corpusRoot(b)
	for _, dir := range benchTables {
		for name, o := range map[string]ScanOptions{"cells": {NowSeconds: 1}, "rows": {NowSeconds: 1, RowsOnly: true}} {
			b.Run(filepath.Base(dir)+"/"+name, func(b *testing.B) { benchmarkScan(b, root, dir, o) })
		}
	}
}

func openFirst(b testing.TB, root, dir string) *SSTable {
	b.Helper()
	fsys := os.DirFS(root)
	l, err := List(fsys, dir)
	if err != nil || len(l.SSTables) == 0 {
		b.Fatalf("%s: %v, %d SSTables", dir, err, len(l.SSTables))
	}
	table, err := Open(fsys, l.SSTables[0], Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := table.Close(); err != nil {
			b.Error(err)
		}
	})
	return table
}

func benchmarkScan(b *testing.B, root, dir string, o ScanOptions) {
	table := openFirst(b, root, dir)
	b.SetBytes(table.DataLengthBytes())
	b.ReportAllocs()
	for b.Loop() {
		s, err := table.Scan(context.Background(), o)
		if err != nil {
			b.Fatal(err)
		}
		var sum PartitionSummary
		for s.Next() && s.Summarize(&sum) {
		}
		if s.Err() != nil {
			b.Fatal(s.Err())
		}
	}
}

func BenchmarkIndex(b *testing.B) {
	root := corpusRoot(b)
	for _, dir := range []string{"nb/simple", "da/many"} {
		b.Run(filepath.Base(dir), func(b *testing.B) {
			table := openFirst(b, root, dir)
			b.ReportAllocs()
			for b.Loop() {
				s, err := table.Index(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				for s.Next() {
				}
				if s.Err() != nil {
					b.Fatal(s.Err())
				}
			}
		})
	}
}
