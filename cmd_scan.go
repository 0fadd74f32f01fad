package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/partop/partop/cassandra/cqltype"
	"github.com/partop/partop/internal/scan"
	"github.com/partop/partop/sstable"
)

// scanFlags are the flags of scan; those that sstablepartitions has are called as there.
type scanFlags struct {
	format, by, minSize                      string
	top, jobs                                int
	minRows, minCells, minTombstones, now    int64
	snapshots, backups, recursive            bool
	partitionsOnly, skipChecksums, fullSpeed bool
	topFirst, exact                          bool
	gcGrace                                  int64
	keys, excluded                           []string
	push                                     bool
}

// defaultTop is how many partitions of a table are listed where no threshold says which.
const defaultTop = 20

func scanCommand() *cobra.Command {
	var f scanFlags
	cmd := &cobra.Command{
		Use:   "scan PATH...",
		Short: "List the largest partitions in SSTables, merged over all files of a table",
		Long: "Read SSTables of this host, without a JVM and without the node: each partition of a table is merged over all files\n" +
			"that hold some of it. PATH is a folder, searched to the bottom, or any component of an SSTable; snapshots and\n" +
			"backups are tables of their own, read with -s and -b, or when PATH is in one.\n\n" +
			"Sizes are sums over the SSTables of uncompressed bytes: exact of one SSTable, an upper bound (≤) of several, for\n" +
			"what they hold may cover each other.\n" +
			"--exact merges the rows of the listed partitions as a compaction does, and gives what is live, what is shadowed, and\n" +
			"what a compaction would leave; --top-first reads only what is listed.\n" +
			"Thresholds apply to the sums; a partition that reaches any of them is listed. Nothing is ever written. In a live\n" +
			"data directory 32 MiB are read a second, at idle I/O priority, unless --full-speed is given.\n\n" +
			"A damaged chunk costs the partitions that it holds some of; the scan goes on behind it, where the index says.\n\n" +
			"With --ssh or --exec PATH is HOST:/PATH: partop scan runs on each host, and what the hosts find is combined. A key's\n" +
			"figures are then the largest of its replicas, never a sum; totals are sums over the hosts. No rows are sent.\n\n" +
			"Called by the name sstablepartitions (a link) partop is that tool of Cassandra 5.0: same arguments, same output.\n\n" +
			"Exit codes: 0 done, 2 nothing found, 3 no host answered, 4 some SSTables or hosts could not be read, or not whole,\n" +
			"130 interrupted: what was found until then is printed.",
		Example: "  partop scan /var/lib/cassandra/data/shop\n  partop scan --by tombstones --top 5 /backup/node1\n" +
			"  partop scan --exact --top-first --top 5 --gc-grace 86400 /data/shop/orders-*/\n  partop scan -t 100MiB --format csv /data/shop/orders-*/ > large.csv\n  partop scan -y nb-1-big-Index.db\n" +
			"  partop scan --ssh cass-a1:/var/lib/cassandra/data/shop cass-a2:/var/lib/cassandra/data/shop",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("scan needs a folder or a file of SSTables")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runScan(cmd, args, &f) },
	}
	f.define(cmd)
	f.defineReach(cmd)
	return cmd
}

