package nodetool

import (
	"strings"
	"testing"
)

func TestCompactionStatsForms(t *testing.T) {
	tests := []struct {
		name, text, hint string
		want             CompactionRow
		completed, total float64
		percent          float64
		pending, remain  float64
	}{
		{
			name: "1.1 with column family", hint: "1.x-2.1",
			text: `pending tasks: 5
          compaction type        keyspace   column family bytes compacted     bytes total  progress
               Compaction       Keyspace1       Standard1       282310680       302170540    93.43%
Active compaction remaining time :   0h00m16s
`,
			want: CompactionRow{Type: "Compaction", Keyspace: "Keyspace1", Table: "Standard1"}, completed: 282310680, total: 302170540,
			percent: 93.43, pending: 5, remain: 16,
		},
		{
			name: "2.0 right aligned with a long type", hint: "1.x-2.1",
			text: `pending tasks: 1
          compaction type        keyspace           table       completed           total      unit  progress
Anticompaction after repair       Keyspace1       Standard1       282310680       302170540     bytes    93.43%
`,
			want:      CompactionRow{Type: "Anticompaction after repair", Keyspace: "Keyspace1", Table: "Standard1", Unit: "bytes"},
			completed: 282310680, total: 302170540, percent: 93.43, pending: 1, remain: -1,
		},
		{
			name: "2.2 human", hint: "2.2",
			text: `pending tasks: 4
                                     id   compaction type              keyspace                table   completed       total    unit  progress
   02e24600-0cdb-11f0-9b2f-d974ead2032d   Key cache save         ks_metrics_v1   metrics_by_date_tl     1.12 KB     1.17 MB   bytes  0.09%
Active compaction remaining time :        n/a
`,
			want: CompactionRow{ID: "02e24600-0cdb-11f0-9b2f-d974ead2032d", Type: "Key cache save", Keyspace: "ks_metrics_v1",
				Table: "metrics_by_date_tl", Unit: "bytes", CompletedText: "1.12 KB", TotalText: "1.17 MB"},
			completed: 1.12 * 1024, total: 1.17 * 1024 * 1024, percent: 0.09, pending: 4, remain: -1,
		},
		{
			name: "3.x left aligned", hint: "3.0-4.1",
			text: `pending tasks: 2
- k.t: 1
- k.u.idx: 1

id                                   compaction type     keyspace table completed  total      unit  progress
9287e040-ecda-11f1-b59a-7ba38b56d717 Remove deleted data k        t     272,49 KiB 345,92 KiB bytes 78,77%  
Active compaction remaining time :   0h00m13s
`,
			want: CompactionRow{ID: "9287e040-ecda-11f1-b59a-7ba38b56d717", Type: "Remove deleted data", Keyspace: "k", Table: "t",
				Unit: "bytes", CompletedText: "272,49 KiB", TotalText: "345,92 KiB"},
			completed: 272.49 * 1024, total: 345.92 * 1024, percent: 78.77, pending: 2, remain: 13,
		},
		{
			name: "5.0 vtable that is starting", hint: "5.0+",
			text: `concurrent compactors            2            
pending tasks                    4            
k                                t          1 
compactions completed            154          
mean rate                        353.45/hour  
keyspace table task id                              completion ratio kind             progress sstables total    unit  target directory
k        t     9aad52d0-ecd7-11f1-a20e-6dd766c90501 2.20%            Major compaction 722976   4        32884218 bytes                 
active compaction remaining time 0h00m30s
`,
			want: CompactionRow{ID: "9aad52d0-ecd7-11f1-a20e-6dd766c90501", Type: "Major compaction", Keyspace: "k", Table: "t",
				Unit: "bytes", VTable: true}, completed: 722976, total: 32884218, percent: 2.2, pending: 4, remain: 30,
		},
		{
			name: "ScyllaDB", hint: "scylla",
			text: `dtest: DEBUG: pending tasks: 0
       id   compaction type    keyspace       table   completed   total   unit   progress
   <none>        COMPACTION   keyspace1   standard1        2615   31104   keys      8.41%
Active compaction remaining time :   0h00m00s
`,
			want:      CompactionRow{ID: "<none>", Type: "COMPACTION", Keyspace: "keyspace1", Table: "standard1", Unit: "keys"},
			completed: 2615, total: 31104, percent: 8.41, pending: 0, remain: 0,
		},
		{
			name: "shifted by a paste", hint: "3.0-4.1",
			text: `pending tasks: 1

id compaction type keyspace table completed total unit progress
    9287e040-ecda-11f1-b59a-7ba38b56d717 Compaction  keyspace1 standard1  10   20 bytes 50.00%
`,
			want: CompactionRow{ID: "9287e040-ecda-11f1-b59a-7ba38b56d717", Type: "Compaction", Keyspace: "keyspace1", Table: "standard1",
				Unit: "bytes"}, completed: 10, total: 20, percent: 50, pending: 1, remain: -1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, res := read[CompactionStats](t, KindCompactionStats, tt.text)
			warned(t, res)
			if res.VersionHint != tt.hint {
				t.Errorf("hint %s", res.VersionHint)
			}
			if len(d.Rows) != 1 {
				t.Fatalf("rows %+v", d.Rows)
			}
			row := d.Rows[0]
			wantNumber(t, "completed", row.Completed, tt.completed)
			wantNumber(t, "total", row.Total, tt.total)
			wantNumber(t, "percent", row.Percent, tt.percent)
			wantNumber(t, "pending", d.PendingTasks, tt.pending)
			if v, ok := d.Remaining.Float(); ok != (tt.remain >= 0) || ok && v != tt.remain {
				t.Errorf("remaining %v %v", v, ok)
			}
			row.Completed, row.Total, row.Percent, row.SSTables = Figure{}, Figure{}, Figure{}, Figure{}
			if row != tt.want {
				t.Errorf("row %+v", row)
			}
		})
	}
}

