package jmx

import (
	"fmt"
	"time"
)

// Sample is one row of a sampler's answer.
type Sample struct {
	// Table is "keyspace.table", empty in answers of 3.11.
	Table string
	// Value is the partition key in the text form of its type, or the CQL text
	// for LOCAL_READ_TIME.
	Value string
	// RawKey is the key in hexadecimal; 3.11 only.
	RawKey string
	// Count is operations for READS, WRITES and CAS_CONTENTIONS, microseconds
	// for LOCAL_READ_TIME, bytes for WRITE_SIZE, and rows, tombstones or
	// SSTables of single reads for the READ_..._COUNT samplers of 5.0.
	Count int64
	// Error is by how much Count may be too high.
	Error int64
}

// SamplePartitions samples a whole node for d (4.0+). With a keyspace only that
// one is sampled (5.0+). The call blocks for d: use a Sibling. Its answer is
// for SamplesByName.
func SamplePartitions(keyspace string, d time.Duration, capacity, count int, samplers ...string) Call {
	ms := int(d.Milliseconds())
	if keyspace == "" {
		return Invoke(StorageService, OpSamplePartitions, ms, capacity, count, samplers)
	}
	return Invoke(StorageService, OpSamplePartitionsOf, keyspace, ms, capacity, count, samplers)
}

// BeginLocalSampling starts sampling one table for d (4.0+). A sampler that
// runs already is a RemoteError, "Sampling already in progress".
func BeginLocalSampling(keyspace, table, sampler string, capacity int, d time.Duration) Call {
	return Invoke(TableMBean(keyspace, table), OpBeginLocalSampling, sampler, capacity, int(d.Milliseconds()))
}

// BeginLocalSampling3 is the form of 3.11. It does not end by itself: whoever
// begins must send FinishLocalSampling, also when giving up.
func BeginLocalSampling3(keyspace, table, sampler string, capacity int) Call {
	return Invoke(TableMBean(keyspace, table), OpBeginLocalSampling3, sampler, capacity)
}

// FinishLocalSampling ends a sampler of one table; its answer is for Samples.
func FinishLocalSampling(keyspace, table, sampler string, count int) Call {
	return Invoke(TableMBean(keyspace, table), OpFinishLocalSampling, sampler, count)
}

// Samples reads the answer of FinishLocalSampling: a list of rows since 4.0, a
// composite of cardinality and a table of partitions before.
func (r Result) Samples() ([]Sample, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	if c, ok := r.Value.(Composite); ok {
		return samples3(c)
	}
	return samples(r.Value)
}

// SamplesByName reads the answer of SamplePartitions: rows by sampler.
func (r Result) SamplesByName() (map[string][]Sample, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	m, ok := r.Value.(Map)
	if !ok {
		return nil, typeError(r.Value, "a map of samplers")
	}
	out := make(map[string][]Sample, len(m))
	for _, e := range m {
		name, ok := e.Key.(string)
		if !ok {
			return nil, typeError(e.Key, "the name of a sampler")
		}
		rows, err := samples(e.Value)
		if err != nil {
			return nil, fmt.Errorf("sampler %s: %w", name, err)
		}
		out[name] = rows
	}
	return out, nil
}

// samples reads the rows that SamplingManager and ColumnFamilyStore give since 4.0
// (Sampler.SamplerType.SAMPLING_RESULT).
func samples(v any) ([]Sample, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, typeError(v, "a list of samples")
	}
	out := make([]Sample, 0, len(list))
	for _, e := range list {
		c, ok := e.(Composite)
		if !ok {
			return nil, typeError(e, "a sample")
		}
		s, err := sample(c, "value")
		if err != nil {
			return nil, err
		}
		if s.Table, err = c.Text("table"); err != nil {
			return nil, fmt.Errorf("sample: %w", err)
		}
		out = append(out, s)
	}
	return out, nil
}

// samples3 reads SAMPLING_RESULTS of ColumnFamilyStore before 4.0.
func samples3(c Composite) ([]Sample, error) {
	v, _ := c.Get("partitions")
	rows, ok := v.(Table)
	if !ok {
		return nil, typeError(v, "a table of partitions")
	}
	out := make([]Sample, 0, len(rows))
	for _, row := range rows {
		s, err := sample(row, "string")
		if err != nil {
			return nil, err
		}
		if s.RawKey, err = row.Text("raw"); err != nil {
			return nil, fmt.Errorf("sample: %w", err)
		}
		out = append(out, s)
	}
	return out, nil
}

func sample(c Composite, key string) (s Sample, err error) {
	if s.Value, err = c.Text(key); err == nil {
		s.Count, err = c.Int64("count")
	}
	if err == nil {
		s.Error, err = c.Int64("error")
	}
	if err != nil {
		return Sample{}, fmt.Errorf("sample: %w", err)
	}
	return s, nil
}
