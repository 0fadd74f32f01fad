package scan

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/sstable"
)

// Official is sstablepartitions of Cassandra 5.0: the same arguments, the same text and CSV, byte for byte, one line a partition
// and SSTable (org.apache.cassandra.tools.SSTablePartitions). Its failures it puts into words of its own.
type Official struct {
	Files fs.FS
	// Absolute makes a path absolute and free of links, as the tool prints it.
	Absolute       func(string) (string, error)
	Stdout, Stderr io.Writer
	NowSeconds     int64
}

// Run does what the tool does with its arguments and returns its exit code.
func (t *Official) Run(ctx context.Context, args []string) int {
	out := bufio.NewWriterSize(t.Stdout, 64<<10)
	code := t.run(ctx, out, args)
	if err := out.Flush(); err != nil && code == 0 {
		code = 1
	}
	return code
}

func (t *Official) run(ctx context.Context, out *bufio.Writer, args []string) int {
	o, err := parseOfficial(args)
	if err == nil && len(o.paths) == 0 {
		err = saying("You must supply at least one sstable or directory")
	}
	if err != nil {
		fmt.Fprintln(t.Stderr, err)
		fmt.Fprint(out, officialUsage)
		return 1
	}
	m, err := o.minima(t.NowSeconds)
	if err != nil {
		fmt.Fprintln(t.Stderr, err)
		return 1
	}
	found, ok := t.find(o)
	if !ok {
		return 1
	}
	if o.csv {
		fmt.Fprintln(out, officialHeader)
	}
	slices.SortFunc(found, officialFile.compare)
	for i := range found {
		if ctx.Err() != nil {
			return 130
		}
		if err := t.scan(ctx, out, &found[i], o, m); err != nil {
			fmt.Fprintf(t.Stderr, "Failure processing sstable %s: %s\n", found[i].String(), cqltype.SafeText(err.Error()))
		}
	}
	return 0
}

const officialHeader = "key,keyBinary,live,offset,size,rowCount,cellCount,tombstoneCount,rowTombstoneCount,rangeTombstoneCount,complexTombstoneCount," +
	"cellTombstoneCount,rowTtlExpired,cellTtlExpired,directory,keyspace,table,index,snapshot,backup,generation,format,version"

// find resolves the arguments, as the tool does: a file stands for itself, a folder for what lies in it.
func (t *Official) find(o *officialOptions) (found []officialFile, ok bool) {
	ok = true
	for _, arg := range o.paths {
		name, err := t.Absolute(arg)
		var info fs.FileInfo
		if err == nil {
			info, err = fs.Stat(t.Files, name)
		}
		switch {
		case err != nil:
			if errors.Is(err, fs.ErrNotExist) {
				fmt.Fprintf(t.Stderr, "Argument '%s' does not resolve to a file or directory\n", arg)
			}
			fmt.Fprintf(t.Stderr, "Argument '%s' is not a readable file or directory (check permissions)\n", arg)
			ok = false
		case info.IsDir():
			found = append(found, t.folder(name, o)...)
		default:
			d, _, err := sstable.ParseName(name)
			if err != nil {
				fmt.Fprintf(t.Stderr, "Argument '%s' is not an sstable\n", arg)
				ok = false
				continue
			}
			found = append(found, officialFile{d, d.Location()})
		}
	}
	return found, ok
}

// folder lists the data files of a folder, and of those below it with -r.
func (t *Official) folder(dir string, o *officialOptions) (found []officialFile) {
	entries, err := fs.ReadDir(t.Files, dir)
	if err != nil {
		return nil // as the tool: a folder that cannot be read is none
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() {
			if o.recursive {
				found = append(found, t.folder(name, o)...)
			}
			continue
		}
		d, component, err := sstable.ParseName(name)
		if err != nil || component != sstable.DataDB {
			continue
		}
		f := officialFile{d, d.Location()}
		if (f.Snapshot == "" || o.snapshots) && (!f.Backup || o.backups) {
			found = append(found, f)
		}
	}
	return found
}

// officialFile is an SSTable with what its path says.
type officialFile struct {
	sstable.Descriptor
	sstable.Location
}

// compare is the order in which the tool goes through SSTables: generations as text.
func (f officialFile) compare(o officialFile) int {
	for _, pair := range [][2]string{{f.Dir, o.Dir}, {f.Keyspace, o.Keyspace}, {f.Table, o.Table}, {f.TableID, o.TableID}, {f.Index, o.Index},
		{f.Snapshot, o.Snapshot}, {f.backup(), o.backup()}} {
		if c := strings.Compare(pair[0], pair[1]); c != 0 {
			return c
		}
	}
	return strings.Compare(f.ID, o.ID)
}

