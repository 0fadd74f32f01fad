package main

import (
	"bytes"
	"regexp"
)

// The RMI wire protocol as far as a recorder and a player need it: each call and each answer is a message byte and a Java
// stream that begins with a block of the length its head has.
var (
	callMark   = []byte("\x50\xac\xed\x00\x05\x77\x22")
	answerMark = []byte("\x51\xac\xed\x00\x05\x77\x0f")
	hello      = []byte("JRMI\x00\x02\x4b")
)

// messages cuts a stream where messages begin; the last may be cut short.
func messages(stream, mark []byte) [][]byte {
	var out [][]byte
	for {
		start := bytes.Index(stream, mark)
		if start < 0 {
			return out
		}
		stream = stream[start:]
		end := bytes.Index(stream[len(mark):], mark)
		if end < 0 {
			return append(out, stream)
		}
		out = append(out, stream[:end+len(mark)])
		stream = stream[end+len(mark):]
	}
}

var ofTable = regexp.MustCompile(`keyspace=[^,]*,(?:scope|table|columnfamily)=[^,\x00-\x1f]*`)

// shape is a call without the table it is about, so that the answer for one table serves for all.
func shape(call []byte) string {
	name := bytes.Index(call, []byte("org.apache.cassandra"))
	if name < 2 || !ofTable.Match(call) {
		return string(call)
	}
	return string(call[:name-2]) + string(ofTable.ReplaceAll(call[name:], []byte("TABLE"))) // without the name's length
}

// failed reports whether an answer is an exception: the first byte of its head says so.
func failed(answer []byte) bool { return len(answer) > len(answerMark) && answer[len(answerMark)] == 2 }
