package scenario

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// The truths of hot-partition: one partition has outgrown the others, another
// one takes most of the reads.
const (
	readingsTable    = "telemetry.readings"
	bigSensor        = "turbine-07"
	hotSensor        = "pump-13"
	readingsBucket   = "2026-11"
	bigRows          = 58_000
	normalSensors    = 200
	normalRows       = 20
	readingBytes     = 1000
	hotReadPercent   = 70
	readingsInsert   = "INSERT INTO telemetry.readings (sensor, bucket, ts, value, payload) VALUES (?, ?, ?, ?, ?)"
	readingsSelect   = "SELECT ts, value FROM telemetry.readings WHERE sensor = ? AND bucket = ? LIMIT 20"
	readingsInterval = 10 * time.Second
)

// monthStart is the first instant of readingsBucket.
func monthStart() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }

func hotPartition() Scenario {
	return Scenario{
		Name:      "hot-partition",
		About:     "telemetry.readings: (turbine-07, 2026-11) holds about 60 MiB, (pump-13, 2026-11) takes 70 % of the reads",
		Keyspaces: []string{"telemetry"},
		Schema: []string{`CREATE TABLE telemetry.readings (
			sensor text, bucket text, ts timestamp, value double, payload text,
			PRIMARY KEY ((sensor, bucket), ts)) WITH CLUSTERING ORDER BY (ts DESC)`},
		Rows:    readingRows,
		Traffic: readingTraffic,
	}
}

// readingRows grows bigSensor last, in time order, as a device that never
// stops reporting would.
func readingRows(p Params) iter.Seq[Op] {
	return func(yield func(Op) bool) {
		r := p.rng(1)
		for i := range normalSensors {
			for j := range normalRows {
				if !yield(reading(r, sensorName(i), j)) {
					return
				}
			}
		}
		for j := range p.count(bigRows) {
			if !yield(reading(r, bigSensor, j)) {
				return
			}
		}
		yield(Op{Kind: Flush, Table: readingsTable})
	}
}

// sensorName gives normal sensors pump-000 .. pump-199, with pump-13 in place
// of pump-013 as the hot one.
func sensorName(i int) string {
	if i == 13 {
		return hotSensor
	}
	return fmt.Sprintf("pump-%03d", i)
}

func reading(r *rand.Rand, sensor string, n int) Op {
	ts := monthStart().Add(time.Duration(n) * readingsInterval)
	return Op{
		Kind: Insert, Table: readingsTable, Key: readingKey(sensor), CQL: readingsInsert,
		Args: []any{sensor, readingsBucket, ts, r.NormFloat64(), text(r, readingBytes)},
	}
}

func readingKey(sensor string) string { return sensor + ":" + readingsBucket }

// readingTraffic keeps the two truths apart: the big partition is written most,
// the hot one is read most and small.
func readingTraffic(_ context.Context, p Params, _ Asker) ([]Stream, error) {
	grown := p.count(bigRows)
	return []Stream{
		{Weight: 80, Next: func(r *rand.Rand) Op {
			s := sensorName(r.IntN(normalSensors))
			switch {
			case chance(r, hotReadPercent):
				s = hotSensor
			case chance(r, 10):
				s = bigSensor
			}
			return Op{
				Kind: Read, Table: readingsTable, Key: readingKey(s),
				CQL: readingsSelect, Args: []any{s, readingsBucket},
			}
		}},
		{Weight: 20, Next: func(r *rand.Rand) Op {
			if chance(r, 50) {
				grown++
				return reading(r, bigSensor, grown)
			}
			return reading(r, sensorName(r.IntN(normalSensors)), normalRows+r.IntN(1000))
		}},
	}, nil
}
