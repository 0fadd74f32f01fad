package cluster

import "time"

// NodeInfo is who a node says it is (system.local) or who its peers say it is (system.peers_v2).
type NodeInfo struct {
	HostID        string `json:"host_id"`
	Address       string `json:"address"` // the address that clients use: native or rpc address
	CQLPort       int    `json:"cql_port"`
	ListenAddress string `json:"listen_address,omitempty"` // the address that gossip uses
	DataCenter    string `json:"data_center"`
	Rack          string `json:"rack"`
	Release       string `json:"release_version"`
	SchemaVersion string `json:"schema_version"`
	Tokens        int    `json:"tokens"` // how many vnodes
	// OwnsShare is the part of the ring for which the node is the first replica, 0..1; 0 when not worked out.
	OwnsShare   float64 `json:"owns,omitempty"`
	ClusterName string  `json:"cluster_name,omitempty"`
	Partitioner string  `json:"partitioner,omitempty"`
}

// Reached says that a node answered us, and how fast. A node that does not is an Unknown with the reason.
type Reached struct {
	RoundTripMicros int64 `json:"rtt_us"`
	// Clock is the node's when it answered, in whole milliseconds; zero where it was not told.
	Clock time.Time `json:"clock,omitzero"`
}

// Skew is how far the node's clock is before ours, and how far that may be off: it was read somewhere within the round trip.
// at is the end of the round trip by our clock.
func (r *Reached) Skew(at time.Time) (ahead, within time.Duration, ok bool) {
	if r.Clock.IsZero() {
		return 0, 0, false
	}
	half := time.Duration(r.RoundTripMicros) * time.Microsecond / 2
	return r.Clock.Sub(at.Add(-half)), half + time.Millisecond, true
}

// GossipView is what one node believes of the others (system_views.gossip_info, 4.1 on).
type GossipView struct {
	Peers []GossipPeer `json:"peers"`
}

// GossipPeer is one endpoint in a GossipView. A live peer's heartbeat rises every second; the generation is the
// second at which it started (EndpointState, HeartBeatState).
type GossipPeer struct {
	HostID     string `json:"host_id"`
	Address    string `json:"address"`
	Generation int64  `json:"generation"`
	Heartbeat  int64  `json:"heartbeat"`
	Status     string `json:"status"` // NORMAL, LEAVING, shutdown ...
	// Told is the node's own verdict where it prints one instead of heartbeats: UN, DN, ... of nodetool status.
	Told      string `json:"told,omitempty"`
	LoadBytes int64  `json:"load"`
}

// ThreadPools are the stages of a node.
type ThreadPools struct {
	Pools []ThreadPool `json:"pools"`
}

// ThreadPool is one stage (system_views.thread_pools).
type ThreadPool struct {
	Name           string `json:"name"`
	Active         int64  `json:"active"`
	ActiveLimit    int64  `json:"limit"`
	Pending        int64  `json:"pending"`
	Completed      int64  `json:"completed"`
	Blocked        int64  `json:"blocked"`
	BlockedAllTime int64  `json:"blocked_all_time"`
}

// Find returns the pool of that name.
func (t *ThreadPools) Find(name string) (ThreadPool, bool) {
	for _, p := range t.Pools {
		if p.Name == name {
			return p, true
		}
	}
	return ThreadPool{}, false
}

// CompactionTasks are the tasks that run now on a node (system_views.sstable_tasks), none included.
type CompactionTasks struct {
	Tasks []CompactionTask `json:"tasks"`
}

// CompactionTask is one running task. Kind is Cassandra's word: compaction, validation, cleanup, ...
type CompactionTask struct {
	ID       string  `json:"id"`
	Table    TableID `json:"table"`
	Kind     string  `json:"kind"`
	Progress int64   `json:"progress"`
	Total    int64   `json:"total"`
	Unit     string  `json:"unit"`               // bytes, ranges, keys
	SSTables int     `json:"sstables,omitempty"` // 4.1 on
}

