package sstable

import (
	"bytes"
	"cmp"
	"crypto/md5" //nolint:gosec // RandomPartitioner's token, not a secret
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
)

// decorated is a partition key with its place in the ring (db.DecoratedKey).
// hi and lo are the token as an unsigned number, zero for partitioners that
// order by the key itself.
type decorated struct {
	hi, lo uint64
	key    []byte
}

// keyOrder is the order of the partitions in the SSTables of a table.
type keyOrder struct {
	token func(key []byte) (hi, lo uint64)
	// murmur tells that tokens are Murmur3's, in hi alone.
	murmur bool
	// local is the type that a LocalPartitioner orders by, or nil.
	local *cqltype.Type
}

// newKeyOrder knows the partitioners by the class name in Statistics.db.
func newKeyOrder(s *Statistics) (keyOrder, error) {
	none := func([]byte) (hi, lo uint64) { return 0, 0 }
	name := s.Validation.Partitioner
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "Murmur3Partitioner":
		return keyOrder{token: murmurToken, murmur: true}, nil
	case "RandomPartitioner":
		return keyOrder{token: randomToken}, nil
	case "ByteOrderedPartitioner", "OrderPreservingPartitioner":
		return keyOrder{token: none}, nil
	case "LocalPartitioner":
		if s.Header != nil && s.Header.KeyType.Type.Kind != cqltype.Invalid {
			return keyOrder{token: none, local: &s.Header.KeyType.Type}, nil
		}
	}
	return keyOrder{}, fmt.Errorf("partitioner %q: %w", name, ErrUnsupported)
}

func murmurToken(key []byte) (hi, lo uint64) { return uint64(cqltype.Token(key)) ^ 1<<63, 0 }

// randomToken is the absolute value of the MD5 hash as a signed number
// (FBUtilities.hashToBigInteger).
func randomToken(key []byte) (hi, lo uint64) {
	sum := md5.Sum(key) //nolint:gosec // see the import
	hi, lo = binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])
	if hi>>63 == 0 {
		return hi, lo
	}
	lo, borrow := bits.Sub64(0, lo, 0)
	hi, _ = bits.Sub64(0, hi, borrow)
	return hi, lo
}

// decorate keeps the key, it does not copy it.
func (o keyOrder) decorate(key []byte) decorated {
	hi, lo := o.token(key)
	return decorated{hi, lo, key}
}

func (o keyOrder) compare(a, b decorated) int {
	if c := cmp.Or(cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo)); c != 0 {
		return c
	}
	if o.local != nil {
		return cmp.Or(cqltype.Compare(*o.local, a.key, b.key), bytes.Compare(a.key, b.key))
	}
	return bytes.Compare(a.key, b.key)
}
