// Package buckets reads Cassandra's bucketed histograms (EstimatedHistogram,
// DecayingEstimatedHistogramReservoir) without pretending they are exact: every
// answer is a range that holds the truth.
//
// A node reports counts per bucket whose borders grow by 20 %; a value is known
// only as "above this border, not above the next". The last bucket holds all
// that is larger than the last border. Counts are cumulative since the node
// started, so the difference of two reads is the exact histogram of the time
// between them.
//
// The package imports the standard library only, does no I/O and never panics
// on counts or JSON from outside. A Histogram is immutable and small (some 16
// bytes a filled bucket); Merge, Sub and Rebin return new ones.
package buckets