func TestPendingByTable(t *testing.T) {
	d, _ := read[CompactionStats](t, KindCompactionStats, `pending tasks: 3
- k.t: 1
- k.u.idx: 2

`)
	if d.PendingByTable["k.t"] != 1 || d.PendingByTable["k.u.idx"] != 2 || len(d.Rows) != 0 {
		t.Errorf("%+v", d)
	}
	d, _ = read[CompactionStats](t, KindCompactionStats, `pending tasks                    3
k                                t  1
k                                u  2
compactions completed            9
`)
	if d.PendingByTable["k.t"] != 1 || d.PendingByTable["k.u"] != 2 {
		t.Errorf("%+v", d)
	}
	wantNumber(t, "completed", d.Values["compactions completed"], 9)
}

func TestCompactionValuesOfLaterVersions(t *testing.T) {
	d, res := read[CompactionStats](t, KindCompactionStats, `concurrent compactors            2          
pending tasks                    0          
compactions completed            4          
compressed data compacted        21.67 KiB  
flux compacted                   7          
15 minute rate                   0.26/minute
compaction throughput (MiB/s)    64.0       
`)
	warned(t, res)
	wantNumber(t, "known", d.Values["compressed data compacted"], 21.67*1024)
	wantNumber(t, "rate", d.Values["15 minute rate"], 0.26)
	wantNumber(t, "throughput", d.Values["compaction throughput (MiB/s)"], 64)
	if len(d.PendingByTable) != 0 {
		t.Errorf("pending %v", d.PendingByTable)
	}
	wantNumber(t, "unknown", d.Values["flux compacted"], 7)
}

func TestDamagedCompactionRow(t *testing.T) {
	d, res := read[CompactionStats](t, KindCompactionStats, `pending tasks: 2

id                                   compaction type keyspace table completed total unit  progress
9287e040-ecda-11f1-b59a-7ba38b56d717 Compaction      k        t     10        20    bytes 50.00%  
9287e040-ecda-11f1-b59a-7ba38b56d718 Compaction      k        t     1x        20
Active compaction remaining time :   0h00m13s
`)
	if len(d.Rows) != 1 || d.Rows[0].Table != "t" {
		t.Errorf("rows %+v", d.Rows)
	}
	warned(t, res, 5)
}

