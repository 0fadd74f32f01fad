package sstable

import (
	"errors"
	"slices"
	"testing"
)

func TestParseName(t *testing.T) {
	const tableDir = "data/ks/t-3f14b9d0ecd811f1a20e6dd766c90501"
	for _, c := range []struct {
		name, version, id, component string
		err                          error
	}{
		{name: "nb-1-big-Data.db", version: "big-nb", id: "1", component: "Data.db"},
		{name: tableDir + "/ma-12-big-Statistics.db", version: "big-ma", id: "12", component: "Statistics.db"},
		{name: "da-3h5y_19b2_1dq4q2n8op08da32k7-bti-Rows.db", version: "bti-da", id: "3h5y_19b2_1dq4q2n8op08da32k7", component: "Rows.db"},
		{name: "nb-1-big-SAI+aa+idx+TermsData.db", version: "big-nb", id: "1", component: "SAI+aa+idx+TermsData.db"},
		{name: "me-3-big-SI_a-b.db", version: "big-me", id: "3", component: "SI_a-b.db"},
		{name: "qa-1-big-Data.db", version: "big-qa", id: "1", component: "Data.db"},
		{name: "la-1-big-Data.db", err: ErrUnsupported},
		{name: "nc-1-big-Data.db", err: ErrUnsupported},
		{name: "pq-1-big-Data.db", err: ErrUnsupported},
		{name: "aa-1-bti-Data.db", err: ErrUnsupported},
		{name: "ks-t-ka-1-Data.db", err: ErrNotSSTable},
		{name: "tmp-nb-1-big-Data.db", err: ErrNotSSTable},
		{name: "nb-1-huge-Data.db", err: ErrNotSSTable},
		{name: "nb--big-Data.db", err: ErrNotSSTable},
		{name: "nb-1-big-", err: ErrNotSSTable},
		{name: "nb-1-big", err: ErrNotSSTable},
		{name: "nb_txn_compaction_58d43a10-ecd2-11f1-8000-02fc00000001.log", err: ErrNotSSTable},
		{name: "manifest.json", err: ErrNotSSTable},
		{name: "", err: ErrNotSSTable},
	} {
		d, component, err := ParseName(c.name)
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.err)
			continue
		}
		if err == nil && (d.Version.String() != c.version || d.ID != c.id || string(component) != c.component) {
			t.Errorf("%s: got %s %s %s", c.name, d.Version, d.ID, component)
		}
		if err == nil && d.Path(component) != c.name {
			t.Errorf("%s: path %s", c.name, d.Path(component))
		}
	}
}

// What versions have, as the matrix of Cassandra's BigFormat and BtiFormat.
func TestVersionFeatures(t *testing.T) {
	for _, c := range []struct {
		format   Format
		name     string
		feature  features
		has      bool
		isKnown  bool
		whatelse string
	}{
		{Big, "ma", commitLogLowerBound, false, true, ""},
		{Big, "mb", commitLogLowerBound, true, true, ""},
		{Big, "mc", commitLogIntervals, true, true, ""},
		{Big, "mc", accurateMinMax, false, true, ""},
		{Big, "md", accurateMinMax, true, true, ""},
		{Big, "md", originatingHostID, false, true, ""},
		{Big, "me", originatingHostID, true, true, ""},
		{Big, "me", metadataChecksums, false, true, ""},
		{Big, "na", originatingHostID, false, true, "the host id of me is missing in na"},
		{Big, "na", metadataChecksums, true, true, ""},
		{Big, "nb", originatingHostID, true, true, ""},
		{Big, "nb", uintDeletionTime, false, true, ""},
		{Big, "nd", uintDeletionTime, false, false, "as nb"},
		{Big, "oa", uintDeletionTime, true, true, ""},
		{Big, "pa", compressionDictionary, true, true, ""},
		{Big, "ra", uintDeletionTime, true, false, "as the newest"},
		{BTI, "da", keyRange, true, true, ""},
		{BTI, "fa", keyRange, true, false, "as the newest"},
	} {
		v, err := NewVersion(c.format, c.name)
		if err != nil || v.has(c.feature) != c.has || v.Known() != c.isKnown {
			t.Errorf("%v %s: feature %#x %t, known %t, %v; %s", c.format, c.name, c.feature, v.has(c.feature), v.Known(), err, c.whatelse)
		}
	}
}

func TestLocation(t *testing.T) {
	const table = "var/data/ks/t-3f14b9d0ecd811f1a20e6dd766c90501"
	const id = "3f14b9d0ecd811f1a20e6dd766c90501"
	for dir, want := range map[string]Location{
		table:                                  {Keyspace: "ks", Table: "t", TableID: id},
		table + "/.idx":                        {Keyspace: "ks", Table: "t", TableID: id, Index: "idx"},
		table + "/backups":                     {Keyspace: "ks", Table: "t", TableID: id, Backup: true},
		table + "/backups/.idx":                {Keyspace: "ks", Table: "t", TableID: id, Backup: true, Index: "idx"},
		table + "/snapshots/a-b":               {Keyspace: "ks", Table: "t", TableID: id, Snapshot: "a-b"},
		table + "/snapshots/backups":           {Keyspace: "ks", Table: "t", TableID: id, Snapshot: "backups"},
		table + "/snapshots/tag/.idx":          {Keyspace: "ks", Table: "t", TableID: id, Snapshot: "tag", Index: "idx"},
		"ks/snapshots-" + id:                   {Keyspace: "ks", Table: "snapshots", TableID: id},
		"copied/here":                          {},
		"ks/t-3f14b9d0ecd811f1a20e6dd766c9050": {},
		".":                                    {},
		"..":                                   {},
		"":                                     {},
	} {
		if got := (Descriptor{Dir: dir}).Location(); got != want {
			t.Errorf("%s: got %+v, want %+v", dir, got, want)
		}
	}
}

func TestCompareOrder(t *testing.T) {
	names := []string{
		"a/nb-2-big-Data.db", "a/nb-10-big-Data.db", "a/da-3h5y_0000_1dq4q2n8op08da32k7-bti-Data.db",
		"a/oa-3h5y_19b2_1dq4q2n8op08da32k7-big-Data.db", "b/nb-1-big-Data.db",
	}
	var got []Descriptor
	for _, i := range []int{3, 0, 4, 2, 1} {
		d, _, err := ParseName(names[i])
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d)
	}
	slices.SortFunc(got, Descriptor.Compare)
	for i, d := range got {
		if d.Path(DataDB) != names[i] {
			t.Errorf("place %d: %s, want %s", i, d.Path(DataDB), names[i])
		}
	}
}
