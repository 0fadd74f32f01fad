package nodetool

import (
	"strings"
	"testing"
)

func TestTopPartitionsOld(t *testing.T) {
	d, res := read[TopPartitions](t, KindTopPartitions, `READS Sampler:
  Cardinality: ~2 (256 capacity)
  Top 10 partitions:
	Partition          Count       +/-
`+
		`	plain                 12         0
	key with space         4         1
	tab	here               3         0
	new
line               3         0
`+
		`	emoji-🔥               3         0
	{"json":1}             1         0
	a:b:c                  1         0

`+
		`WRITES Sampler:
  Cardinality: ~1 (256 capacity)
  Top 10 partitions:
	Nothing recorded during sampling period...
`)
	warned(t, res)
	if len(d.Samplers) != 2 || res.VersionHint != "2.1-3.11" {
		t.Fatalf("%+v", d)
	}
	r := d.Samplers[0]
	want := []string{"plain", "key with space", "tab\there", "new\nline", "emoji-🔥", `{"json":1}`, "a:b:c"}
	if len(r.Rows) != len(want) {
		t.Fatalf("%d rows: %+v", len(r.Rows), r.Rows)
	}
	for i, key := range want {
		if r.Rows[i].Partition != key {
			t.Errorf("key %d: got %q, want %q", i, r.Rows[i].Partition, key)
		}
	}
	if r.Title != "READS Sampler" || r.Sampler != "READS" || *r.Cardinality != 2 || *r.Capacity != 256 || r.Measure != "Count" {
		t.Errorf("%+v", r)
	}
	if r.Rows[1].Value != 4 || *r.Rows[1].Error != 1 {
		t.Errorf("%+v", r.Rows[1])
	}
	if w := d.Samplers[1]; !w.NothingRecorded || len(w.Rows) != 0 || w.Sampler != "WRITES" {
		t.Errorf("%+v", w)
	}
}

const newSamplers = `Frequency of reads by partition:
   Table           Partition      Count +/-
   nt_lab.odd_keys plain          12    0  
   nt_lab.odd_keys key with space 11    2  
   nt_lab.odd_keys new
line       1     0  
   nt_lab.odd_keys emoji-🔥       1     0  
   nt_lab.odd_keys                1     0  

Longest read query times:
   Query                                                           Microseconds
   SELECT v FROM k.locks WHERE k = 'lock-hot' ALLOW FILTERING      18709       
   SELECT v FROM k.locks WHERE k = 'two
lines' ALLOW FILTERING 5768        

Partitions read with the most tombstones:
   Nothing recorded during sampling period...

Max mutation size by partition:
   Table        Partition Bytes
   nt_lab.locks lock-hot  74   
   nt_lab.locks lock-hot  74   

Frequency of CAS contention by partition:
   Nothing recorded during sampling period...
`

func TestTopPartitionsNew(t *testing.T) {
	d, res := read[TopPartitions](t, KindTopPartitions, newSamplers)
	warned(t, res)
	if len(d.Samplers) != 5 || res.VersionHint != "5.0+" {
		t.Fatalf("%d samplers, hint %s", len(d.Samplers), res.VersionHint)
	}
	for i, want := range []struct {
		sampler, measure string
		rows             int
		nothing          bool
	}{{"READS", "Count", 5, false}, {"LOCAL_READ_TIME", "Microseconds", 2, false}, {"READ_TOMBSTONE_COUNT", "", 0, true},
		{"WRITE_SIZE", "Bytes", 2, false}, {"CAS_CONTENTIONS", "", 0, true}} {
		s := d.Samplers[i]
		if s.Sampler != want.sampler || s.Measure != want.measure || len(s.Rows) != want.rows || s.NothingRecorded != want.nothing {
			t.Errorf("sampler %d: %+v", i, s)
		}
	}
	rows := d.Samplers[0].Rows
	for i, key := range []string{"plain", "key with space", "new\nline", "emoji-🔥", ""} {
		if rows[i].Partition != key || rows[i].Table != "nt_lab.odd_keys" {
			t.Errorf("row %d: %+v", i, rows[i])
		}
	}
	if q := d.Samplers[1].Rows[1]; q.Query != "SELECT v FROM k.locks WHERE k = 'two\nlines' ALLOW FILTERING" || q.Value != 5768 || q.Error != nil {
		t.Errorf("%+v", q)
	}
}

func TestTopPartitionsHints(t *testing.T) {
	for text, want := range map[string]string{
		"Frequency of cas contentions by partition:\n   " + nothing + "...\n": "4.0-4.1",
		"Frequency of CAS contention by partition:\n   " + nothing + "...\n":  "5.0+",
		"Frequency of reads by partition:\n   " + nothing + "...\n":           "4.0+",
	} {
		if _, res := read[TopPartitions](t, KindTopPartitions, text); res.VersionHint != want {
			t.Errorf("%q: hint %s", text, res.VersionHint)
		}
	}
}

func TestTopPartitionsDamage(t *testing.T) {
	d, res := read[TopPartitions](t, KindTopPartitions, `Frequency of reads by partition:
   Table Partition Count +/-
   k.t a 5 0
   …
`)
	if len(d.Samplers[0].Rows) != 1 || !res.Truncated {
		t.Errorf("%+v", d)
	}
	warned(t, res, 4)

	d, res = read[TopPartitions](t, KindTopPartitions, `Frequency of reads by partition:
   Table Partition Count +/-
   k.t a 5 0
   k.t b never ends

Frequency of writes by partition:
   Table Partition Count +/-
   k.t c 6 0
`)
	if len(d.Samplers) != 2 || len(d.Samplers[0].Rows) != 1 || d.Samplers[1].Rows[0].Partition != "c" {
		t.Errorf("%+v", d)
	}
	warned(t, res, 4)

	d, res = read[TopPartitions](t, KindTopPartitions, `Frequency of reads by partition:
   Table Partition Count +/-
   notable a 5 0
   k.t b 4 0
`)
	if len(d.Samplers[0].Rows) != 1 {
		t.Errorf("%+v", d)
	}
	warned(t, res, 3)
}

func TestRowThatNeverEnds(t *testing.T) {
	text := "Frequency of reads by partition:\n   Table Partition Count +/-\n" + strings.Repeat("   k.t broken\n", 5000)
	d, res := read[TopPartitions](t, KindTopPartitions, text)
	if len(d.Samplers[0].Rows) != 0 || len(res.Warnings) == 0 || len(res.Warnings) > 10 {
		t.Errorf("%d warnings", len(res.Warnings))
	}
}

// TestTitleInsideAKey: a line of a key that looks like a title of no sampler stays in the key.
func TestTitleInsideAKey(t *testing.T) {
	d, _ := read[TopPartitions](t, KindTopPartitions, `Frequency of reads by partition:
   Table Partition Count +/-
   k.t new
Some title:
end 5 0
`)
	if len(d.Samplers) != 1 || d.Samplers[0].Rows[0].Partition != "new\nSome title:\nend" {
		t.Errorf("%+v", d)
	}
}

func TestSamplingList(t *testing.T) {
	d, res := read[SamplingList](t, KindSamplingList, `KEYSPACE TABLE
k        t    

broken
`)
	if len(d.Tables) != 1 || d.Tables[0] != "k.t" {
		t.Errorf("%+v", d)
	}
	warned(t, res, 4)
}
