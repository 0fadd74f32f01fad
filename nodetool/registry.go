package nodetool

import "sync"

// mark is a beginning of a line, blanks before it aside, that speaks for a kind.
type mark struct {
	prefix string
	weight int
}

// kindRow is all that the package knows of a kind.
type kindRow struct {
	kind Kind
	// commands are the names a user may call the kind by, besides its own.
	commands []string
	// marks are looked for in the first lines; each counts once.
	marks []mark
	// detect adds to the marks what they cannot say; may be nil.
	detect func(*page) int
	// parse reads the page; nil means that nothing of the kind was found.
	parse func(*page, *report) any
	// tree reads the JSON or YAML form; nil where the command has none.
	tree func(*node, *report) any
	// empty is the data of no text at all, for a command that prints nothing when there is nothing to say; nil for
	// the others.
	empty func() any
}

// registry is every kind. The order decides between equal scores: the more telling kind stands first.
var registry = sync.OnceValue(func() []kindRow {
	return []kindRow{
		tableStatsKind(), tableHistogramsKind(), proxyHistogramsKind(), compactionStatsKind(), compactionHistoryKind(),
		tpStatsKind(), topPartitionsKind(), samplingListKind(), infoKind(), statusKind(), ringKind(),
		describeClusterKind(), describeRingKind(), listSnapshotsKind(), netStatsKind(), gcStatsKind(),
		timeoutKind(), throughputKind(), compactorsKind(), versionKind(), dataPathsKind(), clientStatsKind(),
		gossipInfoKind(), failureDetectorKind(), autoCompactionKind(), rangeKeySampleKind(), partitionsKind(),
		partitionsCSVKind(), metadataKind(), blockersKind(), dumpKind(), largeDataKind(), sstableListKind(), endpointsKind(),
	}
})

// Kinds returns every kind that Parse takes, in the order of the registry.
func Kinds() []Kind {
	var out []Kind
	for _, r := range registry() {
		out = append(out, r.kind)
	}
	return out
}

// KindOf returns the kind of a command's output by the command's name in any version: cfstats is tablestats.
func KindOf(command string) (Kind, bool) {
	for _, r := range registry() {
		if string(r.kind) == command {
			return r.kind, true
		}
		for _, c := range r.commands {
			if c == command {
				return r.kind, true
			}
		}
	}
	return "", false
}

// rowOf finds what is known of a kind.
func rowOf(kind Kind) (kindRow, bool) {
	for _, r := range registry() {
		if r.kind == kind {
			return r, true
		}
	}
	return kindRow{}, false
}
