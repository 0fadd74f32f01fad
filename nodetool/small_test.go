package nodetool

import (
	"reflect"
	"testing"
)

func TestSnapshots(t *testing.T) {
	d, res := read[Snapshots](t, KindListSnapshots, `Snapshot Details: 
Snapshot name    Keyspace name Column family name True size  Size on disk Creation time            Expiration time
with blanks in   nt_lab        page_views         1,04 KiB   13.55 KiB    2026-11-30T15:47:04.177Z                
nt_snap1         nt_lab        empty_table        963 bytes  963 bytes    2026-11-30T15:47:04.177Z 2026-12-30T15:47:04.177Z
broken

Total TrueDiskSpaceUsed: 14,5 KiB

`)
	if len(d.Rows) != 2 || d.None {
		t.Fatalf("%+v", d)
	}
	r := d.Rows[0]
	if r.Name != "with blanks in" || r.Table != "page_views" || r.Created != "2026-11-30T15:47:04.177Z" || r.Expires != "" || r.TrueSizeText != "1,04 KiB" {
		t.Errorf("%+v", r)
	}
	wantNumber(t, "true size", r.TrueSize, 1.04*1024)
	wantNumber(t, "on disk", r.SizeOnDisk, 13.55*1024)
	wantNumber(t, "total", d.TotalTrueSize, 14.5*1024)
	if d.Rows[1].Expires != "2026-12-30T15:47:04.177Z" || res.VersionHint != "4.1+" {
		t.Errorf("%+v, hint %s", d.Rows[1], res.VersionHint)
	}
	warned(t, res, 5)

	d, res = read[Snapshots](t, KindListSnapshots, "Snapshot Details: \nSnapshot name       Keyspace name                Column family name           True size          Size on disk       \n"+
		`1431193426333       k                            t                            0 bytes            308.66 MB          

Total TrueDiskSpaceUsed: 0 bytes
`)
	if len(d.Rows) != 1 || d.Rows[0].Name != "1431193426333" || res.VersionHint != "" {
		t.Errorf("%+v, hint %s", d, res.VersionHint)
	}
	wantNumber(t, "2.1", d.Rows[0].SizeOnDisk, 308.66*(1<<20))

	d, _ = read[Snapshots](t, KindListSnapshots, "Snapshot Details: \nThere are no snapshots\n")
	if !d.None || len(d.Rows) != 0 {
		t.Errorf("%+v", d)
	}
}

func TestNetStats(t *testing.T) {
	d, res := read[NetStats](t, KindNetStats, `Mode: JOINING
Bootstrap 7a0a7a50-f6b1-11e4-b9e2-d7a1b7f6b4f9
    /10.0.0.2 (using /192.168.0.2)
        Receiving 20 files, 123456 bytes total. Already received 3 files (15.00%), 1234 bytes total (1.00%)
            /var/lib/cassandra/data/k/t-1/nb-1-big-Data.db 123/456 bytes (27%) received from idx:0/10.0.0.2
        Sending 1 files, 5 bytes total
Read Repair Statistics:
Attempted: 447
Mismatch (Blocking): 1
Mismatch (Background): 2
Pool Name                    Active   Pending      Completed   Dropped
Large messages                  n/a         0              7         1
Gossip messages                 n/a         0              0         x
`)
	warned(t, res, 13)
	if d.Mode != "JOINING" || d.NotStreaming || len(d.Streams) != 1 {
		t.Fatalf("%+v", d)
	}
	s := d.Streams[0]
	if s.Operation != "Bootstrap" || s.Peer != "/10.0.0.2" || s.ID != "7a0a7a50-f6b1-11e4-b9e2-d7a1b7f6b4f9" || len(s.Transfers) != 2 {
		t.Fatalf("%+v", s)
	}
	wantNumber(t, "files", s.Transfers[0].Files, 20)
	wantNumber(t, "bytes", s.Transfers[0].TotalBytes, 123456)
	wantNumber(t, "files done", s.Transfers[0].DoneFiles, 3)
	wantNumber(t, "bytes done", s.Transfers[0].DoneBytes, 1234)
	if s.Transfers[1].Direction != "Sending" || s.Transfers[1].DoneFiles.Printed() {
		t.Errorf("%+v", s.Transfers[1])
	}
	wantNumber(t, "attempted", d.ReadRepair["Attempted"], 447)
	wantNumber(t, "background", d.ReadRepair["Mismatch (Background)"], 2)
	p := d.Pools["Large messages"]
	if p["Active"].State != NotAvailable {
		t.Errorf("n/a is unknown: %+v", p["Active"])
	}
	wantNumber(t, "completed", p["Completed"], 7)
	wantNumber(t, "dropped", p["Dropped"], 1)
}

