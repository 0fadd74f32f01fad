package nodetool

import (
	"regexp"
	"strings"
)

// The form; sizes hold a blank, names may, so cells are cut at the offsets of their headers:
//
// 	Snapshot Details:
// 	Snapshot name Keyspace name Column family name True size  Size on disk Creation time            Expiration time
// 	nt_snap1      nt_lab        page_views         1.04 KiB   13.55 KiB    2026-11-30T15:47:04.177Z
//
// 	Total TrueDiskSpaceUsed: 14.5 KiB

// Snapshots is the output of listsnapshots.
type Snapshots struct {
	Rows []Snapshot `json:"rows"`
	// None says that "There are no snapshots" was printed.
	None bool `json:"none"`
	// TotalTrueSize is the last line, 2.1+.
	TotalTrueSize Figure `json:"total_true_size,omitzero"`
}

// Snapshot is one snapshot of one table.
type Snapshot struct {
	Name     string `json:"name"`
	Keyspace string `json:"keyspace"`
	Table    string `json:"table"`
	// TrueSize is bytes that only the snapshot keeps on disk; SizeOnDisk all that it links to.
	TrueSize       Figure `json:"true_size"`
	TrueSizeText   string `json:"true_size_text"`
	SizeOnDisk     Figure `json:"size_on_disk"`
	SizeOnDiskText string `json:"size_on_disk_text"`
	// Created and Expires are ISO 8601, 4.1+; Expires is empty without a TTL.
	Created string `json:"created,omitempty"`
	Expires string `json:"expires,omitempty"`
}

var snapshotColumns = []string{"Snapshot name", "Keyspace name", "Column family name", "Table name", "True size", "Size on disk",
	"Creation time", "Expiration time", "Ephemeral"}

var trueSize = regexp.MustCompile(`^Total TrueDiskSpaceUsed:\s*(.+)$`)

// parseSnapshots tells "there are none" from an output without rows, which is a cut one.
func parseSnapshots(p *page, r *report) any {
	out := &Snapshots{Rows: []Snapshot{}}
	var cols []column
	seen := false
	for _, l := range p.lines {
		t := strings.TrimSpace(l.text)
		switch m := trueSize.FindStringSubmatch(t); {
		case t == "":
		case m != nil:
			out.TotalTrueSize = figure(m[1])
		case strings.HasPrefix(t, "Snapshot Details:"):
			seen = true
		case strings.HasPrefix(t, "There are no snapshots"):
			out.None, seen = true, true
		case strings.HasPrefix(t, "Snapshot name"):
			cols, seen = columns(l.text, snapshotColumns), true
		case cols != nil:
			if s, ok := snapshotRow(l.text, cols); ok {
				out.Rows = append(out.Rows, s)
			} else {
				r.skipped(l)
			}
		case seen:
			r.skipped(l)
		}
	}
	if !seen {
		return nil
	}
	if len(cols) > 5 {
		r.hint = "4.1+"
	}
	return out
}

// snapshotRow wants both sizes, so that other lines do not pass for rows.
func snapshotRow(text string, cols []column) (Snapshot, bool) {
	var s Snapshot
	cells, ok := cutLeft(text, cols)
	if !ok {
		return s, false
	}
	for i, v := range cells {
		switch cols[i].name {
		case "Snapshot name":
			s.Name = v
		case "Keyspace name":
			s.Keyspace = v
		case "Column family name", "Table name":
			s.Table = v
		case "True size":
			s.TrueSize, s.TrueSizeText = figure(v), v
		case "Size on disk":
			s.SizeOnDisk, s.SizeOnDiskText = figure(v), v
		case "Creation time":
			s.Created = v
		case "Expiration time":
			s.Expires = v
		}
	}
	return s, s.Name != "" && s.TrueSize.State == Number && s.SizeOnDisk.State == Number
}

func listSnapshotsKind() kindRow {
	return kindRow{kind: KindListSnapshots, parse: parseSnapshots,
		marks: []mark{{"Snapshot Details:", 10}, {"There are no snapshots", 8}, {"Snapshot name", 8}}}
}
