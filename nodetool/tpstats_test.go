package nodetool

import (
	"reflect"
	"testing"
)

func TestTPStatsForms(t *testing.T) {
	tests := []struct {
		name, text, hint string
		pools, dropped   map[string]map[string]float64
	}{
		{
			"2.1, indented by a paste", `            Pool Name                    Active   Pending      Completed   Blocked  All time blocked
            MutationStage                     1         2       28117575         3              2282
            PerDiskMemtableFlushWriter_0      0         0            993         0                 0

            Message type           Dropped
            READ                         5
            BINARY                       0
`, "2.x",
			map[string]map[string]float64{"MutationStage": {"Active": 1, "Pending": 2, "Completed": 28117575, "Blocked": 3, "All time blocked": 2282},
				"PerDiskMemtableFlushWriter_0": {"Completed": 993}},
			map[string]map[string]float64{"READ": {"dropped": 5}, "BINARY": {"dropped": 0}},
		},
		{
			"5.0 left aligned", `Pool Name                      Active Pending Completed Blocked All time blocked
Native-Transport-Auth-Requests 0      0       7         0       0               

Latencies waiting in queue (micros) per dropped message types
Message type                      Dropped     50%      95%      99%      Max
READ_REQ                          3           0.0      1,5      N/A      9.0
`, "4.0+",
			map[string]map[string]float64{"Native-Transport-Auth-Requests": {"Completed": 7, "All time blocked": 0}},
			map[string]map[string]float64{"READ_REQ": {"dropped": 3, "50%": 0, "95%": 1.5, "max": 9}},
		},
		{
			"DSE 5.1, head in two lines", `Pool Name                                     Active   Pending      Completed   Blocked  All time blocked
ReadStage                                          0         0              7         0                 0

Message type           Dropped                  Latency waiting in queue (micros)                                    
                                             50%               95%               99%               Max
READ                         0               1.00              2.00              3.00              4.00
MUTATION                     2               N/A               N/A               N/A               N/A
`, "2.x-3.11",
			map[string]map[string]float64{"ReadStage": {"Completed": 7}},
			map[string]map[string]float64{"READ": {"dropped": 0, "50%": 1, "95%": 2, "99%": 3, "max": 4}, "MUTATION": {"dropped": 2}},
		},
		{
			"an unknown column", `Pool Name   Active   Shelved for now   Completed   Blocked  All time blocked
ReadStage        1                 2           3         4                 5
`, "",
			map[string]map[string]float64{"ReadStage": {"Active": 1, "Shelved for now": 2, "Completed": 3, "Blocked": 4, "All time blocked": 5}},
			nil,
		},
		{
			"json", `{"DroppedMessage":{"READ_REQ":4},"ThreadPools":{"ReadStage":{"ActiveTasks":1,"PendingTasks":2,"CompletedTasks":3,"CurrentlyBlockedTasks":4,"TotalBlockedTasks":5,"NewTasks":6}},"WaitLatencies":{"READ_REQ":[1,2,3,4,5,6,7.5]}}`, "4.0+",
			map[string]map[string]float64{"ReadStage": {"Active": 1, "Pending": 2, "Completed": 3, "Blocked": 4, "All time blocked": 5, "NewTasks": 6}},
			map[string]map[string]float64{"READ_REQ": {"dropped": 4, "50%": 1, "75%": 2, "95%": 3, "98%": 4, "99%": 5, "min": 6, "max": 7.5}},
		},
		{
			"yaml", `ThreadPools:
  ReadStage:
    ActiveTasks: 1
WaitLatencies:
  READ:
  - 1
  - 2
  - 3
  - 4
  - 5
  - 6
  - 7
DroppedMessage:
  READ: 4
`, "3.11+",
			map[string]map[string]float64{"ReadStage": {"Active": 1}},
			map[string]map[string]float64{"READ": {"dropped": 4, "50%": 1, "max": 7}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, res := read[TPStats](t, KindTPStats, tt.text)
			warned(t, res)
			if res.VersionHint != tt.hint {
				t.Errorf("hint %q", res.VersionHint)
			}
			for name, cells := range tt.pools {
				for col, want := range cells {
					wantNumber(t, name+" "+col, d.Pools[name][col], want)
				}
			}
			for name, cells := range tt.dropped {
				for col, want := range cells {
					wantNumber(t, name+" "+col, d.Dropped[name][col], want)
				}
			}
			if len(d.Pools) != len(tt.pools) || len(d.Dropped) != len(tt.dropped) || len(d.PoolOrder) != len(d.Pools) {
				t.Errorf("%d pools, %d types", len(d.Pools), len(d.Dropped))
			}
		})
	}
}

func TestTPStatsUnknownCells(t *testing.T) {
	d, _ := read[TPStats](t, KindTPStats, "Pool Name Active Pending Completed Blocked All time blocked\nReadStage N/A n/a 3 NaN 5\n")
	for _, col := range []string{"Active", "Pending", "Blocked"} {
		if _, ok := d.Pools["ReadStage"][col].Float(); ok || !d.Pools["ReadStage"][col].Printed() {
			t.Errorf("%s: %+v", col, d.Pools["ReadStage"][col])
		}
	}
}

func TestTPStatsHeaderLost(t *testing.T) {
	d, res := read[TPStats](t, KindTPStats, "TPC/all/READ_LOCAL   0   0   N/A  N/A   4967   4967   7364   N/A   0\nTPC/all/READ_DISK   0   0   N/A  N/A   4967   4967   7364   N/A   x\n")
	want := []PoolRow{{"TPC/all/READ_LOCAL", []string{"0", "0", "N/A", "N/A", "4967", "4967", "7364", "N/A", "0"}}}
	if !reflect.DeepEqual(d.Headless, want) || len(d.Pools) != 0 {
		t.Errorf("%+v", d)
	}
	warned(t, res, 2, 0)
	if !res.Truncated || res.VersionHint != "dse-6" {
		t.Errorf("truncated %v, hint %s", res.Truncated, res.VersionHint)
	}
}

func TestTPStatsDamage(t *testing.T) {
	d, res := read[TPStats](t, KindTPStats, `Pool Name Active Pending Completed Blocked All time blocked
ReadStage 1 2 3 4
MutationStage 1 2 3 4 5
GossipStage 1 2 3 4 five
`)
	if len(d.Pools) != 1 {
		t.Errorf("pools %v", d.PoolOrder)
	}
	warned(t, res, 2, 4)
	_, res = read[TPStats](t, KindTPStats, `{"ThreadPools":{},"DroppedMessage":{"R":1},"WaitLatencies":{"R":[1,2]}}`)
	warned(t, res, 1)
}
