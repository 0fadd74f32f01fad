package sstable_test

import (
	"context"
	"fmt"
	"os"

	"github.com/partop/partop/sstable"
)

// The largest partition of a table, from its index alone.
func ExampleSSTable_Index() {
	fsys := os.DirFS("testdata")
	list, err := sstable.List(fsys, "mc/rts")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := sstable.Open(fsys, list.SSTables[0], sstable.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = table.Close() }() // only read from

	index, err := table.Index(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	var key string
	var largest int64
	for index.Next() {
		if e := index.Entry(); e.SizeBytes > largest {
			largest = e.SizeBytes
			key, _ = table.KeyText(e.Key)
		}
	}
	fmt.Println(key, largest, "bytes", index.Err())
	// Output: 5 6620 bytes <nil>
}

// Partitions over several SSTables, as the ring orders them.
func ExampleMerge() {
	fsys := os.DirFS("testdata")
	list, err := sstable.Walk(fsys, "nb", sstable.WalkOptions{Recursive: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	merge, err := sstable.NewMerge(context.Background(), fsys, list.SSTables, sstable.MergeOptions{Depth: sstable.SizeDepth})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = merge.Close() }() // only read from

	var widest sstable.MergedPartition
	for merge.Next() {
		if p := merge.Partition(); p.SizeBytes > widest.SizeBytes {
			widest = *p
			widest.Key = append([]byte(nil), p.Key...) // valid until Next
		}
	}
	fmt.Printf("%x: %d bytes in %d SSTables, skipped %d\n", widest.Key, widest.SizeBytes, widest.SSTables, len(merge.Skipped()))
	// Output: 00000003: 87171 bytes in 6 SSTables, skipped 0
}
