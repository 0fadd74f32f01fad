package nodetool

import (
	"reflect"
	"testing"
)

func TestInfo(t *testing.T) {
	d, res := read[Info](t, KindInfo, `ID                     : 9eaf3011-fa89-4d20-90f6-f0d74467bc7c
Gossip active          : true
Thrift active          : true
Load                   : 1,58 GiB
Uptime (seconds)       : 1291080
Heap Memory (MB)       : 3473,76 / 7962,00
Off Heap Memory (MB)   : 5.56
Data Center            : dc one
Exceptions             : 0
Key Cache              : entries 66605, size 5,88 MiB, capacity 100 MiB, 59453 hits, 143017 requests, 0,416 recent hit rate, 14400 save period in seconds
Row Cache              : entries 0, size 0 (bytes), capacity 0 bytes, 0 hits, 0 requests, NaN recent hit rate, 0 save period in seconds
Chunk Cache            : entries 8, size 512 KiB, capacity 480 MiB, 967995 misses, 1281045 requests, 0.244 recent hit rate, NaN microseconds miss latency
Network Cache          : size 8 MiB, overflow size: 0 bytes, capacity 128 MiB
Percent Repaired       : 0.0%
Token                  : (invoke with -T/--tokens to see all 256 tokens)
`)
	warned(t, res)
	wantNumber(t, "load", d.Values["Load"], 1.58*(1<<30))
	wantNumber(t, "heap", d.HeapUsedMB, 3473.76)
	wantNumber(t, "heap limit", d.HeapMaxMB, 7962)
	wantNumber(t, "uptime", d.Values["Uptime (seconds)"], 1291080)
	if d.Values["Data Center"].Text != "dc one" || d.AsPrinted["Load"] != "1,58 GiB" || d.AsPrinted["Percent Repaired"] != "0.0%" {
		t.Errorf("%+v %v", d.Values, d.AsPrinted)
	}
	key := d.Caches["Key Cache"]
	wantNumber(t, "key entries", key["entries"], 66605)
	wantNumber(t, "key size", key["size"], 5.88*(1<<20))
	wantNumber(t, "key hits", key["hits"], 59453)
	wantNumber(t, "key rate", key["recent hit rate"], 0.416)
	wantNumber(t, "save period", key["save period in seconds"], 14400)
	wantNumber(t, "row size of 2.0", d.Caches["Row Cache"]["size"], 0)
	wantNumber(t, "misses", d.Caches["Chunk Cache"]["misses"], 967995)
	wantNumber(t, "overflow", d.Caches["Network Cache"]["overflow size"], 0)
	if d.Caches["Row Cache"]["recent hit rate"].State != NotANumber ||
		d.Caches["Chunk Cache"]["microseconds miss latency"].State != NotANumber {
		t.Error("a rate without requests is unknown")
	}
	if _, ok := d.Caches["Chunk Cache"]["hits"]; ok || len(d.Tokens) != 0 {
		t.Error("values out of nothing")
	}
}

func TestInfoTokensAndHints(t *testing.T) {
	base := `ID : x
Gossip active : true
Generation No : 5
`
	for text, want := range map[string]string{base + "Uncompressed load : 1 MiB\n": "5.0+",
		base + "Network Cache : size 8 MiB\n": "4.0+", base + "Thrift active : false\n": "2.x-3.11", base: ""} {
		if _, res := read[Info](t, KindInfo, text); res.VersionHint != want {
			t.Errorf("%q: hint %s", text, res.VersionHint)
		}
	}
	d, _ := read[Info](t, KindInfo, base+"Token : -855\nToken : 790\n")
	if !reflect.DeepEqual(d.Tokens, []string{"-855", "790"}) {
		t.Errorf("tokens %v", d.Tokens)
	}
	_, res := read[Info](t, KindInfo, base+`Heap Memory (MB) : lots
Key Cache : entries 5, ~~~
rubbish
`)
	warned(t, res, 4, 5, 6)
}

func TestStatus(t *testing.T) {
	d, res := read[Status](t, KindStatus, `Datacenter: DC one
==================
Status=Up/Down
|/ State=Normal/Leaving/Joining/Moving
--  Address       Load       Tokens  Owns    Host ID                               Rack
UN  10.0.0.7   157,74 GB  256     50,0%   4da97bcf-9831-438b-863c-8a15a19a904e  rack with blanks
DN  10.0.0.13  ?          256     ?       a08c5397-76df-4665-b942-1c99ce220189  6AB
?N  fe80::1    0 bytes    1       ?       null                                  r1
Datacenter: DC2
======================
-- Address Load Tokens Owns (effective) Host ID Rack
UJ 10.1.0.4:7000 94.79 MiB 16 100.0% b999feef-ef84-4e24-aed2-f1a2d3deb116 G4

Note: Non-system keyspaces don't have the same replication settings, effective ownership information is meaningless
`)
	warned(t, res)
	if len(d.Datacenters) != 2 || d.Datacenters[0].Name != "DC one" || len(d.Datacenters[0].Nodes) != 3 || !d.Effective || len(d.Notes) != 1 {
		t.Fatalf("%+v", d)
	}
	n := d.Datacenters[0].Nodes
	if n[0].State != "UN" || !n[0].Up || n[0].Rack != "rack with blanks" || n[0].LoadText != "157,74 GB" || n[0].HostID == "" {
		t.Errorf("%+v", n[0])
	}
	wantNumber(t, "load", n[0].Load, 157.74*(1<<30))
	wantNumber(t, "owns", n[0].Owns, 50)
	if n[1].Up || n[1].Load.State != NotAvailable || n[1].Owns.State != NotAvailable || n[1].Rack != "6AB" {
		t.Errorf("%+v", n[1])
	}
	if n[2].State != "?N" || n[2].Up || n[2].Address != "fe80::1" {
		t.Errorf("%+v", n[2])
	}
	if j := d.Datacenters[1].Nodes[0]; j.State != "UJ" || j.Address != "10.1.0.4:7000" || j.Rack != "G4" {
		t.Errorf("%+v", j)
	}
}

