package jmx

import "time"

// Limits bound what one answer may cost this process. A zero field means its
// default.
type Limits struct {
	// Bytes of one answer. The names of 200,000 MBeans are 25 MB.
	Bytes int64
	// Values in one answer: objects, strings, array elements, class
	// descriptors. The default fills 80 MB at worst, with empty arrays.
	Values int
	// Depth of nesting. CompositeData needs about 20.
	Depth int
}

const (
	defaultLimitBytes  = 64 << 20
	defaultLimitValues = 1 << 20
	defaultLimitDepth  = 200

	// maxClassHeight bounds superclass chains, which each object walks.
	maxClassHeight = 32
	// maxClassFields is far above any class met (ThreadInfo has 18).
	maxClassFields = 1024
	// maxCauses bounds the causes kept of an exception.
	maxCauses = 8
)

func (l Limits) withDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = defaultLimitBytes
	}
	if l.Values <= 0 {
		l.Values = defaultLimitValues
	}
	if l.Depth <= 0 {
		l.Depth = defaultLimitDepth
	}
	return l
}

const (
	// defaultAnswerTimeout is how long one answer may take beyond the time
	// that the call itself blocks on the node.
	defaultAnswerTimeout = 10 * time.Second
	// defaultInFlightCalls keeps a node from queueing our calls without bound.
	defaultInFlightCalls = 256
	// maxInFlightBytes bounds what is written and not yet answered.
	maxInFlightBytes = 256 << 10
)
