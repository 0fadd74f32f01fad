package logs

import (
	"os"
	"strings"
	"testing"
	"time"
)

const head = "WARN  [CompactionExecutor:3] 2026-11-30 14:02:03,456 BigTableWriter.java:276 - "

var at = time.Date(2026, 11, 30, 14, 2, 3, 456e6, time.UTC)

// The shapes are those of the jars of each version.
func TestEveryVersionsLines(t *testing.T) {
	for line, want := range map[string]Event{
		head + "Writing large partition shop/orders:acme\\:x:2026 (105.426MiB) to sstable /d/nb-1-big-Data.db":                                                                                                      {Kind: LargePartition, Keyspace: "shop", Table: "orders", Key: "acme\\:x:2026", SizeBytes: 110547173, Tombstones: -1, LiveRows: -1},
		head + "Writing large partition shop/orders:a (b) c (12 bytes) to sstable /d (x)/nb-1-big-Data.db":                                                                                                          {Kind: LargePartition, Keyspace: "shop", Table: "orders", Key: "a (b) c", SizeBytes: 12, Tombstones: -1, LiveRows: -1},
		" WARN [CompactionExecutor:2] 2026-11-30 14:02:03,456 SSTableWriter.java (line 240) Compacting large partition shop/orders:7 (104857601 bytes)":                                                             {Kind: LargePartition, Keyspace: "shop", Table: "orders", Key: "7", SizeBytes: 104857601, Tombstones: -1, LiveRows: -1},
		" INFO [CompactionExecutor:2] 2026-11-30 14:02:03,456 CompactionController.java (line 190) Compacting large row shop/orders.idx:7 (70000000 bytes) incrementally":                                           {Kind: LargePartition, Keyspace: "shop", Table: "orders.idx", Key: "7", SizeBytes: 70000000, Tombstones: -1, LiveRows: -1},
		head + "Writing 100001 tombstones to jobs/queue:emails in sstable /d/nb-1-big-Data.db":                                                                                                                      {Kind: ManyTombstones, Keyspace: "jobs", Table: "queue", Key: "emails", Tombstones: 100001, SizeBytes: -1, LiveRows: -1},
		head + "Guardrail partition_size violated: Partition shop.orders:a:b on sstable /d/x has size 2097152, this exceeds the warning threshold of 1048576. Too large partitions can cause performance problems.": {Kind: LargePartition, Keyspace: "shop", Table: "orders", Key: "a:b", SizeBytes: 2097152, Tombstones: -1, LiveRows: -1, AtLeast: true},
		head + "Guardrail partition_tombstones violated: Partition jobs.queue:emails on sstable /d/x has 5000 tombstones, this exceeds the warning threshold of 1000. Partitions with":                              {Kind: ManyTombstones, Keyspace: "jobs", Table: "queue", Key: "emails", Tombstones: 5000, SizeBytes: -1, LiveRows: -1, AtLeast: true},
		head + "Read 10 live rows and 6001 tombstone cells for query SELECT body FROM jobs.queue WHERE lane = 'emails' LIMIT 10 ALLOW FILTERING; token 5755870324934700989 (see tombstone_warn_threshold)":          {Kind: TombstoneWarning, Keyspace: "jobs", Table: "queue", Query: "SELECT body FROM jobs.queue WHERE lane = 'emails' LIMIT 10 ALLOW FILTERING", Token: "5755870324934700989", Tombstones: 6001, LiveRows: 10, SizeBytes: -1},
		head + `Read 0 live rows and 6001 tombstoned cells for query SELECT * FROM "Jo""b".q WHERE k = 'a` + "\n" + `b' LIMIT 10 (see tombstone_warn_threshold)`:                                                    {Kind: TombstoneWarning, Keyspace: `Jo"b`, Table: "q", Query: `SELECT * FROM "Jo""b".q WHERE k = 'a` + "\n" + `b' LIMIT 10`, Tombstones: 6001, LiveRows: 0, SizeBytes: -1},
		head + "Read 1 live and 2000 tombstone cells in jobs.queue for key: 00ff (see tombstone_warn_threshold). 10 columns were requested, slices=[-]":                                                             {Kind: TombstoneWarning, Keyspace: "jobs", Table: "queue", Key: "0x00ff", Tombstones: 2000, LiveRows: 1, SizeBytes: -1},
		head + "Scanned over 2000 tombstone rows for query SELECT * FROM jobs.queue - more than the warning threshold 1000":                                                                                         {Kind: TombstoneWarning, Keyspace: "jobs", Table: "queue", Query: "SELECT * FROM jobs.queue", Tombstones: 2000, SizeBytes: -1, LiveRows: -1, AtLeast: true},
		head + "Scanned over 100001 tombstones during query 'SELECT * FROM jobs.queue WHERE lane = 'x' LIMIT 5000' (last scanned row token was -12 and partion key was ((te, n\"ant), 4, y)); query aborted":        {Kind: TombstoneAbort, Keyspace: "jobs", Table: "queue", Key: "te, n\"ant", Token: "-12", Query: "SELECT * FROM jobs.queue WHERE lane = 'x' LIMIT 5000", Tombstones: 100001, SizeBytes: -1, LiveRows: -1, AtLeast: true},
		head + "Scanned over 100001 tombstones during query 'SELECT * FROM jobs.queue' (last scanned row partition key was (emails, 4)); query aborted":                                                             {Kind: TombstoneAbort, Keyspace: "jobs", Table: "queue", Key: "emails", Query: "SELECT * FROM jobs.queue", Tombstones: 100001, SizeBytes: -1, LiveRows: -1, AtLeast: true},
		head + "Scanned over 100001 tombstones in jobs.queue; query aborted (see tombstone_failure_threshold)":                                                                                                      {Kind: TombstoneAbort, Keyspace: "jobs", Table: "queue", Tombstones: 100001, SizeBytes: -1, LiveRows: -1, AtLeast: true},
		head + "2 nodes scanned up to 1500 tombstones and issued tombstone warnings for query SELECT * FROM jobs.queue LIMIT 10  (see tombstone_warn_threshold)":                                                    {Kind: TombstoneWarning, Keyspace: "jobs", Table: "queue", Query: "SELECT * FROM jobs.queue LIMIT 10", Tombstones: 1500, SizeBytes: -1, LiveRows: -1},
		head + "2 nodes scanned over 1500 tombstones and aborted the query SELECT * FROM jobs.queue (see tombstone_failure_threshold)":                                                                              {Kind: TombstoneAbort, Keyspace: "jobs", Table: "queue", Query: "SELECT * FROM jobs.queue", Tombstones: 1500, SizeBytes: -1, LiveRows: -1, AtLeast: true},
	} {
		want.At = at
		for _, step := range []int{1, 7, len(line) + 1} {
			var got []Event
			p := &Parser{}
			feed(p, line+"\n", step, func(e Event) { got = append(got, e) })
			p.Flush(func(e Event) { got = append(got, e) })
			if len(got) != 1 || got[0] != want {
				t.Errorf("%s\n got %+v\nwant %+v", line, got, want)
			}
		}
	}
}