func TestCompactionHistoryForms(t *testing.T) {
	tests := []struct {
		name, text, hint string
		want             CompactionEntry
	}{
		{"2.x", "Compaction History: \nid                                       keyspace_name      columnfamily_name  compacted_at              bytes_in       bytes_out      rows_merged    \n" +
			"8e4f8cd0-f6b1-11e4-b9e2-d7a1b7f6b4f9     system             sstable_activity   1431193426333             1284           340            {1:4, 4:9}     \n", "2.x",
			CompactionEntry{ID: "8e4f8cd0-f6b1-11e4-b9e2-d7a1b7f6b4f9", Keyspace: "system", Table: "sstable_activity",
				CompactedAt: "1431193426333", CompactedAtMillis: 1431193426333, RowsMerged: "{1:4, 4:9}"}},
		{"4.x", "Compaction History: \nid keyspace_name columnfamily_name compacted_at bytes_in bytes_out rows_merged\n" +
			"5fa6d230-ecda-11f1-b59a-7ba38b56d717 k t.idx 2026-11-30T16:23:27.699 643 274 {1:5, 4:1}\n", "3.0-4.1",
			CompactionEntry{ID: "5fa6d230-ecda-11f1-b59a-7ba38b56d717", Keyspace: "k", Table: "t.idx", CompactedAt: "2026-11-30T16:23:27.699",
				CompactedAtMillis: 1796055807699, RowsMerged: "{1:5, 4:1}"}},
		{"5.0", "Compaction History: \nid keyspace_name columnfamily_name compacted_at bytes_in bytes_out rows_merged compaction_properties\n" +
			"5fa6d230-ecda-11f1-b59a-7ba38b56d717 k t 2026-11-30T16:23:27.699 643 274 {} {compaction_type:Major compaction}\n", "5.0+",
			CompactionEntry{ID: "5fa6d230-ecda-11f1-b59a-7ba38b56d717", Keyspace: "k", Table: "t", CompactedAt: "2026-11-30T16:23:27.699",
				CompactedAtMillis: 1796055807699, RowsMerged: "{}", Properties: "{compaction_type:Major compaction}"}},
		{"json", `{"CompactionHistory" : [ {"keyspace_name":"k","bytes_out":274,"bytes_in":643,"columnfamily_name":"t","rows_merged":"{1:5}","id":"5fa6d230-ecda-11f1-b59a-7ba38b56d717","compacted_at":"never"} ]}`,
			"3.0-4.1", CompactionEntry{ID: "5fa6d230-ecda-11f1-b59a-7ba38b56d717", Keyspace: "k", Table: "t", CompactedAt: "never", RowsMerged: "{1:5}"}},
		{"yaml", `CompactionHistory:
- keyspace_name: k
  bytes_out: 274
  bytes_in: 643
  columnfamily_name: t
  rows_merged: '{1:5, 2:1}'
  id: 5fa6d230-ecda-11f1-b59a-7ba38b56d717
  compacted_at: '2026-11-30T16:23:27'
`,
			"3.0-4.1", CompactionEntry{ID: "5fa6d230-ecda-11f1-b59a-7ba38b56d717", Keyspace: "k", Table: "t",
				CompactedAt: "2026-11-30T16:23:27", CompactedAtMillis: 1796055807000, RowsMerged: "{1:5, 2:1}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, res := read[CompactionHistory](t, KindCompactionHistory, tt.text)
			warned(t, res)
			if len(d.Entries) != 1 || res.VersionHint != tt.hint {
				t.Fatalf("%+v, hint %s", d, res.VersionHint)
			}
			e := d.Entries[0]
			if strings.HasPrefix(e.ID, "5fa6") {
				wantNumber(t, "bytes_in", e.BytesIn, 643)
				wantNumber(t, "bytes_out", e.BytesOut, 274)
			}
			e.BytesIn, e.BytesOut = Figure{}, Figure{}
			if e != tt.want {
				t.Errorf("got  %+v\nwant %+v", e, tt.want)
			}
		})
	}
}

func TestCompactionHistoryDamage(t *testing.T) {
	d, res := read[CompactionHistory](t, KindCompactionHistory, "Compaction History: \nid keyspace_name columnfamily_name compacted_at bytes_in bytes_out rows_merged\n"+
		"short row\n5fa6d230-ecda-11f1-b59a-7ba38b56d717 k t 2026-11-30T16:23:27.699 x 274 {1:5, 4:1}\n")
	if len(d.Entries) != 0 {
		t.Errorf("%+v", d.Entries)
	}
	warned(t, res, 3, 4)
	d, res = read[CompactionHistory](t, KindCompactionHistory, "There is no compaction history\n")
	if len(d.Entries) != 0 {
		t.Errorf("%+v", d.Entries)
	}
	warned(t, res)
}
