package screen

import (
	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/widget"
)

// figureColumn ties a column to the figure it shows.
type figureColumn struct {
	widget.Column
	figure cluster.FigureID
}

// tableFigures are the columns of figures, in the order in which they stand. PEND and SST have no CQL source, so they
// are filled only where another one is there: nodetool (:nodetool) or saved outputs.
func tableFigures() []figureColumn {
	col := func(title string, width, priority int, f cluster.FigureID) figureColumn {
		return figureColumn{widget.Column{Title: title, Width: width, Priority: priority}, f}
	}
	// Priorities follow the questions of an incident: who costs time, who wades through tombstones, who is slow, who is
	// large; then rates, then what is being compacted, then what only a wide screen has room for.
	return []figureColumn{
		col("TIME%", 5, 1, cluster.FigTimeShare),
		col("SIZE", 5, 6, cluster.FigDisk),
		col("PARTS", 6, 8, cluster.FigPartitions),
		col("MAXFRAG", 7, 4, cluster.FigMaxPartition),
		col("TOMB/RD", 7, 2, cluster.FigTombstones),
		col(">1k/s", 5, 3, cluster.FigOverWarn),
		col("READ/s", 6, 5, cluster.FigReadRate),
		col("WR/s", 6, 7, cluster.FigWriteRate),
		col("RD99", 6, 3, cluster.FigReadP99),
		col("RDxLIFE", 7, 19, cluster.FigReadToLife),
		col("COMP", 4, 9, cluster.FigRunning),
		col("LEFT", 5, 10, cluster.FigRemaining),
		col("PEND", 5, 11, cluster.FigPending),
		col("SST", 5, 12, cluster.FigSSTables),
		col("WR99", 6, 13, cluster.FigWriteP99),
		col("SCAN99", 6, 14, cluster.FigScanP99),
		col("ROWS/RD", 7, 15, cluster.FigRows),
		col("CO99", 6, 16, cluster.FigCoordinatorReadP99),
		col("MEAN", 5, 17, cluster.FigMeanPartition),
		col("SCAN/s", 6, 18, cluster.FigScanRate),
		col("SST/RD", 6, 18, cluster.FigSSTablesPerRead),
		col("MAXSST", 6, 23, cluster.FigMaxSSTable),
	}
}

// trendColumns are the sparklines of wide screens, each of the node with the largest value.
// Half an hour is what the state keeps of a trend (360 points of five seconds).
func trendColumns() []widget.Column {
	spark := func(title string, priority int) widget.Column {
		return widget.Column{Title: title, Width: sparkWidth, Left: true, Priority: priority, NoSort: true}
	}
	return []widget.Column{spark("TOMB 30m", 20), spark("READS 30m", 21), spark("DISK 30m", 22)}
}

// sparkWidth shows half an hour at two and a half minutes a cell.
const sparkWidth = 12

// nameColumns stand before the figures in every list of tables.
// Names are cut in the middle: tables of one keyspace begin alike and versions of one table end alike.
func nameColumns() []widget.Column {
	return []widget.Column{
		{Title: "", Width: 2, Left: true, NoSort: true},
		{Title: "TABLE", Width: 20, Left: true, Flex: true, Middle: true},
	}
}

// tablesColumns are the names, the figures, the curves.
func tablesColumns() []widget.Column {
	out := nameColumns()
	for _, c := range tableFigures() {
		out = append(out, c.Column)
	}
	return append(out, trendColumns()...)
}