func feed(p *Parser, text string, step int, emit func(Event)) {
	for text != "" {
		n := min(step, len(text))
		p.Feed([]byte(text[:n]), emit)
		text = text[n:]
	}
}

func TestOtherLinesTellNothing(t *testing.T) {
	p := &Parser{}
	emit := func(e Event) { t.Errorf("%+v", e) }
	feed(p, head+"Writing large partition\nINFO  [main] 2026-11-30 14:02:03,456 Config.java:1 - tombstone_warn_threshold=1000\n"+
		"Read 10 live rows and 6001 tombstone cells for query without a head (see tombstone_warn_threshold)\n"+strings.Repeat("x", 3*maxRecord)+"\n", 5, emit)
	p.Flush(emit)
	if len(p.line)+len(p.record) > 2*maxRecord {
		t.Errorf("%d bytes are kept", len(p.line)+len(p.record))
	}
}

func TestZoneIsTheNodes(t *testing.T) {
	p := &Parser{Zone: time.FixedZone("", 3600)}
	var got Event
	p.Feed([]byte(head+"Compacting large partition a/b:c (1 bytes)\n"), nil)
	p.Flush(func(e Event) { got = e })
	if !got.At.Equal(at.Add(-time.Hour)) {
		t.Error(got.At)
	}
}

func FuzzParser(f *testing.F) {
	f.Add([]byte(head+"Read 10 live rows and 6001 tombstone cells for query SELECT * FROM a.b; token 1 (see tombstone_warn_threshold)\n"), 3)
	f.Add([]byte(head+"Writing large partition a/b:c (1.5GiB) to sstable x\n"+head+"x"), 9)
	f.Add([]byte(head+"Scanned over 9 tombstones during query 'q' (last scanned row token was 1 and partion key was ((k), c)); query aborted\n"), 1)
	f.Fuzz(func(t *testing.T, b []byte, step int) {
		collect := func(step int) (out []Event) {
			p := &Parser{}
			emit := func(e Event) { out = append(out, e) }
			feed(p, string(b), step, emit)
			p.Flush(emit)
			if len(p.line)+len(p.record) > 2*maxRecord {
				t.Fatal("more is kept than the bound")
			}
			return out
		}
		whole, pieces := collect(len(b)+1), collect(1+int(uint(step)%64))
		if len(whole) != len(pieces) {
			t.Fatalf("%d events in one piece, %d in many", len(whole), len(pieces))
		}
		for i := range whole {
			if whole[i] != pieces[i] || whole[i].Tombstones < -1 || whole[i].SizeBytes < -1 {
				t.Fatalf("%+v %+v", whole[i], pieces[i])
			}
		}
	})
}

// A file of a real node, where one is named.
func TestRealLog(t *testing.T) {
	path := os.Getenv("PARTOP_SYSTEM_LOG")
	if path == "" {
		t.Skip("skipped: PARTOP_SYSTEM_LOG names no system.log")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	p := &Parser{}
	p.Feed(b, func(Event) { n++ })
	p.Flush(func(Event) { n++ })
	if want := strings.Count(string(b), "see tombstone_warn_threshold)") + strings.Count(string(b), "large partition "); n != want {
		t.Errorf("%d events, %d lines", n, want)
	}
	t.Logf("%d events in %d bytes", n, len(b))
}
