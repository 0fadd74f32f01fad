package cluster

// Schema is the tables and keyspaces of the cluster (system_schema).
type Schema struct {
	Version   string           `json:"version"`
	Keyspaces []KeyspaceSchema `json:"keyspaces"`
	Tables    []TableSchema    `json:"tables"`
}

// KeyspaceSchema is how a keyspace is replicated: class and, per data centre or as replication_factor, how often.
type KeyspaceSchema struct {
	Name        string            `json:"name"`
	Replication map[string]string `json:"replication"`
}

// TableSchema is what of a table's definition matters for an investigation.
type TableSchema struct {
	Table               TableID           `json:"table"`
	ID                  string            `json:"id"` // changes when a table is dropped and made again
	PartitionKey        []ColumnSchema    `json:"partition_key"`
	Clustering          []ColumnSchema    `json:"clustering,omitempty"`
	Compaction          map[string]string `json:"compaction"`
	GCGraceSeconds      int               `json:"gc_grace_seconds"`
	DefaultTTLSeconds   int               `json:"default_time_to_live"`
	Compression         map[string]string `json:"compression,omitempty"`
	RegularColumns      int               `json:"regular_columns"`
	MultiCellCollection int               `json:"multi_cell_columns"` // non-frozen collections and UDTs
}

// ColumnSchema is a column of the primary key; Type is CQL's spelling.
type ColumnSchema struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	Descending bool   `json:"desc,omitempty"`
}

func (*Schema) isValue() {}

// Find returns a table's definition.
func (s *Schema) Find(id TableID) (*TableSchema, bool) {
	if s == nil {
		return nil, false
	}
	for i := range s.Tables {
		if s.Tables[i].Table == id {
			return &s.Tables[i], true
		}
	}
	return nil, false
}

// ReplicationFactor is how often a keyspace keeps each row in one data centre; ok is false when the strategy does not
// say (LocalStrategy, unknown classes) or the keyspace is not known.
func (s *Schema) ReplicationFactor(keyspace, dataCenter string) (rf int, ok bool) {
	if s == nil {
		return 0, false
	}
	for _, k := range s.Keyspaces {
		if k.Name == keyspace {
			return k.replicas(dataCenter)
		}
	}
	return 0, false
}
