package jmx

import (
	"fmt"
	"strings"
)

// forbidden refuses attributes whose reading resets them for every other
// reader on the node:
//   - RecentValues of histograms and timers gives the difference since anybody
//     last read it (CassandraMetricsRegistry.JmxHistogram, JmxTimer; 4.0+);
//   - the metrics RecentBloomFilterFalsePositives and RecentBloomFilterFalseRatio
//     are kept by BloomFilterTracker with getAndSet (all versions).
//
// Versions before 3.0 named such attributes Recent... throughout, and no
// attribute of that name is worth reading, so the rule is the prefix.
func forbidden(mbean ObjectName, attributes ...string) error {
	for _, a := range attributes {
		if recent(a) {
			return fmt.Errorf("attribute %q of %s is reset by reading: %w", a, mbean, ErrForbidden)
		}
	}
	for _, value := range mbean.properties {
		if recent(strings.TrimLeft(value, `" `)) {
			return fmt.Errorf("metric %s is reset by reading: %w", mbean, ErrForbidden)
		}
	}
	return nil
}

func recent(name string) bool { return strings.HasPrefix(name, "Recent") }
