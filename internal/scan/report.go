package scan

import (
	"cmp"
	"errors"

	"github.com/partop/partop/sstable"
)

// SchemaVersion is that of the JSON formats and the CSV header.
const SchemaVersion = 1

// Report is the JSON document of a scan.
type Report struct {
	Schema int `json:"schema"`
	// Complete is false when something is missing in the figures: see Interrupted and what was skipped.
	Complete    bool   `json:"complete"`
	Interrupted bool   `json:"interrupted"`
	By          string `json:"by"`
	NowSeconds  int64  `json:"now_seconds"`
	// Nodes are those whose scans were combined, see Combine; none for files of this host.
	Nodes []string `json:"nodes,omitempty"`
	// Tables are in the order of their names.
	Tables []TableReport `json:"tables"`
	// Skipped were left out before the scan: unfinished, obsolete, of an unknown version.
	Skipped []SkipReport `json:"skipped"`
}

// TableReport is a table with its totals and the partitions that were kept.
type TableReport struct {
	Name     string   `json:"name"`
	Keyspace string   `json:"keyspace,omitempty"`
	Table    string   `json:"table,omitempty"`
	TableID  string   `json:"table_id,omitempty"`
	Index    string   `json:"index,omitempty"`
	Snapshot string   `json:"snapshot,omitempty"`
	Backup   bool     `json:"backup,omitempty"`
	Dirs     []string `json:"directories"`

	SSTables    int   `json:"sstables"`
	BytesOnDisk int64 `json:"bytes_on_disk"`
	SizeBytes   int64 `json:"size_bytes"`
	Partitions  int64 `json:"partitions"`
	// PartitionsInSeveral lie in more than one SSTable.
	PartitionsInSeveral int64  `json:"partitions_in_several_sstables"`
	PartitionDeletions  *int64 `json:"partition_deletions,omitempty"`
	*Figures
	SizeHistogram []Bar `json:"size_histogram"`
	// StaticOnly tells that rows and cells are 0 because all data are in static rows.
	StaticOnly bool `json:"static_only,omitempty"`

	// Matched is how many partitions reached a threshold; Top may be fewer. Top is there in a document that was read; of
	// a scan they come from Listed.
	Matched int64        `json:"matched"`
	Top     []Row        `json:"top"`
	Skipped []SkipReport `json:"skipped"`
	// Damages are stretches of SSTables that could not be read; DamagedPlaces counts all, more perhaps than are listed.
	Damages       []DamageReport `json:"damages"`
	DamagedPlaces int            `json:"damaged_places"`

	result *Result
}

// SkipReport is an SSTable that is missing in the figures, or in part.
type SkipReport struct {
	Name     string `json:"name"`
	Reason   string `json:"reason"`
	Vanished bool   `json:"vanished,omitempty"`
}

// DamageReport is a stretch of an SSTable that could not be read. What lies before and behind it counts.
type DamageReport struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	// File and Offset are where the damage was met, Expected and Found what differs there; Uncompressed says that the
	// offset is a position in the uncompressed data. They are absent where the disk failed to read.
	File         string `json:"file,omitempty"`
	Offset       int64  `json:"offset,omitempty"`
	Uncompressed bool   `json:"uncompressed,omitempty"`
	Expected     string `json:"expected,omitempty"`
	Found        string `json:"found,omitempty"`
	// LostFrom and LostTo bound what was lost, in the uncompressed data.
	LostFrom       int64 `json:"lost_from"`
	LostTo         int64 `json:"lost_to"`
	LostPartitions int64 `json:"lost_partitions"`
	// RestLost says that no index told where to go on.
	RestLost bool `json:"rest_lost,omitempty"`
}

func damageReport(d *sstable.Damage) DamageReport {
	out := DamageReport{
		Name: d.Name, Reason: d.Error(), LostFrom: d.Start, LostTo: d.End, LostPartitions: d.Partitions, RestLost: d.Unindexed,
	}
	var c *sstable.CorruptError
	if errors.As(d.Reason, &c) {
		out.File, out.Offset, out.Uncompressed, out.Expected, out.Found = c.File, c.Offset, c.Uncompressed, c.Expected, c.Found
	}
	return out
}

// histogramLines is what a terminal has room for.
const histogramLines = 10

// Report describes a result, which must not change afterwards.
func (r *Result) Report() TableReport {
	t := TableReport{
		Name: r.Name(), Keyspace: r.Keyspace, Table: r.Table.Table, TableID: r.TableID, Index: r.Index,
		Snapshot: r.Snapshot, Backup: r.Backup, Dirs: r.Dirs,
		SSTables: len(r.SSTables), BytesOnDisk: r.DiskBytes, SizeBytes: r.SizeBytes, Partitions: r.Partitions,
		PartitionsInSeveral: r.Shared, SizeHistogram: r.Sizes.Bars(histogramLines), StaticOnly: r.StaticOnly,
		Matched: r.Matched, Top: []Row{}, Skipped: []SkipReport{}, Damages: []DamageReport{}, DamagedPlaces: r.Damaged, result: r,
	}
	if t.SizeHistogram == nil {
		t.SizeHistogram = []Bar{}
	}
	if !r.PartitionsOnly {
		t.PartitionDeletions, t.Figures = &r.Deleted, figures(&r.Counts)
	}
	for _, s := range r.Skipped {
		t.Skipped = append(t.Skipped, SkipReport{s.Name, s.Reason.Error(), s.Vanished})
	}
	for i := range r.Damages {
		t.Damages = append(t.Damages, damageReport(&r.Damages[i]))
	}
	return t
}

// Cut is how many partitions that reached a threshold are left out because more did than are kept at most; 0 where fewer
// were asked for.
func (t *TableReport) Cut() int64 {
	limit := cmp.Or(t.result.limit, MaxKept)
	if len(t.result.Top) < limit {
		return 0
	}
	return t.Matched - int64(limit)
}
