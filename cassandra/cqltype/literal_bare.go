package cqltype

import (
	"fmt"
	"strconv"
	"time"
)

// bareText writes the scalars that need no thought; nil, an empty value, gives
// no text, which no parser takes for a value.
func bareText(v Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float32:
		return formatFloat(float64(v), 32)
	case float64:
		return formatFloat(v, 64)
	case time.Duration:
		return quoteText(formatTime(v))
	case fmt.Stringer:
		return v.String()
	default:
		return ""
	}
}