func TestStatusWithoutVirtualNodes(t *testing.T) {
	d, _ := read[Status](t, KindStatus, `Datacenter: DC1
Status=Up/Down
|/ State=Normal/Leaving/Joining/Moving
--  Address    Load       Owns    Host ID                               Token                                    Rack
UN  10.0.0.1   49.5 MiB   33.3%   4da97bcf-9831-438b-863c-8a15a19a904e  -9223372036854775808                     r1
`)
	n := d.Datacenters[0].Nodes[0]
	if n.Token != "-9223372036854775808" || n.Rack != "r1" || n.Tokens.Printed() {
		t.Errorf("%+v", n)
	}
}

func TestStatusDamage(t *testing.T) {
	d, res := read[Status](t, KindStatus, `Status=Up/Down
-- Address Load Tokens Owns Host ID Rack
UN 10.0.0.1 5 GB
UN oops
UN 10.0.0.2 5 GB 16 ? id r1
`)
	if len(d.Datacenters) != 1 || d.Datacenters[0].Name != "?" || len(d.Datacenters[0].Nodes) != 2 {
		t.Errorf("%+v", d)
	}
	warned(t, res, 3, 4)
}

func TestRing(t *testing.T) {
	d, res := read[Ring](t, KindRing, `
Datacenter: datacenter1
==========
Address    Rack        Status State   Load            Owns                Token                                       
                                                                          9184434366315221112                         
127.0.0.1  rack1       Up     Normal  18.93 MiB       100.00%             -8754961545695322751                        
127.0.0.2  rack1       Down   Leaving ?               ?                   -5837291736036368569                        
rubbish in between

  Warning: "nodetool ring" is used to output all the tokens of a node.
  To view status related info of a node use "nodetool status" instead.

  
`)
	if len(d.Rows) != 2 || d.Rows[0].Datacenter != "datacenter1" || d.Rows[1].Status != "Down" || d.Rows[1].Token != "-5837291736036368569" {
		t.Errorf("%+v", d.Rows)
	}
	wantNumber(t, "load", d.Rows[0].Load, 18.93*(1<<20))
	wantNumber(t, "owns", d.Rows[0].Owns, 100)
	warned(t, res, 8)
}

func TestDescribeCluster(t *testing.T) {
	d, res := read[DescribeCluster](t, KindDescribeCluster, `Cluster Information:
	Name: lab one
	Snitch: org.apache.cassandra.locator.SimpleSnitch
	Schema versions:
		1438021a-3dbc-3ce5-aa5d-db79121776ac: [127.0.0.1, 127.0.0.2]
		UNREACHABLE: [10.0.0.3]

Stats for all nodes:
	Live: 2
	Unreachable: 1

Data Centers: 
	data center 1 #Nodes: 3 #Down: 1

Database versions:
	4.1.10: [127.0.0.1:7110]

Keyspaces:
	k -> Replication class: NetworkTopologyStrategy {dc1=3}
	rubbish
`)
	warned(t, res, 20)
	if d.Values["Name"].Text != "lab one" || len(d.SchemaVersions) != 2 || len(d.SchemaVersions["UNREACHABLE"]) != 1 ||
		len(d.SchemaVersions["1438021a-3dbc-3ce5-aa5d-db79121776ac"]) != 2 {
		t.Errorf("%+v", d)
	}
	if len(d.Datacenters) != 1 || d.Datacenters[0] != (DatacenterCount{"data center 1", 3, 1}) || len(d.DatabaseVersions["4.1.10"]) != 1 ||
		d.Keyspaces["k"] != "Replication class: NetworkTopologyStrategy {dc1=3}" {
		t.Errorf("%+v", d)
	}
	wantNumber(t, "live", d.Values["Live"], 2)
	_, res = read[DescribeCluster](t, KindDescribeCluster, `Cluster Information:
	Name: old
	Schema versions:
		1438021a: [127.0.0.1]
`)
	if res.VersionHint != "" {
		t.Errorf("hint %s", res.VersionHint)
	}
}

func TestDescribeRing(t *testing.T) {
	d, res := read[DescribeRing](t, KindDescribeRing, `Schema Version:1438021a
TokenRange: 
	TokenRange(start_token:-15, end_token:23, endpoints:[127.0.0.1, 127.0.0.2], rpc_endpoints:[127.0.0.1], endpoint_details:[EndpointDetails(host:127.0.0.1)])
	broken
`)
	if d.SchemaVersion != "1438021a" || len(d.Ranges) != 1 || d.Ranges[0].StartToken != "-15" || d.Ranges[0].EndToken != "23" || len(d.Ranges[0].Endpoints) != 2 {
		t.Errorf("%+v", d)
	}
	warned(t, res, 4)
}
