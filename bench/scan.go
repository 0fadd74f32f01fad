package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/lab/jars"
	"github.com/partop/partop/lab/state"
	"github.com/partop/partop/lab/version"
)

// tablesJava writes the SSTables that are scanned, with Cassandra's own writer.
//
//go:embed Tables.java
var tablesJava []byte

// scanFiles are what is scanned: folders below the working one, and how many partitions they have.
var scanFiles = []struct {
	name       string
	partitions int
}{{"scan-270mib", 100_000}, {"scan-1.9gib", 700_000}}

// scanBench compares scans of files of its own; it needs no lab but its jars, Java and 4 GB of disk.
type scanBench struct {
	dir, java, partop string
	options           []string // of every JVM
	classPath         string
}

const cassandra = "5.0.6"

// compareScans makes in dir what is missing there, and measures.
func compareScans(dir, java string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("find %s: %w", dir, err)
	}
	b := &scanBench{dir: dir, java: java, partop: filepath.Join(dir, "partop")}
	if err := b.prepare(); err != nil {
		return err
	}
	for _, f := range scanFiles {
		if err := b.generate(f.name, f.partitions); err != nil {
			return err
		}
	}
	for _, f := range scanFiles {
		if err := b.compare(f.name, f.name); err != nil {
			return err
		}
	}
	if err := b.compare("scan-partitions-only", "scan-270mib", "-y"); err != nil {
		return err
	}
	return b.compareDecompression("scan-1.9gib")
}

// prepare fetches Cassandra, configures it and builds partop.
func (b *scanBench) prepare() error {
	spec, err := version.Lookup(cassandra)
	if err != nil {
		return err
	}
	cache, err := state.LocateCache(state.Dir(".lab"))
	if err != nil {
		return err
	}
	if err := jars.Ensure(context.Background(), spec, cache, os.Stderr); err != nil {
		return err
	}
	conf := filepath.Join(b.dir, "conf")
	if err := os.MkdirAll(conf, 0o755); err != nil {
		return fmt.Errorf("make a folder for the configuration: %w", err)
	}
	for name, text := range map[string]string{
		"cassandra.yaml": strings.ReplaceAll(configuration, "DIR", b.dir),
		"logback.xml":    `<configuration><root level="OFF"/></configuration>`,
		"Tables.java":    string(tablesJava),
	} {
		if err := os.WriteFile(filepath.Join(conf, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("configure: %w", err)
		}
	}
	b.classPath = conf + ":" + cache.Jars(cassandra) + "/*"
	b.options = append(slices.Clone(spec.ModuleOptions), "-Dcassandra.config=file://"+conf+"/cassandra.yaml",
		"-Dcassandra.storagedir="+filepath.Join(b.dir, "node"), "-Dlogback.configurationFile=file://"+conf+"/logback.xml", "-cp", b.classPath)
	return run(exec.Command("go", "build", "-trimpath", "-o", b.partop, "."))
}

const configuration = `cluster_name: bench
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
data_file_directories: [DIR/node/data]
commitlog_directory: DIR/node/commitlog
hints_directory: DIR/node/hints
saved_caches_directory: DIR/node/caches
cdc_raw_directory: DIR/node/cdc
commitlog_sync: periodic
commitlog_sync_period: 10000ms
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{seeds: "127.0.0.1"}]
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
endpoint_snitch: SimpleSnitch
storage_compatibility_mode: NONE
`

func run(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return nil
}

// tableDir is where a node would have the table.
func (b *scanBench) tableDir(name string) string {
	return filepath.Join(b.dir, name, "bench", "events-0123456789abcdef0123456789abcdef")
}

// generate writes the SSTables of a name, unless an earlier run has.
func (b *scanBench) generate(name string, partitions int) error {
	done := filepath.Join(b.dir, name, "done")
	if _, err := os.Stat(done); err == nil {
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look for %s: %w", done, err)
	}
	dir := b.tableDir(name)
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove what is half written: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make a folder for SSTables: %w", err)
	}
	fmt.Fprintf(os.Stderr, "bench: writing %d partitions to %s\n", partitions, dir)
	args := append([]string{"-Xmx1g"}, b.options...)
	args = append(args, filepath.Join(b.dir, "conf", "Tables.java"), dir, strconv.Itoa(partitions))
	if err := run(exec.Command(b.java, args...)); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o600)
}

// compare runs both on the same files. The official tool lists partitions that no file has: its output costs nothing.
func (b *scanBench) compare(line, name string, flags ...string) error {
	dir := b.tableDir(name)
	ours := append([]string{b.partop, "scan", "--full-speed"}, flags...)
	o, err := bestOf(repetitions, append(ours, dir))
	if err != nil {
		return err
	}
	official := append([]string{b.java, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData"}, b.options...)
	official = append(append(official, "org.apache.cassandra.tools.SSTablePartitions", "-t", "1GiB"), flags...)
	f, err := bestOf(2, append(official, dir))
	if err != nil {
		return err
	}
	scanLine(line, o, f)
	return nil
}

// compareDecompression sets a scan beside the least that any reader of these files must do.
func (b *scanBench) compareDecompression(name string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find ourselves: %w", err)
	}
	dir := b.tableDir(name)
	jobs := strconv.Itoa(runtime.GOMAXPROCS(0))
	ours, err := bestOf(repetitions, []string{b.partop, "scan", "--full-speed", "--jobs", jobs, dir})
	if err != nil {
		return err
	}
	least, err := bestOf(repetitions, []string{self, "-decompress-once", dir})
	if err != nil {
		return err
	}
	scanLine("scan-vs-decompression", ours, least)
	return nil
}

func scanLine(name string, ours, official cost) {
	fmt.Printf("bench %s ratio=%.2f ours=%s official=%s ours-cpu=%s official-cpu=%s ours-peak=%dMiB official-peak=%dMiB\n", name,
		float64(official.wall)/float64(ours.wall), ours.wall.Round(time.Millisecond), official.wall.Round(time.Millisecond),
		ours.cpu.Round(time.Millisecond), official.cpu.Round(time.Millisecond), ours.peakBytes>>20, official.peakBytes>>20)
}