func (f *scanFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "text, json, jsonl or csv")
	flags.StringVar(&f.by, "by", "size", "rank partitions by "+strings.Join(scan.OrderNames(), ", "))
	flags.IntVar(&f.top, "top", defaultTop, "list at most so many partitions of a table (with thresholds: all, unless given)")
	flags.StringVarP(&f.minSize, "min-size", "t", "", "list partitions of at least this size, such as 10MiB")
	flags.Int64VarP(&f.minRows, "min-rows", "w", -1, "list partitions of at least so many rows")
	flags.Int64VarP(&f.minCells, "min-cells", "c", -1, "list partitions of at least so many cells")
	flags.Int64VarP(&f.minTombstones, "min-tombstones", "o", -1, "list partitions of at least so many tombstones")
	flags.StringArrayVarP(&f.keys, "key", "k", nil, "only this partition, as CQL literals, a:b, or 0x and hex; repeatable")
	flags.StringArrayVarP(&f.excluded, "exclude-key", "x", nil, "all but this partition; repeatable")
	flags.BoolVarP(&f.snapshots, "snapshots", "s", false, "read snapshots too")
	flags.BoolVarP(&f.backups, "backups", "b", false, "read backups too")
	flags.BoolVarP(&f.recursive, "recursive", "r", false, "folders are always searched to the bottom")
	flags.BoolVarP(&f.partitionsOnly, "partitions-only", "y", false, "keys and sizes only, from the index where there is one")
	flags.BoolVar(&f.topFirst, "top-first", false, "read the index, then of the data the listed partitions alone: the answer by size, in little time")
	flags.BoolVar(&f.exact, "exact", false, "merge the rows of the listed partitions: live and shadowed bytes, what a compaction would leave")
	flags.Int64Var(&f.gcGrace, "gc-grace", scan.DefaultGCGraceSeconds, "seconds from a deletion on that a table keeps it (its gc_grace_seconds), for --exact: no SSTable tells")
	flags.Int64VarP(&f.now, "current-timestamp", "u", 0, "seconds since 1970 that decide what has expired (now)")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "read with so many threads (as many as there are cores; 1 in live data directories)")
	flags.BoolVar(&f.skipChecksums, "no-checksums", false, "do not verify checksums of the data")
	flags.BoolVar(&f.fullSpeed, "full-speed", false, "in live data directories: no limit of 32 MiB/s, no idle I/O priority")
	for name, words := range map[string][]string{"format": scanFormats, "by": scan.OrderNames()} {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err) // the flag was defined above
		}
	}
}

var scanFormats = []string{"text", "json", "jsonl", "csv"}

// options checks the flags.
func (f *scanFlags) options(cmd *cobra.Command) (o scan.Options, err error) {
	o = scan.Options{
		Top: f.top, Min: scan.NoThresholds(), PartitionsOnly: f.partitionsOnly, TopFirst: f.topFirst, NowSeconds: f.now,
		Exact: f.exact, GCGraceSeconds: f.gcGrace,
		SkipChecksums: f.skipChecksums, Keys: f.keys, ExcludedKeys: f.excluded,
	}
	if !slices.Contains(scanFormats, f.format) && f.format != formatPartial {
		return o, usage("--format is one of %s, not %q", strings.Join(scanFormats, ", "), f.format)
	}
	if o.By, err = scan.ParseOrder(f.by); err != nil {
		return o, usage("--by: %w", err)
	}
	if err := f.thresholds(cmd, &o.Min); err != nil {
		return o, err
	}
	changed := cmd.Flags().Changed
	switch {
	case f.top < 1:
		return o, usage("--top is a number from 1 on")
	case changed("jobs") && f.jobs < 1:
		return o, usage("--jobs is a number from 1 on")
	case o.PartitionsOnly && (o.By.NeedsData() || o.Min.NeedsData()):
		return o, usage("--partitions-only reads sizes alone: no ranking and no threshold by rows, cells or tombstones")
	case f.gcGrace < 0:
		return o, usage("--gc-grace is a number of seconds from 0 on")
	case o.TopFirst && (o.By.NeedsData() || o.Min.NeedsData() || o.PartitionsOnly):
		return o, usage("--top-first ranks by size or SSTables, which the index knows: not by rows, cells or tombstones, nor with -y")
	}
	if o.Min.Any() && !changed("top") {
		o.Top = 0
	}
	if !changed("current-timestamp") {
		o.NowSeconds = time.Now().Unix()
	}
	return o, nil
}

