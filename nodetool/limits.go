package nodetool

// The bounds that keep a hostile or broken input from costing more than the file it came in.
const (
	// MaxInputBytes is the largest text read at once. The largest real one seen is a tablehistograms of a whole 4.0
	// node, 793 kB; an sstabledump may be as large as its sstable and belongs into another tool beyond this.
	MaxInputBytes = 64 << 20

	// maxLineBytes is where a line is cut. The longest real line is an sstableexpiredblockers row, which grows with
	// the number of blocked sstables; a cut line gets a warning.
	maxLineBytes = 1 << 20

	// maxLines keeps the list of lines from outgrowing the text: 64 MiB of line ends would be a list of 1.6 GB.
	maxLines = 2_000_000

	// maxColumns is more than any header has; the cost of cutting a row grows with it.
	maxColumns = 64

	// maxWarnings keeps a megabyte of noise from becoming a megabyte of warnings.
	maxWarnings = 200

	// maxNodes and maxDepth bound the tree of a JSON or YAML text: tablestats of 10,000 tables has 510,000 nodes,
	// four levels deep.
	maxNodes = 4_000_000
	maxDepth = 64

	// maxWarningText is how much of a line a warning quotes.
	maxWarningText = 120
)
