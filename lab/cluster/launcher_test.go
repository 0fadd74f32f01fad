package cluster

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// classReader reads a class file as a JVM would, as far as the launcher goes.
type classReader struct {
	t    *testing.T
	data *bytes.Reader
	pool []any
}

type (
	classRef  uint16
	memberRef struct{ A, B uint16 }
)

func read[T any](c *classReader) T {
	c.t.Helper()
	var v T
	if err := binary.Read(c.data, binary.BigEndian, &v); err != nil {
		c.t.Fatalf("the class file ends early: %v", err)
	}
	return v
}

func (c *classReader) constant() any {
	switch tag := read[byte](c); tag {
	case tagUtf8:
		b := make([]byte, read[uint16](c))
		if _, err := c.data.Read(b); err != nil {
			c.t.Fatal(err)
		}
		return string(b)
	case tagClass:
		return classRef(read[uint16](c))
	case tagMethodref, tagNameAndType:
		return read[memberRef](c)
	default:
		c.t.Fatalf("constant of kind %d", tag)
		return nil
	}
}

func (c *classReader) class(i uint16) string { return c.pool[c.pool[i].(classRef)].(string) }

func (c *classReader) method(i uint16) string {
	m := c.pool[i].(memberRef)
	nt := c.pool[m.B].(memberRef)
	return c.class(m.A) + "." + c.pool[nt.A].(string) + c.pool[nt.B].(string)
}

// The launcher is read back: a public class with one static main that makes a
// configuration, then hands its arguments on.
func TestLauncherIsAClassFile(t *testing.T) {
	c := &classReader{t: t, data: bytes.NewReader(launcher())}
	if m := read[uint32](c); m != 0xCAFEBABE {
		t.Fatalf("magic %x", m)
	}
	if v := read[[2]uint16](c); v != [2]uint16{0, 50} {
		t.Errorf("version %v", v)
	}
	c.pool = make([]any, read[uint16](c))
	for i := 1; i < len(c.pool); i++ {
		c.pool[i] = c.constant()
	}
	head := read[[5]uint16](c)
	if c.class(head[1]) != launcherClass || c.class(head[2]) != "java/lang/Object" || head[0] != 0x21 || head[3]+head[4] != 0 {
		t.Errorf("class %s extends %s, %v", c.class(head[1]), c.class(head[2]), head)
	}
	method := read[[5]uint16](c) // count, access, name, descriptor, attributes
	if method[0] != 1 || method[1] != 9 || c.pool[method[2]] != "main" || c.pool[method[3]] != mainDescriptor || method[4] != 1 {
		t.Errorf("method %v", method)
	}
	if name := c.pool[read[uint16](c)]; name != "Code" {
		t.Errorf("attribute %v", name)
	}
	if length := read[uint32](c); int(length) != c.data.Len()-2 {
		t.Errorf("the code claims %d bytes of %d", length, c.data.Len())
	}
	code := read[struct {
		Stack, Locals uint16
		Length        uint32
		First         byte
		Init          uint16
		Load, Second  byte
		Run           uint16
		Return        byte
		Rest          [3]uint16
	}](c)
	if code.Length != 8 || code.First != 0xb8 || code.Load != 0x2a || code.Second != 0xb8 || code.Return != 0xb1 {
		t.Errorf("code %+v", code)
	}
	if got := c.method(code.Init); got != "org/apache/cassandra/config/DatabaseDescriptor.clientInitialization()V" {
		t.Errorf("first call %s", got)
	}
	if got := c.method(code.Run); got != "org/apache/cassandra/tools/NodeTool.main"+mainDescriptor {
		t.Errorf("second call %s", got)
	}
	if code.Stack < 1 || code.Locals < 1 || c.data.Len() != 0 {
		t.Errorf("stack %d, locals %d, %d bytes left over", code.Stack, code.Locals, c.data.Len())
	}
}
