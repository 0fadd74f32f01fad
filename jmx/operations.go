package jmx

import "strings"

// OperationID names one of the operations that can be invoked at all.
type OperationID int

// The operations. There is no way to invoke another one.
const (
	OpNone OperationID = iota
	OpValues
	OpSamplePartitions
	OpSamplePartitionsOf
	OpBeginLocalSampling
	OpBeginLocalSampling3
	OpFinishLocalSampling
	OpGetSSTablesForKey
	OpGetSSTablesForHexKey
	OpGetSSTablesForKeyWithLevel
	OpGetNaturalEndpoints
	OpGetNaturalEndpointsWithPort
	OpEstimateKeys
	OpSampleKeyRange
)

// Cost is what an operation costs the node.
type Cost string

// Free operations read memory. Light ones are bounded in work and time, and an
// operator asks for them; a sampler of more than 30 s is for the caller to
// confirm.
const (
	Free  Cost = "free"
	Light Cost = "light"
)

// Operation is a row of the list of what can be invoked.
type Operation struct {
	ID OperationID
	// MBean is a pattern of names: a star stands for one value, a last
	// element of a star for more properties.
	MBean ObjectName
	// Name and the types of Params are the Java signature.
	Name   string
	Params []Param
	// Versions of Cassandra that have it with this signature.
	Versions string
	Why      string
	Cost     Cost
}

// Param is a parameter and the bounds of what may be passed.
type Param struct {
	Name string
	// Type is the Java type: java.lang.String, int, boolean, java.util.List.
	Type string
	// Max is the largest int (from 1 on) or the longest list.
	Max int
	// Nullable parameters may be nil.
	Nullable bool
}

const (
	typeText = "java.lang.String"
	typeInt  = "int"
	typeBool = "boolean"
	typeList = "java.util.List"

	patternTable   ObjectName = "org.apache.cassandra.db:type=Tables,keyspace=*,table=*"
	patternMetrics ObjectName = "org.apache.cassandra.metrics:type=*,*"

	// maxSamplingMillis: a sampler costs the node a counter update an
	// operation and keeps other operators' samplers off.
	maxSamplingMillis = 60_000
	// maxSamplingKeys bounds the summary kept for each table and sampler.
	maxSamplingKeys = 4096
	// maxSamplers: 5.0 has eight (Sampler.SamplerType).
	maxSamplers = 8
)

// Operations returns all that Invoke can send, in a copy. Signatures are those
// of StorageServiceMBean, ColumnFamilyStoreMBean and CassandraMetricsRegistry.
func Operations() []Operation {
	return []Operation{
		{OpValues, patternMetrics, "values", nil, "3.11+",
			"all buckets of a histogram or timer", Free},
		{OpSamplePartitions, StorageService, "samplePartitions", samplerParams(), "4.0+",
			"keys most read, written, slowest over the whole node; blocks for the duration", Light},
		{OpSamplePartitionsOf, StorageService, "samplePartitions",
			append([]Param{{Name: "keyspace", Type: typeText, Nullable: true}}, samplerParams()...), "5.0+",
			"the same within a keyspace; blocks for the duration", Light},
		{OpBeginLocalSampling, patternTable, "beginLocalSampling",
			[]Param{text("sampler"), capacityParam(), durationParam()}, "4.0+",
			"start sampling a table; ends by itself after the duration", Light},
		{OpBeginLocalSampling3, patternTable, "beginLocalSampling",
			[]Param{text("sampler"), capacityParam()}, "3.11",
			"start sampling a table; goes on until finishLocalSampling", Light},
		{OpFinishLocalSampling, patternTable, "finishLocalSampling",
			[]Param{text("sampler"), {Name: "count", Type: typeInt, Max: maxSamplingKeys}}, "3.11+",
			"stop sampling a table and get its top keys", Light},
		{OpGetSSTablesForKey, patternTable, "getSSTablesForKey",
			[]Param{text("key")}, "3.11+", "data files that hold a partition", Light},
		{OpGetSSTablesForHexKey, patternTable, "getSSTablesForKey",
			[]Param{text("key"), {Name: "hexFormat", Type: typeBool}}, "3.11+",
			"the same, key in hexadecimal", Light},
		{OpGetSSTablesForKeyWithLevel, patternTable, "getSSTablesForKeyWithLevel",
			[]Param{text("key"), {Name: "hexFormat", Type: typeBool}}, "5.0+",
			"the same by level, leveled compaction only", Light},
		{OpGetNaturalEndpoints, StorageService, "getNaturalEndpoints", endpointParams(), "3.11+",
			"replicas of a partition", Free},
		{OpGetNaturalEndpointsWithPort, StorageService, "getNaturalEndpointsWithPort", endpointParams(), "4.0+",
			"replicas of a partition with ports", Free},
		{OpEstimateKeys, patternTable, "estimateKeys", nil, "3.11+",
			"number of partitions, estimated", Light},
		{OpSampleKeyRange, StorageService, "sampleKeyRange", nil, "3.11+",
			"tokens of the index summaries", Light},
	}
}

func text(name string) Param { return Param{Name: name, Type: typeText} }

func capacityParam() Param { return Param{Name: "capacity", Type: typeInt, Max: maxSamplingKeys} }

func durationParam() Param {
	return Param{Name: "durationMillis", Type: typeInt, Max: maxSamplingMillis}
}

func samplerParams() []Param {
	return []Param{
		durationParam(),
		capacityParam(),
		{Name: "count", Type: typeInt, Max: maxSamplingKeys},
		{Name: "samplers", Type: typeList, Max: maxSamplers},
	}
}

func endpointParams() []Param { return []Param{text("keyspace"), text("table"), text("key")} }

// String is the operation as Java would declare it.
func (o Operation) String() string {
	params := make([]string, len(o.Params))
	for i, p := range o.Params {
		params[i] = p.Type + " " + p.Name
	}
	return string(o.MBean) + " " + o.Name + "(" + strings.Join(params, ", ") + ")"
}

// Signature lists the Java types of the parameters, as invoke sends them.
func (o Operation) Signature() []string {
	types := make([]string, len(o.Params))
	for i, p := range o.Params {
		types[i] = p.Type
	}
	return types
}
