package main

import (
	"fmt"
	"reflect"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// rowText joins a row's values; the driver hands them out as pointers.
func rowText(row gocql.RowData) string {
	out := make([]string, 0, len(row.Values))
	for _, v := range row.Values {
		out = append(out, fmt.Sprint(reflect.Indirect(reflect.ValueOf(v)).Interface()))
	}
	return strings.Join(out, " | ")
}
