package sstable

import (
	"bytes"
	"path"
	"strings"
)

// transactionLog is the log of a flush or compaction in the folder of its
// SSTables (db.lifecycle.LogFile), one record a line:
//
//	ADD:[/path/nb-2-big-,0,8][1480322781]
//	REMOVE:[/path/nb-1-big-,1796052948515,8][3827658700]
//	COMMIT:[,0,0][2613697770]
//
// A line names the prefix of the files; the last number is a checksum, which is
// not checked: a torn line lacks its brackets and is left out.
type transactionLog struct {
	added, removed    []string // prefixes, without folder
	committed, failed bool
}

// isTransactionLog knows nb_txn_compaction_<uuid>.log, and with a format before
// it bti-da_txn_...
func isTransactionLog(name string) bool {
	return strings.HasSuffix(name, ".log") && strings.Contains(name, "_txn_")
}

func parseTransactionLog(b []byte) transactionLog {
	var l transactionLog
	for line := range bytes.Lines(b) {
		text := strings.TrimSpace(string(line))
		kind, rest, found := strings.Cut(text, ":[")
		record, _, complete := strings.Cut(rest, "][")
		if !found || !complete || !strings.HasSuffix(text, "]") {
			continue
		}
		switch kind {
		case "ADD":
			l.added = append(l.added, recordPrefix(record))
		case "REMOVE":
			l.removed = append(l.removed, recordPrefix(record))
		case "COMMIT":
			l.committed = true
		case "ABORT":
			l.failed = true
		}
	}
	return l
}

// recordPrefix cuts the two numbers behind the path; a folder may hold commas.
func recordPrefix(record string) string {
	for range 2 {
		if i := strings.LastIndexByte(record, ','); i >= 0 {
			record = record[:i]
		}
	}
	return path.Base(record)
}

// ruledOut returns the prefixes of files not to be read: what was replaced once
// the transaction is committed, and until then what replaces it.
func (l transactionLog) ruledOut() []string {
	if l.committed && !l.failed {
		return l.removed
	}
	return l.added
}