func (f *scanFlags) thresholds(cmd *cobra.Command, t *scan.Thresholds) error {
	for _, n := range []struct {
		flag string
		v    int64
		to   *int64
	}{{"min-rows", f.minRows, &t.Rows}, {"min-cells", f.minCells, &t.Cells}, {"min-tombstones", f.minTombstones, &t.Tombstones}} {
		if !cmd.Flags().Changed(n.flag) {
			continue
		}
		if n.v < 0 {
			return usage("--%s is a number from 0 on", n.flag)
		}
		*n.to = n.v
	}
	if cmd.Flags().Changed("min-size") {
		var err error
		if t.SizeBytes, err = scan.ParseBytes(f.minSize); err != nil {
			return usage("--min-size: %w", err)
		}
	}
	return nil
}

func runScan(cmd *cobra.Command, args []string, f *scanFlags) error {
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	c, err := load(cmd, "")
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("ssh") || cmd.Flags().Changed("via") || cmd.Flags().Changed("exec") {
		return scanRemote(cmd, args, f, c, o)
	}
	if f.format == formatPartial {
		ctx, cancel := untilInputEnds(cmd.Context(), cmd.InOrStdin(), os.Exit)
		defer cancel()
		cmd.SetContext(ctx)
	}
	meter := scan.NewMeter(cmd.Context(), scan.Disk{})
	found, err := findSSTables(meter, args, sstable.WalkOptions{Snapshots: f.snapshots, Backups: f.backups})
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	total := scan.Cost(meter, found.Tables, o)
	if !f.fullSpeed {
		slowDown(stderr, meter, found.Tables, total)
	}
	if anyLive(found.Tables) {
		meter.LeaveNoPages()
	}
	o.Jobs = f.threads(found.Tables)
	debug.SetGCPercent(scanHeapGrowth)
	stop := showProgress(stderr, meter, total)
	run := scanTables(cmd.Context(), meter, found, o)
	stop()
	run.report.By, run.report.NowSeconds = o.By.String(), o.NowSeconds
	if f.format == formatPartial {
		err = scan.WritePartial(cmd.OutOrStdout(), &run.report, run.failed)
	} else {
		err = printScan(cmd.OutOrStdout(), f.format, &run.report)
	}
	if err != nil {
		return err
	}
	run.warn(stderr)
	return run.verdict()
}

// scanHeapGrowth is how far the heap of a scan grows between collections, in per cent: it makes next to no garbage, and
// its buffers are most of its memory.
const scanHeapGrowth = 20

