package triage

import (
	"fmt"

	"github.com/partop/partop/internal/cluster"
)

// partitionTooBig judges the largest fragment that any SSTable holds: a bucket's border in whole MiB, so up to 20 %
// high, and only a part of the partition if that is spread over SSTables. It is HYGIENE: true for weeks.
func partitionTooBig(s snapshot, l Limits) []Finding {
	var out []Finding
	for _, t := range s.Tables(cluster.Lens{}, false) {
		biggest := t.Figures[cluster.FigMaxPartition]
		if !biggest.Known || biggest.Value < float64(l.PartitionWarn) {
			continue
		}
		f := Finding{
			Rule: "partition-too-big", Severity: Medium, Table: t.Table,
			Title:  fmt.Sprintf("a partition of at least a large part of ≤%s in one SSTable", bytesText(biggest.Value)),
			Means:  "reads of it are slow and uneven, compaction and repair of it hold memory, and it lives on few nodes",
			Limits: fmt.Sprintf("%s warn, %s critical", bytesText(float64(l.PartitionWarn)), bytesText(float64(l.PartitionCritical))),
			Evidence: []Evidence{{Text: fmt.Sprintf("largest fragment ≤%s on %s", bytesText(biggest.Value), nodeOf(s, biggest.Worst)),
				Source: biggest.Source, Exactness: cluster.AtMost, At: biggest.At}},
			Confidence: "medium: a bucket's border, and of one SSTable",
			Traps:      "the value is up to 20 % high; after a delete it stays until the SSTable is compacted away",
			Settles:    "a scan of the SSTables gives the key and the true sum over files",
			Next:       []string{"sstablepartitions -t 100MiB on " + nodeOf(s, biggest.Worst) + " (5.0), or read the key from a repair's top partitions"},
		}
		f.Title = fmt.Sprintf("its largest partition has ≤%s in one SSTable, more if spread over several", bytesText(biggest.Value))
		if biggest.Value >= float64(l.PartitionCritical) {
			f.Severity = High
		}
		f.Evidence = append(f.Evidence, unwarned(s, biggest.Worst)...)
		out = append(out, f)
	}
	return out
}

// unwarned says that silence in the log means nothing: since 4.1 the warning is a guardrail, unset by default.
func unwarned(s snapshot, id cluster.NodeID) []Evidence {
	n, ok := s.Node(id)
	if !ok {
		return nil
	}
	c := n.Cell(cluster.NodeSettings)
	set := cluster.ValueOf[cluster.Settings](c)
	if set == nil {
		return nil
	}
	if v, has := set.Values["partition_size_warn_threshold"]; has && v == "" {
		return []Evidence{{Text: "partition_size_warn_threshold is not set: the node logs nothing about it",
			Source: c.Last.Source, At: c.Last.To}}
	}
	return nil
}
