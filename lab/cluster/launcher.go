package cluster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
)

// launcherClass is a main class that gives nodetool of 3.11 a configuration
// before it runs. Java after 8 makes FileUtils, which nodetool keeps its history
// with, stumble over the missing unmapper; the handler of that error asks
// DatabaseDescriptor what to do, which nobody has initialized, and nodetool dies
// (JVMStabilityInspector). It stands for
//
//	DatabaseDescriptor.clientInitialization();
//	NodeTool.main(args);
//
// and is put together here because a Java runtime has no compiler.
const launcherClass = "LabNodetool"

// The parts of a class file (JVM specification, chapter 4).
const (
	classMagic = 0xCAFEBABE
	// classVersion is Java 6, the last one whose classes need no stack maps.
	classVersion = 50

	tagUtf8        = 1
	tagClass       = 7
	tagMethodref   = 10
	tagNameAndType = 12

	accPublic, accStatic, accSuper = 0x0001, 0x0008, 0x0020

	opALoad0, opReturn, opInvokeStatic = 0x2a, 0xb1, 0xb8
)

const mainDescriptor = "([Ljava/lang/String;)V"

// constants is a constant pool; its entries are counted from 1.
type constants struct {
	bytes.Buffer
	count uint16
}

func (c *constants) add(tag byte, parts ...any) uint16 {
	c.WriteByte(tag)
	for _, p := range parts {
		_ = binary.Write(c, binary.BigEndian, p) // into memory: cannot fail
	}
	c.count++
	return c.count
}

func (c *constants) utf8(s string) uint16 { return c.add(tagUtf8, uint16(len(s)), []byte(s)) }

func (c *constants) class(name string) uint16 { return c.add(tagClass, c.utf8(name)) }

// method is a reference to a static method of another class.
func (c *constants) method(class, name, descriptor string) uint16 {
	owner := c.class(class)
	return c.add(tagMethodref, owner, c.add(tagNameAndType, c.utf8(name), c.utf8(descriptor)))
}

// launcher is the class file.
func launcher() []byte {
	var pool constants
	this, super := pool.class(launcherClass), pool.class("java/lang/Object")
	name, descriptor, code := pool.utf8("main"), pool.utf8(mainDescriptor), pool.utf8("Code")
	initialize := pool.method("org/apache/cassandra/config/DatabaseDescriptor", "clientInitialization", "()V")
	run := pool.method("org/apache/cassandra/tools/NodeTool", "main", mainDescriptor)
	body := []byte{
		opInvokeStatic, byte(initialize >> 8), byte(initialize),
		opALoad0,
		opInvokeStatic, byte(run >> 8), byte(run),
		opReturn,
	}
	var b bytes.Buffer
	for _, part := range []any{
		uint32(classMagic), uint16(0), uint16(classVersion),
		pool.count + 1, pool.Bytes(),
		uint16(accPublic | accSuper), this, super,
		uint16(0), uint16(0), // interfaces, fields
		uint16(1), uint16(accPublic | accStatic), name, descriptor, // one method
		uint16(1), code, uint32(12 + len(body)), // its one attribute
		uint16(1), uint16(1), uint32(len(body)), body, // stack, locals, code
		uint16(0), uint16(0), // exception table, attributes of the code
		uint16(0), // attributes of the class
	} {
		_ = binary.Write(&b, binary.BigEndian, part) // into memory: cannot fail
	}
	return b.Bytes()
}

func (c *Cluster) launcherDir() string { return c.Dir.Path("bin", "classes") }

func (c *Cluster) writeLauncher() error {
	if err := os.MkdirAll(c.launcherDir(), 0o755); err != nil {
		return fmt.Errorf("make the folder of nodetool's launcher: %w", err)
	}
	if err := os.WriteFile(c.Dir.Path("bin", "classes", launcherClass+".class"), launcher(), 0o644); err != nil {
		return fmt.Errorf("write nodetool's launcher: %w", err)
	}
	return nil
}
