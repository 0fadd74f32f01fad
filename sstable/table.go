package sstable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/partop/partop/cassandra/cqltype"
)

// Options change how an SSTable is read. The zero Options check everything.
type Options struct {
	// SkipChecksums leaves the checksums of Data.db unread. Lengths are
	// checked all the same.
	SkipChecksums bool
	// ReadAheadBytes is how much of Data.db a scan fetches at once, 0 for
	// 256 KiB. Less saves memory when many tables are read together.
	ReadAheadBytes int
}

func (o Options) readAhead() int {
	if o.ReadAheadBytes <= 0 {
		return readAheadBytes
	}
	return o.ReadAheadBytes
}

// SSTable is an open SSTable. Its methods may be called by several goroutines;
// each scan belongs to one.
type SSTable struct {
	Descriptor
	// Statistics is what Statistics.db says.
	Statistics *Statistics
	// Compression is nil for an uncompressed table.
	Compression *CompressionInfo

	options Options
	files   map[Component]*file
	// shared is the memory of the merge that the table is open for, or nil.
	shared *memory
}

// opened are the components that Open opens, those first that a compaction
// deletes last. Missing ones are an error only when they are needed.
var opened = []Component{StatisticsDB, CompressionInfoDB, CRCDB, DigestCRC32, IndexDB, SummaryDB, PartitionsDB, RowsDB, DataDB}

// Open opens an SSTable: its files first, then it reads Statistics.db and the
// head of CompressionInfo.db. Files that a compaction deletes later stay
// readable.
//
// It fails with fs.ErrNotExist when the SSTable is gone, with ErrIncomplete when
// it is still being written, and as ParseStatistics and ParseCompressionInfo do.
func Open(fsys fs.FS, d Descriptor, options Options) (*SSTable, error) {
	return openComponents(fsys, d, options, opened)
}

// openComponents opens some of the components only, to hold fewer files.
func openComponents(fsys fs.FS, d Descriptor, options Options, components []Component) (t *SSTable, err error) {
	t = &SSTable{Descriptor: d, options: options, files: make(map[Component]*file)}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
			t = nil
		}
	}()
	if err = t.openMore(fsys, components...); err != nil {
		return t, err
	}
	if t.files[DataDB] == nil {
		return t, fmt.Errorf("open %s: %w", d.Path(DataDB), fs.ErrNotExist)
	}
	if t.files[StatisticsDB] == nil {
		return t, fmt.Errorf("open %s: no Statistics.db: %w", d, ErrIncomplete)
	}
	if err = t.readStatistics(); err != nil {
		return t, err
	}
	if t.files[CompressionInfoDB] == nil {
		return t, uncompressed(fsys, d)
	}
	return t, t.readCompression()
}