func TestNetStatsOld(t *testing.T) {
	d, res := read[NetStats](t, KindNetStats, `Mode: NORMAL
Not sending any streams.
Read Repair Statistics:
Attempted: 1
Pool Name                    Active   Pending      Completed
Commands                        n/a         0             50
Responses                       n/a         0             60
`)
	warned(t, res)
	wantNumber(t, "2.x", d.Pools["Commands"]["Completed"], 50)
	if !d.NotStreaming {
		t.Error("it said that it streams nothing")
	}
}

const gcHeader = "       Interval (ms) Max GC Elapsed (ms)Total GC Elapsed (ms)Stdev GC Elapsed (ms)   GC Reclaimed (MB)         Collections      Direct Memory Bytes\n"

func TestGCStats(t *testing.T) {
	d, res := read[GCStats](t, KindGCStats, gcHeader+"              104434                  45                 168                 NaN         15749685064                   8                       -1\n")
	warned(t, res)
	wantNumber(t, "interval", d.IntervalMs, 104434)
	wantNumber(t, "max", d.MaxElapsedMs, 45)
	wantNumber(t, "total", d.TotalElapsedMs, 168)
	wantNumber(t, "bytes, whatever the header says", d.ReclaimedBytes, 15749685064)
	wantNumber(t, "collections", d.Collections, 8)
	wantNumber(t, "direct", d.DirectMemoryBytes, -1)
	if d.StdevElapsedMs.State != NotANumber {
		t.Errorf("%+v", d.StdevElapsedMs)
	}
	d, _ = read[GCStats](t, KindGCStats, "Interval (ms) Max GC Elapsed (ms)Total GC Elapsed (ms)Stdev GC Elapsed (ms)   GC Reclaimed (MB)         Collections      New A New B\n1 2 3 4 5 6 7 8\n")
	wantNumber(t, "columns of a later version", d.Collections, 6)
	if d.DirectMemoryBytes.Printed() {
		t.Error("a value out of an unknown column")
	}
	for _, row := range []string{"1 2 3\n", "1 2 3 4 5 6 seven\n", ""} {
		if res, err := ParseAny([]byte(gcHeader + row)); err == nil {
			t.Errorf("%q: got %+v", row, res.Data)
		}
	}
}

func TestSingleValues(t *testing.T) {
	v, res := read[Version](t, KindVersion, "ReleaseVersion: 4.1.10-SNAPSHOT\n")
	if v.Release != "4.1.10-SNAPSHOT" || res.VersionHint != v.Release {
		t.Errorf("%+v", v)
	}
	to, _ := read[Timeout](t, KindGetTimeout, "Current timeout for type read: 5000 ms\n")
	if to.Type != "read" {
		t.Errorf("%+v", to)
	}
	wantNumber(t, "timeout", to.Ms, 5000)
	th, res := read[CompactionThroughput](t, KindCompactionThroughput, `Current compaction throughput: 64 MB/s
Current compaction throughput (1 minute): 1.5 MiB/s
rubbish
`)
	wantNumber(t, "throughput", th.MiBPerSecond, 64)
	if th.Lines["Current compaction throughput (1 minute)"] != "1.5 MiB/s" || th.Unit != "MB/s" {
		t.Errorf("%+v", th)
	}
	warned(t, res, 3)
	for _, text := range []string{"Current concurrent compactors in the system is: \n2\n", "Current concurrent compactors in the system is: 2\n"} {
		c, _ := read[ConcurrentCompactors](t, KindConcurrentCompactors, text)
		wantNumber(t, text, c.Compactors, 2)
	}
	if res, err := ParseAny([]byte("Current concurrent compactors in the system is: \n")); err == nil {
		t.Errorf("got %+v", res.Data)
	}
}

func TestEndpoints(t *testing.T) {
	d, res := read[Endpoints](t, KindGetEndpoints, `10.0.0.1
/10.0.0.2
fe80::1
[::1]:7000
10.0.0.3:7000
node-4.example.org
localhost
`)
	warned(t, res)
	if len(d.Endpoints) != 7 {
		t.Errorf("%v", d.Endpoints)
	}
	res, err := Parse(KindGetEndpoints, []byte(`10.0.0.1
not a node
10.0.0.2
`))
	if err != nil || len(res.Data.(*Endpoints).Endpoints) != 2 {
		t.Fatal(err)
	}
	warned(t, res, 2)
}

