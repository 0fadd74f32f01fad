package cluster

import (
	"time"

	"github.com/partop/partop/cassandra/buckets"
)

// MergedHistogram is a kind of histogram over the nodes under a lens.
type MergedHistogram struct {
	Now, Life buckets.Histogram // of the last half minute to minute; since the nodes started
	Nodes, Of int               // that went in, and under the lens
	Since     time.Time         // the oldest base of Now; zero before there is one
	At        time.Time         // of the oldest Reading
	Source    Source
	Missing   Unknown // why there is none
}

// Histogram merges a kind over the nodes under a lens. Nodes of versions with other buckets stay out rather than being
// forced into them; Nodes says so.
func (s *Snapshot) Histogram(k Kind, id TableID, l Lens) MergedHistogram {
	out := MergedHistogram{Of: len(s.All(l)), Missing: Unknown{"CQL tells no histogram", "JMX on the node"}}
	for _, n := range s.Under(l) {
		c := n.Tables[id].Cell(k)
		life, ok := c.Life()
		if !ok {
			if u := n.Cell(NodeJMX).Last.Unknown; u != nil {
				out.Missing = *u
			}
			continue
		}
		sum, err := buckets.Merge(out.Life, life)
		if err != nil {
			out.Missing = Unknown{"nodes of different versions keep different buckets", "n shows one node"}
			continue
		}
		out.Life = sum
		out.Nodes++
		out.At, out.Source = earlier(out.At, c.Last.To), c.Last.Source
		if now, ok := c.Interval(); ok {
			if sum, err := buckets.Merge(out.Now, now); err == nil {
				out.Now, out.Since = sum, earlier(out.Since, c.Base.To)
			}
		}
	}
	return out
}