// openMore opens components that are there and not open yet.
func (t *SSTable) openMore(fsys fs.FS, components ...Component) error {
	for _, c := range components {
		if t.files[c] != nil {
			continue
		}
		f, err := openFile(fsys, t.Path(c))
		switch {
		case err == nil:
			t.files[c] = f
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// uncompressed tells a table without compression from one that has lost its
// CompressionInfo.db, whose data would look like damage. TOC.txt knows, if there
// is one.
func uncompressed(fsys fs.FS, d Descriptor) error {
	toc, err := ReadTOC(fsys, d)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if slices.Contains(toc, CompressionInfoDB) {
		return fmt.Errorf("open %s: no CompressionInfo.db: %w", d, ErrIncomplete)
	}
	return nil
}

func (t *SSTable) readStatistics() error {
	f := t.files[StatisticsDB]
	if f.size > maxStatisticsBytes {
		return &CorruptError{File: f.name, What: "file length", Expected: fmt.Sprintf("at most %d", maxStatisticsBytes), Found: fmt.Sprint(f.size)}
	}
	b := make([]byte, f.size)
	err := f.readFull(b, 0)
	if err == nil {
		t.Statistics, err = ParseStatistics(t.Version, f.name, b)
	}
	return err
}

// readCompression reads enough of CompressionInfo.db for any head.
func (t *SSTable) readCompression() error {
	f := t.files[CompressionInfoDB]
	b := make([]byte, min(f.size, readAheadBytes))
	err := f.readFull(b, 0)
	if err == nil {
		t.Compression, err = ParseCompressionInfo(t.Version, f.name, b)
	}
	return err
}

// Close closes all files.
func (t *SSTable) Close() error {
	var errs []error
	for _, f := range t.files {
		errs = append(errs, f.Close())
	}
	t.files = nil
	return errors.Join(errs...)
}

// forgetStatistics gives up what no scan that has begun needs.
func (t *SSTable) forgetStatistics() error {
	f := t.files[StatisticsDB]
	delete(t.files, StatisticsDB)
	t.Statistics = nil
	return f.Close()
}

func (t *SSTable) component(c Component) (*file, error) {
	if f := t.files[c]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("%s: %w", t.Path(c), fs.ErrNotExist)
}

// DataLengthBytes is the length of the uncompressed data.
func (t *SSTable) DataLengthBytes() int64 {
	if t.Compression != nil {
		return t.Compression.DataLengthBytes
	}
	return t.OnDiskBytes()
}

// OnDiskBytes is the length of Data.db.
func (t *SSTable) OnDiskBytes() int64 {
	if f := t.files[DataDB]; f != nil {
		return f.size
	}
	return 0
}

// dataSource returns a reader of the uncompressed data for one scan.
func (t *SSTable) dataSource() (blockSource, error) {
	f, err := t.component(DataDB)
	if err != nil {
		return nil, err
	}
	if t.Compression == nil {
		src := newPlainSource(f)
		src.raw.maxAhead, src.raw.shared = t.options.readAhead(), t.shared
		if crc := t.files[CRCDB]; crc != nil && !t.options.SkipChecksums {
			return src, src.withCRC(crc)
		}
		return src, nil
	}
	codec, err := t.codec()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Path(CompressionInfoDB), err)
	}
	return &chunkSource{
		index: chunkIndex{
			info: t.Compression, dataSize: f.size,
			offsets: rawReader{file: t.files[CompressionInfoDB], maxAhead: offsetsAheadBytes, shared: t.shared},
		},
		raw:    rawReader{file: f, maxAhead: t.options.readAhead(), shared: t.shared},
		codec:  codec,
		verify: !t.options.SkipChecksums,
	}, nil
}

// codec returns the decompressor, with the dictionary that newer files bring.
func (t *SSTable) codec() (codec, error) {
	if t.Compression.Compressor != "ZstdDictionaryCompressor" || !t.Version.has(compressionDictionary) {
		if t.shared != nil {
			return t.shared.codec(t.Compression.Compressor)
		}
		return newCodec(t.Compression.Compressor)
	}
	dictionary, err := readDictionary(t.Compression, t.files[CompressionInfoDB])
	if err != nil {
		return nil, err
	}
	return newZstdCodec(dictionary)
}

// KeyAt reads the partition key at a position that an index gave.
func (t *SSTable) KeyAt(ctx context.Context, position int64) ([]byte, error) {
	src, err := t.dataSource()
	if err != nil {
		return nil, err
	}
	if position < 0 || position >= src.length() {
		return nil, fmt.Errorf("%s: position %d outside the data: %w", t.Path(DataDB), position, ErrCorrupt)
	}
	w := window{ctx: ctx, src: src}
	w.seek(position)
	key := append([]byte(nil), w.take(w.u16("key length"), "key")...)
	return key, t.Version.blame(w.err)
}

// KeyText returns a key as sstablepartitions prints it.
func (t *SSTable) KeyText(key []byte) (string, error) {
	if t.Statistics.Header == nil {
		return "", fmt.Errorf("%s: no header: %w", t.Path(StatisticsDB), ErrCorrupt)
	}
	return cqltype.KeyText(t.Statistics.Header.KeyColumns(), key)
}