// threads is one beside a node that may need the others.
func (f *scanFlags) threads(tables []scan.Table) int {
	switch {
	case f.jobs > 0:
		return f.jobs
	case anyLive(tables) && !f.fullSpeed:
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

func anyLive(tables []scan.Table) bool {
	return slices.ContainsFunc(tables, func(t scan.Table) bool { return t.InDataDirectory() })
}

// slowDown gives way to a node where one may work on the same files.
func slowDown(stderr io.Writer, meter *scan.Meter, tables []scan.Table, total int64) {
	if !anyLive(tables) {
		return
	}
	meter.Limit(scan.LiveBytesPerSecond)
	if total > scan.LiveBytesPerSecond {
		fmt.Fprintf(stderr, "partop: a data directory: reading %s at %s/s; --full-speed lifts the limit\n",
			scan.FormatBytes(total), scan.FormatBytes(scan.LiveBytesPerSecond))
	}
	if err := scan.Polite(); err != nil && !errors.Is(err, scan.ErrNotPolite) {
		fmt.Fprintln(stderr, "partop:", err) // the limit holds all the same
	}
}

// findSSTables makes paths absolute, for their folders name keyspace and table.
func findSSTables(fsys fs.FS, args []string, o sstable.WalkOptions) (scan.Found, error) {
	paths := make([]string, len(args))
	for i, a := range args {
		p, err := filepath.Abs(a)
		if err != nil {
			return scan.Found{}, usage("%s: %w", a, err)
		}
		paths[i] = filepath.ToSlash(p)
	}
	found, err := scan.Find(fsys, paths, o)
	if errors.Is(err, scan.ErrNothing) {
		return found, usage("no SSTables in %s: looked for files named like nb-1-big-Data.db, in snapshots and backups only with -s and -b",
			strings.Join(args, ", "))
	}
	if err != nil {
		return found, coded{exitUsage, err}
	}
	return found, nil
}

func printScan(w io.Writer, format string, r *scan.Report) error {
	switch format {
	case "json":
		return scan.WriteJSON(w, r)
	case "jsonl":
		return scan.WriteJSONL(w, r)
	case "csv":
		return scan.WriteCSV(w, r)
	}
	return scan.WriteText(w, r)
}

// scanned is a finished scan: the report, and what is wrong with it.
type scanned struct {
	report  scan.Report
	failed  []error // tables that could not be scanned
	missing int     // SSTables of which something is missing in the figures
}

func scanTables(ctx context.Context, fsys fs.FS, found scan.Found, o scan.Options) *scanned {
	s := &scanned{report: scan.Report{Schema: scan.SchemaVersion, Tables: []scan.TableReport{}, Skipped: []scan.SkipReport{}}}
	for _, skip := range found.Skipped {
		s.report.Skipped = append(s.report.Skipped, scan.SkipReport{Name: skip.Name, Reason: skip.Reason.Error()})
		if scan.Missing(skip) {
			s.missing++
		}
	}
	for _, t := range found.Tables {
		if ctx.Err() != nil {
			break
		}
		r, err := scan.Scan(ctx, fsys, t, o)
		if err != nil {
			s.failed = append(s.failed, err)
		}
		if r == nil {
			continue
		}
		s.report.Tables = append(s.report.Tables, r.Report())
		for _, skip := range r.Skipped {
			if !skip.Vanished {
				s.missing++
			}
		}
		damaged := map[string]bool{}
		for i := range r.Damages {
			damaged[r.Damages[i].Name] = true
		}
		s.missing += len(damaged)
	}
	s.report.Interrupted = ctx.Err() != nil
	s.report.Complete = !s.report.Interrupted && len(s.failed) == 0 && s.missing == 0
	return s
}

// warn names on stderr what is missing.
func (s *scanned) warn(w io.Writer) {
	line := func(format string, args ...any) {
		fmt.Fprintln(w, "partop:", cqltype.SafeText(fmt.Sprintf(format, args...)))
	}
	if s.report.Interrupted {
		line("interrupted: the figures are of what was read until then, of %d tables; no ranking is final", len(s.report.Tables))
	}
	for _, skip := range s.report.Skipped {
		line("left out: %s", skip.Reason)
	}
	for i := range s.report.Tables {
		t := &s.report.Tables[i]
		if n := t.Cut(); n > 0 {
			line("%s: %d more partitions are not listed; raise the threshold", t.Name, n)
		}
		for _, skip := range t.Skipped {
			if skip.Vanished {
				line("%s was compacted away during the scan; its data are in newer SSTables", skip.Name)
				continue
			}
			line("%s: its partitions are missing: %s", skip.Name, skip.Reason)
		}
		for _, d := range t.Damages {
			line("damaged: %s", d.Reason)
		}
		if n := t.DamagedPlaces - len(t.Damages); n > 0 {
			line("%s: %d more damages are not listed", t.Name, n)
		}
	}
}

func (s *scanned) verdict() error {
	switch {
	case s.report.Interrupted:
		return coded{exitInterrupted, context.Canceled} // warn said what that means
	case len(s.failed) > 0:
		code := exitPartial
		if len(s.report.Tables) == 0 {
			code = exitUsage
		}
		return coded{code, errors.Join(s.failed...)}
	case s.missing == 1:
		return coded{exitPartial, errors.New("1 SSTable is missing in the figures, or a part of it")}
	case s.missing > 1:
		return coded{exitPartial, fmt.Errorf("%d SSTables are missing in the figures, or a part of them", s.missing)}
	}
	return nil
}
