package jmx

import (
	"encoding/binary"
	"fmt"
	"math"
)

// objID names a remote object: i64 number, i32 unique, i64 time, i16 count.
type objID [22]byte

// encoder appends Java serialization to buf. It never refers back to earlier
// values, which Java allows. A string too long for the format sticks in err.
type encoder struct {
	buf []byte
	// codebase: RMI writes a null codebase after each class, a MarshalledObject
	// does not; the node cannot read the one form in place of the other.
	codebase bool
	err      error
}

func (e *encoder) raw(b ...byte) { e.buf = append(e.buf, b...) }
func (e *encoder) u16(n int)     { e.buf = binary.BigEndian.AppendUint16(e.buf, uint16(n)) }
func (e *encoder) u32(n uint32)  { e.buf = binary.BigEndian.AppendUint32(e.buf, n) }
func (e *encoder) u64(n uint64)  { e.buf = binary.BigEndian.AppendUint64(e.buf, n) }
func (e *encoder) null()         { e.raw(tcNull) }

func (e *encoder) header() { e.u16(streamMagic); e.u16(streamVersion) }

// utf refuses what the 16 bit length cannot hold rather than cut it: half a key
// would name another partition.
func (e *encoder) utf(s string) {
	at := len(e.buf)
	e.u16(0)
	e.buf = appendUTF(e.buf, s)
	n := len(e.buf) - at - 2
	if n > math.MaxUint16 {
		e.buf = e.buf[:at]
		if e.err == nil {
			e.err = fmt.Errorf("string of %d bytes is longer than 65535: %w", n, ErrForbidden)
		}
		return
	}
	binary.BigEndian.PutUint16(e.buf[at:], uint16(n))
}

func (e *encoder) text(s string) { e.raw(tcString); e.utf(s) }

// class begins a descriptor; its fields follow, then endClass.
func (e *encoder) class(name string, suid uint64, flags byte, fields int) {
	e.raw(tcClassDesc)
	e.utf(name)
	e.u64(suid)
	e.raw(flags)
	e.u16(fields)
}

func (e *encoder) fieldOf(kind byte, name string) { e.raw(kind); e.utf(name) }

// endClass ends a descriptor; without a superclass a null follows.
func (e *encoder) endClass(last bool) {
	if e.codebase {
		e.null()
	}
	e.raw(tcEndBlock)
	if last {
		e.null()
	}
}

func (e *encoder) array(class string, suid uint64, n int) {
	e.raw(tcArray)
	e.class(class, suid, flagSerializable, 0)
	e.endClass(true)
	e.u32(uint32(n))
}

// texts writes a String[]. Each element is written out: a reference back would
// need the count of handles, and saves nothing here.
func (e *encoder) texts(s []string) {
	e.array("[Ljava.lang.String;", 0xADD256E7E91D7B47, len(s))
	for _, v := range s {
		e.text(v)
	}
}

// objectName writes the whole name as one string (ObjectName.writeObject).
func (e *encoder) objectName(n ObjectName) {
	e.raw(tcObject)
	e.class("javax.management.ObjectName", 0x0F03A71BEB6D15CF, flagSerializable|flagWriteMethod, 0)
	e.endClass(true)
	e.text(string(n))
	e.raw(tcEndBlock)
}

func (e *encoder) integer(n int32) {
	e.raw(tcObject)
	e.class("java.lang.Integer", 0x12E2A0A4F7818738, flagSerializable, 1)
	e.fieldOf('I', "value")
	e.endClass(false)
	e.class("java.lang.Number", 0x86AC951D0B94E08B, flagSerializable, 0)
	e.endClass(true)
	e.u32(uint32(n))
}

func (e *encoder) boolean(v bool) {
	e.raw(tcObject)
	e.class("java.lang.Boolean", 0xCD207280D59CFAEE, flagSerializable, 1)
	e.fieldOf('Z', "value")
	e.endClass(true)
	if v {
		e.raw(1)
	} else {
		e.raw(0)
	}
}

// list writes an ArrayList: its size as a field, a capacity in a block, then the
// elements (ArrayList.writeObject).
func (e *encoder) list(s []string) {
	e.raw(tcObject)
	e.class("java.util.ArrayList", 0x7881D21D99C7619D, flagSerializable|flagWriteMethod, 1)
	e.fieldOf('I', "size")
	e.endClass(true)
	e.u32(uint32(len(s)))
	e.raw(tcBlock, 4)
	e.u32(uint32(len(s)))
	for _, v := range s {
		e.text(v)
	}
	e.raw(tcEndBlock)
}

// marshalled writes a MarshalledObject around a stream of its own.
func (e *encoder) marshalled(stream []byte) {
	e.raw(tcObject)
	e.class("java.rmi.MarshalledObject", 0x7CBD1E97ED63FC3E, flagSerializable, 3)
	e.fieldOf('I', "hash")
	for _, name := range []string{"locBytes", "objBytes"} {
		e.fieldOf('[', name)
		e.text("[B")
	}
	e.endClass(true)
	hash := uint32(0) // MarshalledObject's own sum, over signed bytes
	for _, b := range stream {
		hash = 31*hash + uint32(int32(int8(b)))
	}
	e.u32(hash)
	e.null()
	e.array("[B", 0xACF317F8060854E0, len(stream))
	e.raw(stream...)
}

// call begins the frame of a remote call; its arguments follow.
func (e *encoder) call(id objID, m spec) {
	e.raw(opCall)
	e.header()
	e.raw(tcBlock, 0x22)
	e.raw(id[:]...)
	e.u32(uint32(m.operation))
	e.u64(m.hash)
}
