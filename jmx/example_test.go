package jmx_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/partop/partop/jmx"
)

// Two figures of a table and its read histogram, in one round trip.
func ExampleConn_Do() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := jmx.Dial(ctx, jmx.Options{Address: "127.0.0.1:7199"})
	if err != nil {
		log.Print(err)
		return
	}
	defer func() { _ = conn.Close() }()

	reads := jmx.TableMetric("shop", "carts", "ReadLatency")
	results, err := conn.Do(ctx, []jmx.Call{
		jmx.Get(reads, "Count"),
		jmx.Get(jmx.TableMetric("shop", "carts", "MaxPartitionSize"), "Value"),
		jmx.Invoke(reads, jmx.OpValues),
	})
	if err != nil {
		log.Print(err)
		return
	}
	count, err := results[0].Int64()
	fmt.Println(count, err)
}

// The keys read most within five seconds. The call blocks, so it gets a
// connection of its own.
func ExampleSamplePartitions() {
	ctx := context.Background()
	conn, err := jmx.Dial(ctx, jmx.Options{Address: "127.0.0.1:7199"})
	if err != nil {
		log.Print(err)
		return
	}
	defer func() { _ = conn.Close() }()
	second, err := conn.Sibling(ctx)
	if err != nil {
		log.Print(err)
		return
	}
	defer func() { _ = second.Close() }()

	answer := second.One(ctx, jmx.SamplePartitions("", 5*time.Second, 256, 10, "READS"))
	rows, err := answer.SamplesByName()
	for _, r := range rows["READS"] {
		fmt.Println(r.Table, r.Value, r.Count)
	}
	fmt.Println(err)
}

// What can be sent at all, for an operator who asks.
func ExampleOperations() {
	for _, o := range jmx.Operations() {
		if o.Cost == jmx.Free {
			fmt.Println(o, "-", o.Why)
		}
	}
	// Output:
	// org.apache.cassandra.metrics:type=*,* values() - all buckets of a histogram or timer
	// org.apache.cassandra.db:type=StorageService getNaturalEndpoints(java.lang.String keyspace, java.lang.String table, java.lang.String key) - replicas of a partition
	// org.apache.cassandra.db:type=StorageService getNaturalEndpointsWithPort(java.lang.String keyspace, java.lang.String table, java.lang.String key) - replicas of a partition with ports
}
