package sstable

import (
	"fmt"
	"hash/crc32"
	"io/fs"
)

// Statistics is all of Statistics.db (io.sstable.metadata.MetadataSerializer).
type Statistics struct {
	Validation Validation
	Stats      Stats
	// Cardinality is nil in a file without a sketch that can be read; nothing
	// else depends on it.
	Cardinality *Sketch
	// Header is nil in a file without that component, which no version from
	// 3.0 on writes; Data.db cannot be read without it.
	Header *Header
}

// Validation is the first component, ValidationMetadata.
type Validation struct {
	// Partitioner is the full class name.
	Partitioner string
	// BloomFilterFPChance is the table's setting when the file was written.
	BloomFilterFPChance float64
}

// metadataType numbers the components (MetadataType).
type metadataType int32

const (
	validationType metadataType = iota
	compactionType
	statsType
	headerType
	metadataTypes
)

// OpenStatistics reads the Statistics.db of an SSTable. Nothing else of it need
// be there.
func OpenStatistics(fsys fs.FS, d Descriptor) (*Statistics, error) {
	name := d.Path(StatisticsDB)
	b, err := readSmall(fsys, name, maxStatisticsBytes)
	if err != nil {
		return nil, err
	}
	return ParseStatistics(d.Version, name, b)
}

// ParseStatistics reads a whole Statistics.db; file names it in errors.
//
//	i32 n | [crc] | n x (i32 type, i32 offset) | [crc] | n x (bytes | [crc])
//
// The checksums exist since na; the second covers the first four bytes too. A
// component may be longer than its fields: writers reserve room.
func ParseStatistics(v Version, file string, b []byte) (*Statistics, error) {
	toc, err := metadataTOC(v, file, b)
	if err != nil {
		return nil, v.blame(err)
	}
	s := &Statistics{}
	for t, at := range toc {
		if at == (span{}) {
			continue
		}
		d := &decoder{b: b[at.start:at.end], file: file, base: int64(at.start)}
		switch metadataType(t) {
		case validationType:
			s.Validation = Validation{d.utf("partitioner"), d.f64("bloom filter chance")}
		case statsType:
			s.Stats = d.stats(v)
		case headerType:
			s.Header = d.header()
		case compactionType:
			s.Cardinality = d.sketch()
		case metadataTypes:
		}
		if d.err != nil {
			return nil, v.blame(earlyNA(v, d.err))
		}
	}
	if toc[statsType] == (span{}) {
		return nil, v.blame(&CorruptError{File: file, What: "component STATS", Expected: "present", Found: "absent"})
	}
	return s, nil
}

// earlyNA: pre-releases of 4.0 wrote na files that lack fields; Cassandra
// cannot read those either.
func earlyNA(v Version, err error) error {
	if v.Name != "na" {
		return err
	}
	return fmt.Errorf("na file of a 4.0 pre-release: %w: %w", ErrUnsupported, err)
}

// span is a component without its checksum.
type span struct{ start, end int }

// metadataTOC finds the components and checks the checksums.
func metadataTOC(v Version, file string, b []byte) (toc [metadataTypes]span, err error) {
	d := &decoder{b: b, file: file}
	n := d.count(8, "number of components")
	d.checksum(v, 0)
	types, starts := make([]int32, n), make([]int, n+1)
	for i := range n {
		types[i], starts[i] = d.i32("component type"), int(d.i32("component offset"))
	}
	d.tocChecksum(v)
	starts[n] = len(b)
	for i := range n {
		end, trailer := starts[i+1], 0
		if v.has(metadataChecksums) {
			trailer = crcBytes
		}
		if d.err == nil && (starts[i] < d.pos || end > len(b) || end-trailer < starts[i]) {
			d.fail("component offset", fmt.Sprintf("%d to %d", d.pos, len(b)), fmt.Sprintf("%d to %d", starts[i], end))
		}
		if d.err != nil {
			return toc, d.err
		}
		// Types this package does not know are no error: later versions may add some.
		if t := types[i]; t >= 0 && t < int32(metadataTypes) {
			toc[t] = span{starts[i], end - trailer}
		}
		c := &decoder{b: b, pos: end - trailer, file: file}
		if c.checksum(v, starts[i]); c.err != nil {
			return toc, c.err
		}
	}
	return toc, d.err
}

// checksum reads a CRC-32 and compares it with that of the bytes from start to
// here.
func (d *decoder) checksum(v Version, start int) {
	if !v.has(metadataChecksums) || d.err != nil {
		return
	}
	at := d.pos
	expected := d.u32("checksum")
	if d.err == nil {
		d.err = checkCRC(d.file, "metadata up to byte", int64(at), int64(start), d.b[start:at], expected)
	}
}

// tocChecksum is over the count and the entries, but not over the checksum
// between them.
func (d *decoder) tocChecksum(v Version) {
	if !v.has(metadataChecksums) || d.err != nil {
		return
	}
	found := crc32.Update(crc32.ChecksumIEEE(d.b[:4]), crc32.IEEETable, d.b[8:d.pos])
	if expected := d.u32("checksum"); d.err == nil && expected != found {
		d.fail("checksum of table of contents", fmt.Sprintf("%08x", expected), fmt.Sprintf("%08x", found))
	}
}
