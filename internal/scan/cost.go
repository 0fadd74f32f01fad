package scan

import (
	"io/fs"

	"github.com/partop/partop/sstable"
)

// Cost is how many bytes a scan of the tables will read, about: the components it goes through, without those it only
// looks something up in.
func Cost(fsys fs.FS, tables []Table, o Options) int64 {
	var sum int64
	for _, t := range tables {
		for _, d := range t.SSTables {
			for _, c := range components(d, o) {
				if info, err := fs.Stat(fsys, d.Path(c)); err == nil {
					sum += info.Size()
				}
			}
		}
	}
	return sum
}

// components are those read from end to end. A bti index holds no keys: Data.db is read for them too.
func components(d sstable.Descriptor, o Options) []sstable.Component {
	switch {
	case !o.PartitionsOnly && !o.TopFirst:
		return []sstable.Component{sstable.DataDB, sstable.CompressionInfoDB}
	case d.Version.Format == sstable.BTI:
		return []sstable.Component{sstable.PartitionsDB, sstable.RowsDB, sstable.DataDB}
	}
	return []sstable.Component{sstable.IndexDB}
}
