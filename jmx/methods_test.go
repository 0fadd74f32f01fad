package jmx

import (
	"crypto/sha1"
	"encoding/binary"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMethodHashes computes what the RMI specification computes ("method
// hash"), so that a hash cannot be that of another method than it says.
func TestMethodHashes(t *testing.T) {
	want := map[method]uint64{methodLookup: 0x44154DC9D4E63BDF} // of the interface, JDK's RegistryImpl_Stub
	for m := methodNewClient; m <= methodClose; m++ {
		want[m] = methodHash(m.spec().descriptor)
	}
	for m, hash := range want {
		if s := m.spec(); s.hash != hash {
			t.Errorf("%s: hash %016x, want %016x", s.descriptor, s.hash, hash)
		}
	}
}

func methodHash(descriptor string) uint64 {
	sum := sha1.Sum(append([]byte{byte(len(descriptor) >> 8), byte(len(descriptor))}, descriptor...))
	return binary.LittleEndian.Uint64(sum[:8])
}

// TestOnlyTheseMethods: the list is closed, and none of it changes a node.
func TestOnlyTheseMethods(t *testing.T) {
	var names []string
	for m := methodNone; m < 64; m++ {
		if name, _, _ := strings.Cut(m.spec().descriptor, "("); name != "" {
			names = append(names, name)
		}
	}
	want := []string{"lookup", "newClient", "getAttribute", "getAttributes", "queryNames", "invoke", "getDefaultDomain", "close"}
	if !slices.Equal(names, want) {
		t.Errorf("methods %v, want %v", names, want)
	}
	harmful := []string{
		"setAttribute(Ljavax/management/ObjectName;Ljava/rmi/MarshalledObject;Ljavax/security/auth/Subject;)V",
		"setAttributes(Ljavax/management/ObjectName;Ljava/rmi/MarshalledObject;Ljavax/security/auth/Subject;)Ljavax/management/AttributeList;",
		"unregisterMBean(Ljavax/management/ObjectName;Ljavax/security/auth/Subject;)V",
	}
	if h := methodHash(harmful[0]); h != 0x5D845744730AFE0C {
		t.Fatalf("setAttribute hashes to %016x: this test computes wrongly", h)
	}
	for m := methodNone; m < 64; m++ {
		for _, d := range harmful {
			if m.spec().hash == methodHash(d) {
				t.Errorf("method %d is %s", m, d)
			}
		}
	}
}

// TestOneWayToTheWire reads the package's source: frames begin in encoder.call
// only, which only known functions use, and nothing else writes to a connection.
func TestOneWayToTheWire(t *testing.T) {
	want := map[string][]string{
		"call":  {"call.go encode", "conn.go Close", "conn.go Ping", "dial.go login", "dial.go lookup"},
		"Write": {"exchange.go flush", "wire.go hello", "wire.go hello"},
	}
	got := map[string][]string{"call": nil, "Write": nil}
	eachFunction(t, func(file string, f *ast.FuncDecl) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if s, ok := call.Fun.(*ast.SelectorExpr); ok {
				if _, watched := got[s.Sel.Name]; watched {
					got[s.Sel.Name] = append(got[s.Sel.Name], file+" "+f.Name.Name)
				}
			}
			return true
		})
	})
	for name := range want {
		slices.Sort(got[name])
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s is used in %v, want %v", name, got[name], want[name])
		}
	}
}

// eachFunction visits the functions of the package, tests left out.
func eachFunction(t *testing.T, visit func(file string, f *ast.FuncDecl)) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				visit(name, f)
				n++
			}
		}
	}
	if n < 100 {
		t.Fatalf("only %d functions found", n)
	}
}
