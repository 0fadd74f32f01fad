package cluster

import (
	"strconv"
	"strings"
)

// replicas reads NetworkTopologyStrategy's per-data-centre numbers and SimpleStrategy's replication_factor. A value
// may read "3/1" with transient replicas (CASSANDRA-14404): the first number counts all replicas.
func (k KeyspaceSchema) replicas(dataCenter string) (int, bool) {
	text, ok := k.Replication[dataCenter]
	if !ok {
		text, ok = k.Replication["replication_factor"]
	}
	if !ok {
		return 0, false
	}
	full, _, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(strings.TrimSpace(full))
	return n, err == nil && n > 0
}

// Strategy is the short name of a table's compaction strategy: STCS, LCS, TWCS, UCS, or its class.
func (t *TableSchema) Strategy() string {
	class := t.Compaction["class"]
	if i := strings.LastIndexByte(class, '.'); i >= 0 {
		class = class[i+1:]
	}
	switch class {
	case "SizeTieredCompactionStrategy":
		return "STCS"
	case "LeveledCompactionStrategy":
		return "LCS"
	case "TimeWindowCompactionStrategy":
		return "TWCS"
	case "DateTieredCompactionStrategy":
		return "DTCS"
	case "UnifiedCompactionStrategy":
		return "UCS"
	case "":
		return "?"
	}
	return class
}
