package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/pierrec/lz4/v4"

	"github.com/partop/partop/sstable"
)

// stretch is how many chunks are read at once.
const stretch = 16

// decompressAll undoes all LZ4 chunks in a folder on all cores, and looks at nothing: no checksum, no row.
func decompressAll(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*-Data.db"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("no SSTables in %s: %w", dir, os.ErrNotExist)
	}
	work := make(chan func() error)
	errs := make([]error, runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for i := range errs {
		workers.Go(func() {
			for do := range work {
				if err := do(); err != nil {
					errs[i] = err
				}
			}
		})
	}
	for _, name := range names {
		if err = decompress(name, work); err != nil {
			break
		}
	}
	close(work)
	workers.Wait()
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return err
}

// decompress hands out the stretches of one file.
func decompress(name string, work chan<- func() error) error {
	d, _, err := sstable.ParseName(name)
	if err != nil {
		return err
	}
	infoName := strings.TrimSuffix(name, "Data.db") + "CompressionInfo.db"
	b, err := os.ReadFile(infoName)
	if err != nil {
		return err
	}
	info, err := sstable.ParseCompressionInfo(d.Version, infoName, b)
	if err != nil {
		return err
	}
	data, err := os.Open(name) // the process ends with its reading, and closes it
	if err != nil {
		return err
	}
	size, err := data.Stat()
	if err != nil {
		return err
	}
	offsets := b[len(b)-8*info.Chunks:]
	at := func(i int) int64 {
		if i >= info.Chunks {
			return size.Size()
		}
		return int64(binary.BigEndian.Uint64(offsets[8*i:]))
	}
	for first := 0; first < info.Chunks; first += stretch {
		work <- func() error { return undo(data, at, first, min(first+stretch, info.Chunks), info.ChunkLengthBytes) }
	}
	return nil
}

func undo(data *os.File, at func(int) int64, first, end, chunkBytes int) error {
	stored, out := make([]byte, at(end)-at(first)), make([]byte, chunkBytes)
	if _, err := data.ReadAt(stored, at(first)); err != nil {
		return fmt.Errorf("read %s: %w", data.Name(), err)
	}
	for i := first; i < end; i++ {
		chunk := stored[at(i)-at(first) : at(i+1)-at(first)-4]
		if _, err := lz4.UncompressBlock(chunk[4:], out); err != nil {
			return fmt.Errorf("chunk %d of %s: %w", i, data.Name(), err)
		}
	}
	return nil
}