// Remaining is what is left, in the task's unit, never negative.
func (t CompactionTask) Remaining() int64 { return max(0, t.Total-t.Progress) }

// Caches are the node's caches (system_views.caches).
type Caches struct {
	Caches []Cache `json:"caches"`
}

// Cache is one of them; HitRatio is meaningless while Requests is 0.
type Cache struct {
	Name          string  `json:"name"`
	CapacityBytes int64   `json:"capacity"`
	SizeBytes     int64   `json:"size"`
	Entries       int64   `json:"entries"`
	Hits          int64   `json:"hits"`
	Requests      int64   `json:"requests"`
	HitRatio      float64 `json:"hit_ratio"`
}

// Settings are the few configuration values that verdicts depend on, by the name that the version uses.
type Settings struct {
	Values map[string]string `json:"values"`
}

// Clients are the connections to a node's native port, ours included.
type Clients struct {
	Clients []Client `json:"clients"`
}

// Client is one connection.
type Client struct {
	Address  string `json:"address"`
	Port     int    `json:"port"`
	Driver   string `json:"driver"`
	Version  string `json:"version"`
	User     string `json:"user"`
	Keyspace string `json:"keyspace,omitempty"`
	Requests int64  `json:"requests"`
	TLS      bool   `json:"tls"`
}

// Queries are the statements that run at this instant (system_views.queries, 4.1 on). Their text may hold keys.
type Queries struct {
	Queries []Query `json:"queries"`
}

// Query is one of them.
type Query struct {
	Thread        string `json:"thread"`
	Task          string `json:"task"`
	RunningMicros int64  `json:"running_us"`
	QueuedMicros  int64  `json:"queued_us"`
}

// Capabilities are what a node offers and what our role may read there.
type Capabilities struct {
	VirtualTables []string          `json:"virtual_tables"`
	Denied        map[string]string `json:"denied,omitempty"` // table -> the GRANT that would open it
	Protocol      int               `json:"protocol,omitempty"`
}

// CompactionHistory is the recent part of system.compaction_history, in no order.
type CompactionHistory struct {
	Entries []CompactionRecord `json:"entries"`
}

// CompactionRecord is one finished compaction.
type CompactionRecord struct {
	Table       TableID   `json:"table"`
	CompactedAt time.Time `json:"at,omitzero"`
	BytesIn     int64     `json:"in"`
	BytesOut    int64     `json:"out"`
}

// TopPartitions are the keys that a node has noted as large: system.top_partitions (4.1 on), filled by full repairs and saved
// hourly, so old by nature; or ScyllaDB's system.large_partitions, large_rows and large_cells, noted as SSTables are written.
type TopPartitions struct {
	Entries []TopPartition `json:"entries"`
	// Large: they are ScyllaDB's. Each is of one SSTable, over a threshold.
	Large bool `json:"large,omitempty"`
}

// TopPartition is one of them. Key is the text that Cassandra printed, and holds personal data.
type TopPartition struct {
	Table   TableID   `json:"table"`
	By      string    `json:"by"` // SIZES (bytes) or TOMBSTONES (count); ROWS or CELLS (bytes of one)
	Key     string    `json:"key"`
	Part    string    `json:"part,omitempty"` // of the partition: clustering key, then column; personal data too
	Value   int64     `json:"value"`
	Updated time.Time `json:"updated,omitzero"`
}

func (*NodeInfo) isValue()          {}
func (*Reached) isValue()           {}
func (*GossipView) isValue()        {}
func (*ThreadPools) isValue()       {}
func (*CompactionTasks) isValue()   {}
func (*Caches) isValue()            {}
func (*Settings) isValue()          {}
func (*Clients) isValue()           {}
func (*Queries) isValue()           {}
func (*Capabilities) isValue()      {}
func (*CompactionHistory) isValue() {}
func (*TopPartitions) isValue()     {}
