package sstable

// clusteringBuffer holds the clustering of one unfiltered, to be used again.
type clusteringBuffer struct {
	bytes  []byte
	ends   []int // into bytes; -1 for null
	values [][]byte
}

// readClustering reads or skips n values, in groups of 32 behind a vint with two
// bits a value: empty, null (ClusteringPrefix.Serializer).
func (s *Scanner) readClustering(n int) {
	if s.options.Clusterings {
		s.keepClustering(n)
		return
	}
	var head uint64
	for i, fixed := range s.layout.clustering[:n] {
		if i%32 == 0 {
			head = s.w.uvint("clustering header")
		}
		if head&3 == 0 {
			s.w.skip(s.valueLength(fixed), "clustering value")
		}
		head >>= 2
	}
}

func (s *Scanner) valueLength(fixed int) uint64 {
	if fixed >= 0 {
		return uint64(fixed)
	}
	return s.w.uvint("clustering value length")
}

func (s *Scanner) keepClustering(n int) {
	c := &s.clustering
	c.bytes, c.ends, c.values = c.bytes[:0], c.ends[:0], c.values[:0]
	var head uint64
	for i, fixed := range s.layout.clustering[:n] {
		if i%32 == 0 {
			head = s.w.uvint("clustering header")
		}
		switch {
		case head&2 != 0:
			c.ends = append(c.ends, -1)
		case head&1 != 0:
			c.ends = append(c.ends, len(c.bytes))
		default:
			c.bytes = append(c.bytes, s.clusteringValue(fixed)...)
			c.ends = append(c.ends, len(c.bytes))
		}
		head >>= 2
	}
	start := 0
	for _, end := range c.ends {
		if end < 0 {
			c.values = append(c.values, nil)
			continue
		}
		c.values = append(c.values, c.bytes[start:end:end])
		start = end
	}
	s.u.Clustering = c.values
}

// clusteringValue refuses what no writer writes: clustering values carry a
// 16-bit length everywhere else.
func (s *Scanner) clusteringValue(fixed int) []byte {
	n := s.valueLength(fixed)
	if n > maxKeyBytes {
		s.w.corrupt("clustering value length", "at most 65535", "more")
		return nil
	}
	return s.w.take(int(n), "clustering value")
}