func TestSSTableList(t *testing.T) {
	d, res := read[SSTables](t, KindGetSSTables, `/data with blanks/k/t-1/nb-1-big-Data.db
~~~
/d/k/t-1/da-3gab_1-bti-Data.db
`)
	if len(d.SSTables) != 2 || d.Levels != nil {
		t.Errorf("%+v", d)
	}
	warned(t, res, 2)
	d, res = read[SSTables](t, KindGetSSTables, `0: /d/nb-1-big-Data.db
2:
/d/nb-2-big-Data.db
/d/nb-3-big-Data.db
`)
	warned(t, res)
	if !reflect.DeepEqual(d.Levels, []int64{0, 2, 2}) || len(d.SSTables) != 3 {
		t.Errorf("%+v", d)
	}
}

func TestDataPaths(t *testing.T) {
	d, res := read[DataPaths](t, KindDataPaths, `Keyspace: k
	Table: t
	Paths:
		/d1/k/t-1
		/d2/k/t-1

	Table: u
	Paths:
		/d1/k/u-1

----------------
Keyspace: l
	Table: t
	Paths:
		/d1/l/t-1
`)
	warned(t, res)
	if len(d.Tables) != 3 || len(d.Tables[0].Paths) != 2 || d.Tables[2].Keyspace != "l" || d.Tables[1].Table != "u" {
		t.Errorf("%+v", d)
	}
}

func TestRangeKeySample(t *testing.T) {
	d, _ := read[RangeKeySample](t, KindRangeKeySample, `RangeKeySample: 
	-5
	7
`)
	if !reflect.DeepEqual(d.Tokens, []string{"-5", "7"}) {
		t.Errorf("%+v", d)
	}
}

func TestClientStats(t *testing.T) {
	d, res := read[ClientStats](t, KindClientStats, `Address          SSL   Cipher    Protocol  Version User      Keyspace Requests Driver-Name                    Driver-Version
/127.0.0.1:56026 false undefined undefined 5       anonymous          82       Apache Cassandra Python Driver 3.30.1        
nonsensenonsensenonsensenonsensenonsense

Total connected clients: 2

User      Connections
anonymous 2          
two words 3
`)
	warned(t, res, 3)
	wantNumber(t, "total", d.Total, 2)
	if len(d.Connections) != 1 || d.Connections[0]["Driver-Name"] != "Apache Cassandra Python Driver" || d.Connections[0]["Keyspace"] != "" ||
		d.Connections[0]["Requests"] != "82" || d.ByUser["anonymous"] != 2 || d.ByUser["two words"] != 3 {
		t.Errorf("%+v", d)
	}
}

func TestGossipInfo(t *testing.T) {
	d, res := read[GossipInfo](t, KindGossipInfo, `/127.0.0.1
  generation:1796052316
  heartbeat:1518
  STATUS:32:NORMAL,-151
  RPC_ADDRESS:4:127.0.0.1
~~~
host/10.0.0.2
  heartbeat:7
`)
	warned(t, res, 6)
	if d.Endpoints["127.0.0.1"]["STATUS"] != "NORMAL,-151" || d.Endpoints["127.0.0.1"]["generation"] != "1796052316" ||
		d.Endpoints["10.0.0.2"]["heartbeat"] != "7" || d.Endpoints["127.0.0.1"]["RPC_ADDRESS"] != "127.0.0.1" {
		t.Errorf("%+v", d)
	}
}

func TestFailureDetector(t *testing.T) {
	d, _ := read[FailureDetector](t, KindFailureDetector, `  Endpoint,             Phi
/10.0.0.1, 0.25
/10.0.0.2, 18.5
`)
	wantNumber(t, "phi", d.Phi["10.0.0.2"], 18.5)
	if len(d.Phi) != 2 {
		t.Errorf("%+v", d)
	}
}

func TestAutoCompaction(t *testing.T) {
	d, res := read[AutoCompaction](t, KindAutoCompaction, `Keyspace Table  Status     
k        t      running    
k        u.idx  not running
rubbish
`)
	warned(t, res, 4)
	if !d.Running["k.t"] || d.Running["k.u.idx"] || len(d.Running) != 2 {
		t.Errorf("%+v", d)
	}
}
