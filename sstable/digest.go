package sstable

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strconv"
	"strings"
)

// VerifyDigest reads all of Data.db and compares its CRC-32 with the text in
// Digest.crc32. It covers the file as stored. Without a digest it fails with
// fs.ErrNotExist.
func (t *SSTable) VerifyDigest(ctx context.Context) error {
	digest, err := t.component(DigestCRC32)
	if err != nil {
		return err
	}
	data, err := t.component(DataDB)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.NewSectionReader(digest, 0, min(digest.size, 64)))
	if err != nil {
		return fmt.Errorf("read %s: %w", digest.name, err)
	}
	expected, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		return &CorruptError{File: digest.name, What: "digest", Expected: "a decimal CRC-32", Found: fmt.Sprintf("%q", text)}
	}
	sum := crc32.NewIEEE()
	buf := make([]byte, readAheadBytes)
	for offset := int64(0); offset < data.size; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read %s: %w", data.name, err)
		}
		n := min(int64(len(buf)), data.size-offset)
		if err := data.readFull(buf[:n], offset); err != nil {
			return err
		}
		// A hash never fails to write.
		_, _ = sum.Write(buf[:n])
		offset += n
	}
	if found := sum.Sum32(); found != uint32(expected) {
		return &CorruptError{File: data.name, What: "digest of the file", Expected: fmt.Sprintf("%08x", expected), Found: fmt.Sprintf("%08x", found)}
	}
	return nil
}

// ReadTOC returns the components that TOC.txt lists. Tools leave it out at
// times; the folder is the better source.
func ReadTOC(fsys fs.FS, d Descriptor) ([]Component, error) {
	b, err := readSmall(fsys, d.Path(TOCTXT), maxSmallFileBytes)
	if err != nil {
		return nil, err
	}
	var out []Component
	for line := range strings.Lines(string(b)) {
		if name := strings.TrimSpace(line); name != "" {
			out = append(out, Component(name))
		}
	}
	return out, nil
}
