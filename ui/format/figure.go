package format

import "github.com/partop/partop/internal/cluster"

// Figure writes a figure for a cell: its sign and its value in the way of its unit, "-" when nothing happened that
// could be measured, "?" when it is not known.
func Figure(f *cluster.Figure) string {
	switch {
	case f.Idle:
		return "-"
	case !f.Known:
		return "?"
	case f.Unit == cluster.UnitMicros && f.Value <= 0:
		return "<1ms" // the virtual tables print milliseconds from 4.1 on: 0 is what rounding left of less than one
	case f.Exactness == cluster.AtLeast && f.Unit == cluster.UnitCount:
		return f.Exactness.Sign() + Short(f.Value) // columns of counts are five wide: the sign must not push a digit out
	case f.Exactness == cluster.AtLeast:
		return f.Exactness.Sign() + Value(f.Unit, f.Value) // zero of some nodes is not zero of all
	case f.Value <= 0, f.Unit == cluster.UnitShare && f.Value < 0.005:
		return Value(f.Unit, f.Value)
	case f.Unit == cluster.UnitBytes && f.Exactness == cluster.AtMost && f.Value >= roundedAway:
		return Size(f.Value)
	case f.Unit == cluster.UnitCount && f.Exactness == cluster.Estimate:
		return f.Exactness.Sign() + Short(f.Value)
	}
	return f.Exactness.Sign() + Value(f.Unit, f.Value)
}

// Bound writes a figure as Figure does, and keeps the sign where rounding to whole MiB is not all that stands behind
// it: a bucket's border can be a fifth above the truth.
func Bound(f *cluster.Figure) string {
	if f.Known && !f.Idle && f.Value > 0 && f.Unit == cluster.UnitBytes {
		return f.Exactness.Sign() + Size(f.Value)
	}
	return Figure(f)
}

// roundedAway is the size from which rounding up to whole MiB is less than the figures shown can tell.
const roundedAway = 100 << 20

// Value writes a number in the way of its unit.
// It takes a bare number for scales of charts and for evidence, where no figure with a sign is at hand.
func Value(unit cluster.Unit, v float64) string {
	switch unit {
	case cluster.UnitBytes:
		return Size(v)
	case cluster.UnitMicros:
		return Micros(v)
	case cluster.UnitPerSecond:
		return Rate(v)
	case cluster.UnitShare:
		return Share(v)
	case cluster.UnitTimes:
		return Times(v)
	case cluster.UnitCount:
		return Count(v)
	}
	return Count(v)
}
