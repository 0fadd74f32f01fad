// Package house holds the rules of the whole repository as tests: which package may import which, and how large files
// and functions may grow. It has no code of its own.
package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/partop/partop/"

// mayImport is the one way through the house: a package, and the packages of ours that it may import besides those
// below it. A package that is not listed may not exist.
var mayImport = []struct {
	pkg  string
	uses []string
}{
	{"cassandra/", []string{}},
	{"sstable", []string{"cassandra/"}},
	{"jmx", []string{"cassandra/"}},
	{"internal/scan", []string{"sstable", "cassandra/"}},
	{"nodetool", []string{"cassandra/"}},
	{"internal/reach", []string{}},
	{"internal/logs", []string{"cassandra/"}},
	{"internal/config", []string{}},
	{"internal/cluster", []string{"cassandra/"}},
	{"internal/recording/saved", []string{"internal/cluster", "nodetool", "probes"}},
	{"internal/recording", []string{"internal/cluster"}},
	{"internal/triage", []string{"internal/cluster", "cassandra/"}},
	{"probes", []string{"internal/cluster", "cassandra/", "probes/", "sstable", "jmx", "nodetool", "internal/logs"}},
	{"internal/session", []string{"internal/cluster", "internal/recording", "internal/triage", "probes", "nodetool", "jmx"}},
	{"themes", []string{}},
	{"ui", []string{"internal/cluster", "internal/triage", "internal/session", "themes", "cassandra/", "ui"}},
	{"internal/report", []string{"internal/cluster", "internal/triage", "internal/session", "cassandra/"}},
	{"lab", []string{"lab", "cassandra/"}},
	{"internal/house", []string{}},
	{"test", []string{"*"}},
	{"scripts", []string{"*"}},
	{"bench", []string{"*"}},
}

func under(pkg, prefix string) bool {
	prefix = strings.TrimSuffix(prefix, "/")
	return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
}

func allowed(pkg string) (uses []string, known bool) {
	for _, r := range mayImport {
		if under(pkg, r.pkg) {
			return append(r.uses, r.pkg), true
		}
	}
	return nil, false
}

func TestImportsGoOneWay(t *testing.T) {
	for path, file := range parseAll(t, parser.ImportsOnly) {
		pkg := filepath.ToSlash(filepath.Dir(path))
		if pkg == "." || strings.HasSuffix(path, "_test.go") {
			continue // the command line wires everything; tests may look anywhere
		}
		uses, known := allowed(pkg)
		if !known {
			t.Errorf("%s: package %s is not in the house", path, pkg)
			continue
		}
		for _, imp := range file.Imports {
			if got, ours := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), module); ours && !permits(uses, got) {
				t.Errorf("%s imports %s, which points the wrong way", path, got)
			}
		}
	}
}

func permits(uses []string, pkg string) bool {
	for _, u := range uses {
		if u == "*" || under(pkg, u) {
			return true
		}
	}
	return false
}

// The sizes beyond which a reader gets lost.
const (
	maxFileLines     = 600
	maxFunctionLines = 120
)

func TestSizes(t *testing.T) {
	fset := token.NewFileSet()
	for _, path := range goFiles(t) {
		file, err := parser.ParseFile(fset, filepath.Join(root, path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if n := fset.Position(file.FileEnd).Line; n > maxFileLines {
			t.Errorf("%s has %d lines, more than %d", path, n, maxFileLines)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; n > maxFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d", path, f.Name.Name, n, maxFunctionLines)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	documented := map[string]bool{}
	for path, file := range parseAll(t, parser.ParseComments|parser.PackageClauseOnly) {
		dir := filepath.Dir(path)
		documented[dir] = documented[dir] || file.Doc != nil
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", dir)
		}
	}
}

const root = "../.."

func goFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			out = append(out, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("no Go files under %s", root)
	}
	return out
}

func parseAll(t *testing.T, mode parser.Mode) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	for _, path := range goFiles(t) {
		b, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, b, mode)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = file
	}
	return out
}
