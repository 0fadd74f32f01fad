package cqltype

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
)

const nanosPerDay = int64(24 * time.Hour)

// parseTemporalNumber reads the integers CQL takes for times: milliseconds,
// days with 1970-01-01 at 2^31, nanoseconds since midnight.
func parseTemporalNumber(k Kind, s string) ([]byte, error) {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil, err
	}
	switch {
	case k == Date && (v < 0 || v > math.MaxUint32):
		return nil, syntax("day beyond 32 bits")
	case k == Date:
		return binary.BigEndian.AppendUint32(nil, uint32(v)), nil
	case k == Time && (v < 0 || v >= nanosPerDay):
		return nil, syntax("beyond a day")
	default:
		return binary.BigEndian.AppendUint64(nil, uint64(v)), nil
	}
}

// parseTemporal reads the quoted forms; legacy timestamps read like new ones.
func parseTemporal(k Kind, s string) ([]byte, error) {
	switch k {
	case Date:
		return parseDate(s)
	case Time:
		return parseTimeOfDay(s)
	default:
		return parseTimestamp(s)
	}
}

// parseDate takes a calendar day or, in quotes too, the raw day number
// (SimpleDateSerializer.dateStringToDays).
func parseDate(s string) ([]byte, error) {
	if t, err := time.Parse("2006-01-02", s); err == nil {
		return binary.BigEndian.AppendUint32(nil, uint32(t.Unix()/86400+1<<31)), nil
	}
	return parseTemporalNumber(Date, s)
}

// parseTimeOfDay reads hh:mm:ss[.f] with up to 9 decimals (TimeSerializer).
//
// A leap second, 23:59:60, is refused by both Go and Cassandra: neither a time
// nor a timestamp can hold one.
func parseTimeOfDay(s string) ([]byte, error) {
	_, decimals, _ := strings.Cut(s, ".")
	t, err := time.Parse("15:04:05", s)
	if err != nil || len(decimals) > 9 || strings.Contains(s, ",") {
		return parseTemporalNumber(Time, s)
	}
	day := t.Truncate(24 * time.Hour)
	return binary.BigEndian.AppendUint64(nil, uint64(t.Sub(day))), nil
}

// Layouts of TimestampSerializer; 'T' may be a blank, the fraction is optional
// in Go's parser, and a missing zone means UTC here.
var (
	timestampLayouts = [...]string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}
	zoneLayouts      = [...]string{"Z0700", "Z07:00", "Z07", " Z0700", ""}
)

// parseTimestamp refuses a fraction below milliseconds rather than cut it: the
// key that was meant would not be the key that is found.
func parseTimestamp(s string) ([]byte, error) {
	// Go reads a decimal comma too, none of Cassandra's patterns has one.
	if strings.Contains(s, ",") {
		return nil, syntax("not a timestamp")
	}
	iso := s
	if len(s) > 10 && s[10] == ' ' {
		iso = s[:10] + "T" + s[11:]
	}
	for _, layout := range timestampLayouts {
		for _, zone := range zoneLayouts {
			t, err := time.Parse(layout+zone, iso)
			if err != nil {
				continue
			}
			if t.Nanosecond()%int(time.Millisecond) != 0 {
				return nil, syntax("a timestamp has milliseconds")
			}
			return binary.BigEndian.AppendUint64(nil, uint64(t.UnixMilli())), nil
		}
	}
	return parseTemporalNumber(Timestamp, s)
}
