package probes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/probes/cql"
)

// The statements of discovery. peers_v2 exists from 4.0 on and tells ports; peers has all else.
const (
	localStatement   = "SELECT * FROM system.local"
	peersV2Statement = "SELECT * FROM system.peers_v2"
	peersStatement   = "SELECT * FROM system.peers"
)

// DiscoverStatements are the texts that Discover may send.
func DiscoverStatements() []string { return []string{localStatement, peersV2Statement, peersStatement} }

// Discover asks one node who is in the cluster: itself first, then its peers. Peers without a host id (half joined, or
// left over) are no nodes yet and are left out.
func Discover(ctx context.Context, conn cql.Conn, port int) ([]cluster.NodeInfo, error) {
	rows, err := conn.Query(ctx, "", localStatement)
	if err != nil {
		return nil, fmt.Errorf("read system.local: %w", err)
	}
	if len(rows) != 1 {
		return nil, fmt.Errorf("system.local has %d rows", len(rows))
	}
	local := rows[0]
	me := local.Text("host_id")
	peers, err := conn.Query(ctx, me, peersV2Statement)
	if err != nil && cql.Explain(err, "").NoSuch {
		peers, err = conn.Query(ctx, me, peersStatement)
	}
	if err != nil {
		return nil, fmt.Errorf("read the peers of %s: %w", me, err)
	}
	tokens := map[string][]string{me: local.Texts("tokens")}
	nodes := []cluster.NodeInfo{nodeInfo(local, port)}
	for _, p := range peers {
		if id := p.Text("host_id"); id != "" && id != me {
			nodes = append(nodes, nodeInfo(p, port))
			tokens[id] = p.Texts("tokens")
		}
	}
	owns := ownership(tokens)
	for i := range nodes {
		nodes[i].ClusterName, nodes[i].Partitioner = local.Text("cluster_name"), local.Text("partitioner")
		nodes[i].OwnsShare = owns[nodes[i].HostID]
	}
	return nodes, nil
}

// nodeInfo reads a row of system.local, system.peers or system.peers_v2: the same facts under different names.
func nodeInfo(r cql.Row, port int) cluster.NodeInfo {
	info := cluster.NodeInfo{
		HostID: r.Text("host_id"), DataCenter: r.Text("data_center"), Rack: r.Text("rack"),
		Release: r.Text("release_version"), SchemaVersion: r.Text("schema_version"), Tokens: len(r.Texts("tokens")),
		Address: firstAddress(r, "native_address", "rpc_address", "broadcast_address", "peer"),
		CQLPort: port, ListenAddress: firstAddress(r, "listen_address", "broadcast_address", "peer"),
	}
	if p := r.Int("native_port"); p > 0 {
		info.CQLPort = int(p)
	} else if p := r.Int("rpc_port"); p > 0 {
		info.CQLPort = int(p)
	}
	return info
}

// firstAddress skips 0.0.0.0 and ::, which an rpc_address bound to all interfaces prints.
func firstAddress(r cql.Row, columns ...string) string {
	for _, c := range columns {
		if a := r.Text(c); a != "" && a != "<nil>" && a != "0.0.0.0" && a != "::" {
			return a
		}
	}
	return ""
}

// ownership is each node's share of the Murmur3 ring as first replica: a token owns the range that ends at it. Another
// partitioner's tokens give no shares.
func ownership(tokens map[string][]string) map[string]float64 {
	type owned struct {
		token int64
		host  string
	}
	var ring []owned
	for host, list := range tokens {
		for _, text := range list {
			t, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return nil
			}
			ring = append(ring, owned{t, host})
		}
	}
	if len(ring) == 0 {
		return nil
	}
	slices.SortFunc(ring, func(a, b owned) int {
		if a.token < b.token {
			return -1
		}
		return 1
	})
	shares := map[string]float64{}
	before := ring[len(ring)-1].token
	for _, o := range ring {
		shares[o.host] += float64(uint64(o.token)-uint64(before)) / math.MaxUint64 // wraps around by itself
		before = o.token
	}
	if len(ring) == 1 {
		shares[ring[0].host] = 1
	}
	return shares
}

// schemaTimeout is for schemas of thousands of tables; a poll's own deadline would be too short.
const schemaTimeout = 15 * time.Second

// The statements of the schema.
const (
	keyspacesStatement = "SELECT keyspace_name, replication FROM system_schema.keyspaces"
	tablesStatement    = "SELECT keyspace_name, table_name, id, compaction, compression, gc_grace_seconds, default_time_to_live FROM system_schema.tables"
	columnsStatement   = "SELECT keyspace_name, table_name, column_name, kind, position, type, clustering_order FROM system_schema.columns"
)

// SchemaStatements are the texts that ReadSchema may send.
func SchemaStatements() []string {
	return []string{keyspacesStatement, tablesStatement, columnsStatement}
}

// ReadSchema reads the schema from one node; version is the one that the node announced.
func ReadSchema(ctx context.Context, conn cql.Conn, node cluster.NodeID, version string) (*cluster.Schema, error) {
	ctx, cancel := context.WithTimeout(ctx, schemaTimeout)
	defer cancel()
	var parts [3][]cql.Row
	for i, statement := range SchemaStatements() {
		rows, err := conn.Query(ctx, string(node), statement)
		if err != nil {
			return nil, fmt.Errorf("read the schema from %s: %w", node, err)
		}
		parts[i] = rows
	}
	return buildSchema(version, parts[0], parts[1], parts[2]), nil
}

func buildSchema(version string, keyspaces, tables, columns []cql.Row) *cluster.Schema {
	s := &cluster.Schema{Version: version}
	for _, r := range keyspaces {
		s.Keyspaces = append(s.Keyspaces, cluster.KeyspaceSchema{Name: r.Text("keyspace_name"), Replication: r.TextMap("replication")})
	}
	byTable := map[cluster.TableID][]cql.Row{}
	for _, r := range columns {
		id := cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("table_name")}
		byTable[id] = append(byTable[id], r)
	}
	for _, r := range tables {
		id := cluster.TableID{Keyspace: r.Text("keyspace_name"), Name: r.Text("table_name")}
		t := cluster.TableSchema{
			Table: id, ID: r.Text("id"), Compaction: r.TextMap("compaction"), Compression: r.TextMap("compression"),
			GCGraceSeconds: int(r.Int("gc_grace_seconds")), DefaultTTLSeconds: int(r.Int("default_time_to_live")),
		}
		addColumns(&t, byTable[id])
		s.Tables = append(s.Tables, t)
	}
	return s
}

func addColumns(t *cluster.TableSchema, columns []cql.Row) {
	slices.SortFunc(columns, func(a, b cql.Row) int { return int(a.Int("position") - b.Int("position")) })
	for _, c := range columns {
		column := cluster.ColumnSchema{Name: c.Text("column_name"), Type: c.Text("type")}
		switch c.Text("kind") {
		case "partition_key":
			t.PartitionKey = append(t.PartitionKey, column)
		case "clustering":
			column.Descending = c.Text("clustering_order") == "desc"
			t.Clustering = append(t.Clustering, column)
		case "regular":
			t.RegularColumns++
			if multiCell(column.Type) {
				t.MultiCellCollection++
			}
		}
	}
}

// multiCell reports whether a column keeps a cell an element: a collection or UDT that is not frozen. UDTs are told by
// not being a built-in word; a custom class counts as one cell.
func multiCell(cqlType string) bool {
	for _, prefix := range []string{"map<", "set<", "list<"} {
		if len(cqlType) > len(prefix) && cqlType[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}
