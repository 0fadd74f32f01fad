package cqltype

import "strings"

// Kind is the family of a type; Type adds its parameters.
type Kind uint8

// The kinds, scalars first. The zero Kind is not a type.
const (
	Invalid Kind = iota
	Ascii
	BigInt
	Blob
	Boolean
	Counter
	Date
	Decimal
	Double
	Duration
	Empty
	Float
	Inet
	Int
	SmallInt
	Text
	Time
	Timestamp
	TimeUUID
	TinyInt
	UUID
	Varint
	// LegacyTimestamp is DateType: a timestamp ordered as unsigned bytes,
	// which put times before 1970 last (replaced by TimestampType).
	LegacyTimestamp
	// LexicalUUID orders UUIDs as two signed longs (LexicalUUIDType).
	LexicalUUID
	List
	Set
	Map
	Tuple
	UDT
	Vector
	// Composite is CompositeType: composite partition keys and COMPACT STORAGE names.
	Composite
	// DynamicComposite is DynamicCompositeType: each component names its type.
	DynamicComposite
	// PartitionerOrder is PartitionerDefinedOrder: the base table's key inside
	// a secondary index, ordered by token.
	PartitionerOrder
	// Custom is any other class: treated as a blob.
	Custom
	kindCount
)

const marshalPackage = "org.apache.cassandra.db.marshal."

// kindInfo holds what differs between kinds. fixed is
// AbstractType.valueLengthIfFixed in bytes, -1 for a variable length; note that
// ShortType, ByteType, SimpleDateType and TimeType are variable on disk.
type kindInfo struct {
	cql, java string
	fixed     int
}

var kinds = [kindCount]kindInfo{
	Ascii:            {"ascii", "AsciiType", -1},
	BigInt:           {"bigint", "LongType", 8},
	Blob:             {"blob", "BytesType", -1},
	Boolean:          {"boolean", "BooleanType", 1},
	Counter:          {"counter", "CounterColumnType", -1},
	Date:             {"date", "SimpleDateType", -1},
	Decimal:          {"decimal", "DecimalType", -1},
	Double:           {"double", "DoubleType", 8},
	Duration:         {"duration", "DurationType", -1},
	Empty:            {"empty", "EmptyType", 0},
	Float:            {"float", "FloatType", 4},
	Inet:             {"inet", "InetAddressType", -1},
	Int:              {"int", "Int32Type", 4},
	SmallInt:         {"smallint", "ShortType", -1},
	Text:             {"text", "UTF8Type", -1},
	Time:             {"time", "TimeType", -1},
	Timestamp:        {"timestamp", "TimestampType", 8},
	TimeUUID:         {"timeuuid", "TimeUUIDType", 16},
	TinyInt:          {"tinyint", "ByteType", -1},
	UUID:             {"uuid", "UUIDType", 16},
	Varint:           {"varint", "IntegerType", -1},
	LegacyTimestamp:  {"", "DateType", 8},
	LexicalUUID:      {"", "LexicalUUIDType", 16},
	List:             {"list", "ListType", -1},
	Set:              {"set", "SetType", -1},
	Map:              {"map", "MapType", -1},
	Tuple:            {"tuple", "TupleType", -1},
	UDT:              {"", "UserType", -1},
	Vector:           {"vector", "VectorType", -1},
	Composite:        {"", "CompositeType", -1},
	DynamicComposite: {"", "DynamicCompositeType", -1},
	PartitionerOrder: {"", "PartitionerDefinedOrder", -1},
	Custom:           {"", "", -1},
}

// nativeByCQL finds a scalar by its CQL name, in any case.
func nativeByCQL(name string) (Kind, bool) {
	name = strings.ToLower(name)
	if name == "varchar" {
		return Text, true
	}
	for k := Ascii; k <= Varint; k++ {
		if kinds[k].cql == name {
			return k, true
		}
	}
	return Invalid, false
}

// kindByJava finds a kind by the simple name of its class.
func kindByJava(name string) (Kind, bool) {
	// LegacyTimeUUIDType (5.0) only differs in the Java object it makes.
	if name == "LegacyTimeUUIDType" {
		return TimeUUID, true
	}
	for k := Ascii; k < Custom; k++ {
		if kinds[k].java == name {
			return k, true
		}
	}
	return Invalid, false
}

// isScalar tells kinds without parameters from the others.
func (k Kind) isScalar() bool { return k >= Ascii && k <= LexicalUUID }

// isCollection is true for list, set and map.
func (k Kind) isCollection() bool { return k == List || k == Set || k == Map }

// String returns the CQL name where there is one, else the Java class name.
func (k Kind) String() string {
	switch {
	case k >= kindCount || k == Invalid:
		return "invalid"
	case k == Custom:
		return "custom"
	case kinds[k].cql != "":
		return kinds[k].cql
	default:
		return kinds[k].java
	}
}
