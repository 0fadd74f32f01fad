package sstable

import "math"

// drops counts what has a local deletion time in a merged partition.
type drops struct {
	options              ExactOptions
	now, later           int64
	next, last           int64 // local deletion times
	minTTL, maxTTL       int32
	lastExpiry, gcBefore int64
}

func newDrops(o ExactOptions) drops {
	return drops{options: o, next: math.MaxInt64, gcBefore: o.NowSeconds - o.GCGraceSeconds, minTTL: math.MaxInt32}
}

func (d *drops) deletion(t DeletionTime) {
	if !t.IsLive() {
		d.ended(t.LocalDeletionTime)
	}
}

func (d *drops) ended(local int64) {
	if local < d.gcBefore {
		d.now++
		return
	}
	d.later++
	d.next, d.last = min(d.next, local), max(d.last, local)
}

// expiring is what has a TTL, expired or not.
func (d *drops) expiring(local int64, ttl int32) {
	if local <= d.options.NowSeconds {
		d.ended(local)
		return
	}
	d.minTTL, d.maxTTL, d.lastExpiry = min(d.minTTL, ttl), max(d.maxTTL, ttl), max(d.lastExpiry, local)
}

func (d *drops) row(r *mergedRow) {
	if l := r.liveness; l.TTLSeconds != 0 {
		d.expiring(l.LocalExpirationTime, l.TTLSeconds)
	}
	d.deletion(r.deletion)
	for i := range r.columns {
		d.deletion(r.columns[i].deletion)
		for _, c := range r.columns[i].cells {
			switch {
			case c.ttl != 0:
				d.expiring(c.local, c.ttl)
			case c.local != NoDeletionTime:
				d.ended(c.local)
			}
		}
	}
}

func (d *drops) fill(p *ExactPartition, o ExactOptions) {
	p.DroppableNow, p.DroppableLater = d.now, d.later
	if d.later > 0 {
		p.NextDropSeconds, p.LastDropSeconds = d.next+o.GCGraceSeconds, d.last+o.GCGraceSeconds
	}
	if d.maxTTL > 0 {
		p.MinTTLSeconds, p.MaxTTLSeconds, p.LastExpirySeconds = d.minTTL, d.maxTTL, d.lastExpiry
	}
}