func (f *officialFile) backup() string {
	if f.Location.Backup {
		return "backups"
	}
	return ""
}

// title is how the tool names an SSTable.
func (f *officialFile) title() string {
	var b strings.Builder
	for _, part := range []struct{ before, text, after string }{{"Backup:", f.backup(), " "}, {"Snapshot:", f.Snapshot, " "}, {"", f.Keyspace, "."},
		{"", f.Table, ""}, {".", f.Index, ""}, {"-", f.TableID, ""}} {
		if part.text != "" {
			b.WriteString(part.before + part.text + part.after)
		}
	}
	return b.String() + " #" + f.ID + " (" + f.Version.Format.String() + "-" + f.Version.Name + ")"
}

func (f *officialFile) String() string { return f.Descriptor.String() }

// scan goes through one SSTable.
func (t *Official) scan(ctx context.Context, out *bufio.Writer, f *officialFile, o *officialOptions, m officialMinima) (err error) {
	table, err := sstable.Open(t.Files, f.Descriptor, sstable.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	if !o.csv {
		fmt.Fprintf(out, "\nProcessing %s (%s uncompressed, %s on disk)\n", f.title(), officialSize(table.DataLengthBytes()), officialSize(table.OnDiskBytes()))
	}
	p := &officialPrinter{out: out, file: f, options: o, minima: m, columns: table.Statistics.Header.KeyColumns(), sums: newOfficialSums()}
	scanned := p.partitions(ctx, table, t.Stderr)
	if !o.csv {
		p.summary()
	}
	return scanned
}

func (p *officialPrinter) partitions(ctx context.Context, table *sstable.SSTable, stderr io.Writer) error {
	s, err := table.Scan(ctx, sstable.ScanOptions{NowSeconds: p.minima.nowSeconds})
	if err != nil {
		return err
	}
	only := p.keys(stderr)
	var sum sstable.PartitionSummary
	for s.Next() {
		text, err := cqltype.KeyText(p.columns, s.Partition().Key)
		if err != nil {
			return err
		}
		if !s.Summarize(&sum) {
			break
		}
		if slices.Contains(p.options.excluded, text) || only != nil && !only[text] {
			continue
		}
		if p.options.partitionsOnly {
			sum.Counts = sstable.Counts{}
		}
		p.sums.add(&sum)
		if p.minima.reached(&sum) {
			p.partition(text, &sum)
		}
	}
	return s.Err()
}

// keys are the texts of -k; nil where all partitions are meant, or a key cannot be one of the table: the tool says so and reads
// all.
func (p *officialPrinter) keys(stderr io.Writer) map[string]bool {
	if len(p.options.keys) == 0 {
		return nil
	}
	only := map[string]bool{}
	for _, k := range p.options.keys {
		b, err := cqltype.ParseKeyLiteral(p.columns, k)
		text := k
		if err == nil {
			text, err = cqltype.KeyText(p.columns, b)
		}
		if err != nil {
			fmt.Fprintf(stderr, "Cannot use one or more partition keys in [%s] for the partition key type of the underlying table: %s\n",
				strings.Join(p.options.keys, ", "), cqltype.SafeText(err.Error()))
			return nil
		}
		only[k], only[text] = true, true
	}
	return only
}

// officialSize prints as FBUtilities.prettyPrintMemory does: three decimals from 1,024 on, halves of the last one go up.
func officialSize(v int64) string {
	if v < 1024 {
		return strconv.FormatInt(v, 10) + " B"
	}
	unit := 0
	for v>>(10*(unit+1)) >= 1024 {
		unit++
	}
	shift := 10 * (unit + 1)
	whole, rest := v>>shift, uint64(v)&(1<<shift-1)
	for shift > 50 { // so that a thousand times the rest fits; beyond a pebibyte the digits lost are below the third decimal
		rest, shift = rest>>1, shift-1
	}
	thousandths := int64((rest*1000 + 1<<(shift-1)) >> shift)
	if thousandths == 1000 {
		whole, thousandths = whole+1, 0
	}
	return fmt.Sprintf("%d.%03d %ciB", whole, thousandths, "KMGTPE"[unit])
}
