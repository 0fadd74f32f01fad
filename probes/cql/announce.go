package cql

import (
	"bytes"
	"encoding/binary"
	"net"
	"strings"
)

// announcer puts our name in place of the driver's into the STARTUP message, so that an operator who looks at
// system_views.clients sees who is asking. The driver has no option for it.
type announcer struct {
	net.Conn
	name string
	done bool
}

// The native protocol's header before compression and framing begin: version, flags, stream (2), opcode, length (4).
const (
	headerBytes   = 9
	opcodeAt      = 4
	opcodeStartup = 0x01
)

// Write passes everything through; the one message it changes is the STARTUP.
func (a *announcer) Write(b []byte) (int, error) {
	if a.done || len(b) <= headerBytes || b[opcodeAt] != opcodeStartup {
		return a.Conn.Write(b)
	}
	a.done = true
	out, ok := renameDriver(b, a.name)
	if !ok {
		return a.Conn.Write(b)
	}
	if n, err := a.Conn.Write(out); err != nil {
		return min(n, len(b)), err
	}
	return len(b), nil
}

// renameDriver rewrites DRIVER_NAME and DRIVER_VERSION in a STARTUP frame: a [string map] of 2-byte-length strings.
func renameDriver(frame []byte, announce string) ([]byte, bool) {
	name, version, _ := strings.Cut(announce, "/")
	length := int(binary.BigEndian.Uint32(frame[headerBytes-4:]))
	if length != len(frame)-headerBytes || length < 2 {
		return nil, false
	}
	body := frame[headerBytes:]
	pairs := int(binary.BigEndian.Uint16(body))
	rest, out := body[2:], bytes.NewBuffer(append([]byte(nil), frame[:headerBytes]...))
	out.Write(body[:2])
	for range pairs {
		key, after, ok := protocolString(rest)
		if !ok {
			return nil, false
		}
		value, after, ok := protocolString(after)
		if !ok {
			return nil, false
		}
		switch key {
		case "DRIVER_NAME":
			value = name
		case "DRIVER_VERSION":
			value = version
		}
		rest = after
		putString(out, key)
		putString(out, value)
	}
	b := out.Bytes()
	binary.BigEndian.PutUint32(b[headerBytes-4:], uint32(len(b)-headerBytes))
	return b, len(rest) == 0
}

func protocolString(b []byte) (s string, rest []byte, ok bool) {
	if len(b) < 2 {
		return "", nil, false
	}
	n := int(binary.BigEndian.Uint16(b))
	if len(b) < 2+n {
		return "", nil, false
	}
	return string(b[2 : 2+n]), b[2+n:], true
}

func putString(out *bytes.Buffer, s string) {
	out.Write(binary.BigEndian.AppendUint16(nil, uint16(len(s))))
	out.WriteString(s)
}
