package cluster

import (
	"cmp"
	"slices"
)

// Disk are a node's data directories, by df.
type Disk struct {
	Directories []DataDirectory `json:"directories"`
}

// DataDirectory is one of them and the file system that holds it. Total is used, free, and what is kept for root.
type DataDirectory struct {
	Path       string `json:"path"`
	FileSystem string `json:"file_system"`
	Mount      string `json:"mount"`
	TotalBytes int64  `json:"total"`
	UsedBytes  int64  `json:"used"`
	FreeBytes  int64  `json:"free"`
}

// UsedShare is used of used and free, as df's Capacity: 0 to 1.
func (d *DataDirectory) UsedShare() float64 {
	if d.UsedBytes+d.FreeBytes <= 0 {
		return 0
	}
	return float64(d.UsedBytes) / float64(d.UsedBytes+d.FreeBytes)
}

// FreeBytes sums the file systems: directories that share one share its room.
func (d *Disk) FreeBytes() (free int64) {
	seen := map[[2]string]bool{}
	for _, dir := range d.Directories {
		if key := [2]string{dir.FileSystem, dir.Mount}; !seen[key] {
			seen[key] = true
			free += dir.FreeBytes
		}
	}
	return free
}

// Fullest is the directory with the largest share used: a full one stops its node, whatever the others have.
func (d *Disk) Fullest() (DataDirectory, bool) {
	if len(d.Directories) == 0 {
		return DataDirectory{}, false
	}
	return slices.MaxFunc(d.Directories, func(a, b DataDirectory) int { return cmp.Compare(a.UsedShare(), b.UsedShare()) }), true
}

// DiskUsage is what lies in a node's data directories, by du.
type DiskUsage struct {
	Directories []DirectoryUsage `json:"directories"`
	// Partial says why not all was measured, "" when it was: the sums are lower bounds then.
	Partial string `json:"partial,omitempty"`
}

// DirectoryUsage is one of them.
type DirectoryUsage struct {
	Path   string        `json:"path"`
	Tables []FolderUsage `json:"tables"` // the largest first
}

// FolderUsage is the folder of a table. A snapshot's files are links to those of the table until these are compacted away.
type FolderUsage struct {
	Table     TableID `json:"table"`
	Folder    string  `json:"folder"` // its name, with the table's id
	LiveBytes int64   `json:"live"`   // without snapshots and backups
	// HeldBytes are on disk for snapshots and backups alone: what deleting them all would free.
	HeldBytes int64           `json:"held"`
	Snapshots []SnapshotUsage `json:"snapshots,omitempty"` // the largest first
}

// SnapshotUsage is one snapshot of a table. Bytes is all that it names, files that it shares with the table included.
type SnapshotUsage struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Sums are the live bytes of a directory, and those that snapshots and backups hold.
func (d *DirectoryUsage) Sums() (live, held int64) {
	for _, t := range d.Tables {
		live += t.LiveBytes
		held += t.HeldBytes
	}
	return live, held
}

func (*Disk) isValue()      {}
func (*DiskUsage) isValue() {}

// diskFigures are the share used of the fullest data directory, and what is free in all.
func (n *NodeState) diskFigures() (share, free Figure) {
	c := n.Cell(NodeDisk)
	share, free = known(c, UnitShare, Exact), known(c, UnitBytes, Exact)
	v := ValueOf[Disk](c)
	if v == nil {
		if share.Missing.Remedy == "" {
			share.Missing.Remedy = "--ssh, --exec, or partop on the node: df"
			free.Missing.Remedy = share.Missing.Remedy
		}
		return share, free
	}
	fullest, ok := v.Fullest()
	share.Known, free.Known = ok, ok
	share.Value, free.Value = fullest.UsedShare(), float64(v.FreeBytes())
	return share, free
}
