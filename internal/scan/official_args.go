package scan

import (
	"fmt"
	"strconv"
	"strings"
)

// officialOptions are the tool's, as it reads them (commons-cli's PosixParser).
type officialOptions struct {
	keys, excluded                                     []string
	recursive, snapshots, backups, partitionsOnly, csv bool
	size, tombstones, cells, rows, now                 *string
	paths                                              []string
}

// officialOption is one that the tool has. Those with many take all arguments up to the next option.
type officialOption struct {
	short byte
	long  string
	takes int // 0, 1, or many
}

const many = 2

func officialList() []officialOption {
	return []officialOption{{'k', "key", many}, {'x', "exclude-key", many}, {'t', "min-size", 1}, {'o', "min-tombstones", 1}, {'c', "min-cells", 1},
		{'w', "min-rows", 1}, {'u', "current-timestamp", 1}, {'r', "recursive", 0}, {'s', "snapshots", 0}, {'b', "backups", 0}, {'y', "partitions-only", 0},
		{'m', "csv", 0}}
}

// saying is an error in the tool's own words.
func saying(format string, args ...any) error { return fmt.Errorf(format, args...) }

func parseOfficial(args []string) (*officialOptions, error) {
	o := &officialOptions{}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			o.paths = append(o.paths, args...)
			return o, nil
		case strings.HasPrefix(arg, "--"):
			name, value, given := strings.Cut(arg[2:], "=")
			opt, ok := findOfficial(func(c *officialOption) bool { return c.long == name })
			if !ok || given && opt.takes == 0 {
				return nil, saying("Unrecognized option: %s", arg)
			}
			if given {
				args = append([]string{value}, args...)
			}
			var err error
			if args, err = o.take(opt, args); err != nil {
				return nil, err
			}
		case len(arg) > 1 && arg[0] == '-':
			var err error
			if args, err = o.cluster(arg, args); err != nil {
				return nil, err
			}
		default:
			o.paths = append(o.paths, arg)
		}
	}
	return o, nil
}

func findOfficial(is func(*officialOption) bool) (officialOption, bool) {
	for _, o := range officialList() {
		if is(&o) {
			return o, true
		}
	}
	return officialOption{}, false
}

// cluster reads -ry, and -t10MiB.
func (o *officialOptions) cluster(arg string, rest []string) ([]string, error) {
	for i := 1; i < len(arg); i++ {
		opt, ok := findOfficial(func(c *officialOption) bool { return c.short == arg[i] })
		if !ok {
			return nil, saying("Unrecognized option: %s", arg)
		}
		if opt.takes > 0 {
			if i+1 < len(arg) {
				rest = append([]string{arg[i+1:]}, rest...)
			}
			return o.take(opt, rest)
		}
		if _, err := o.take(opt, nil); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// take sets an option and returns the arguments behind its values.
func (o *officialOptions) take(opt officialOption, args []string) ([]string, error) {
	if opt.takes == 0 {
		*map[byte]*bool{'r': &o.recursive, 's': &o.snapshots, 'b': &o.backups, 'y': &o.partitionsOnly, 'm': &o.csv}[opt.short] = true
		return args, nil
	}
	if len(args) == 0 || isOfficial(args[0]) {
		return nil, saying("Missing argument for option: %c", opt.short)
	}
	if opt.takes == 1 {
		*map[byte]**string{'t': &o.size, 'o': &o.tombstones, 'c': &o.cells, 'w': &o.rows, 'u': &o.now}[opt.short] = &args[0]
		return args[1:], nil
	}
	list := map[byte]*[]string{'k': &o.keys, 'x': &o.excluded}[opt.short]
	for len(args) > 0 && !isOfficial(args[0]) {
		*list = append(*list, args[0])
		args = args[1:]
	}
	return args, nil
}

// isOfficial tells an option from a value that begins with a dash.
func isOfficial(arg string) bool {
	if long, ok := strings.CutPrefix(arg, "--"); ok {
		name, _, _ := strings.Cut(long, "=")
		_, ok = findOfficial(func(c *officialOption) bool { return c.long == name })
		return ok || long == ""
	}
	if len(arg) < 2 || arg[0] != '-' {
		return false
	}
	_, ok := findOfficial(func(c *officialOption) bool { return c.short == arg[1] })
	return ok
}

// minima reads the numbers. now is the clock where none is given.
func (o *officialOptions) minima(now int64) (officialMinima, error) {
	m := noMinima()
	m.nowSeconds = now
	var err error
	if o.size != nil {
		m.size, err = officialBytes(*o.size)
	}
	for _, n := range []struct {
		text *string
		to   *int64
	}{{o.cells, &m.cells}, {o.rows, &m.rows}, {o.tombstones, &m.tombstones}, {o.now, &m.nowSeconds}} {
		if n.text == nil || err != nil {
			continue
		}
		if *n.to, err = strconv.ParseInt(strings.TrimPrefix(*n.text, "+"), 10, 32); err != nil {
			err = saying("Invalid threshold argument: For input string: %q", *n.text)
		}
	}
	if err == nil && (m.size < 0 || m.cells < 0 || m.tombstones < 0 || m.nowSeconds < 0) {
		err = saying("Negative values are not allowed")
	}
	return m, err
}

// officialBytes reads a number of bytes, or a size with a unit.
func officialBytes(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := ParseBytes(text)
	if err != nil {
		return 0, saying("Invalid threshold argument: For input string: %q", text)
	}
	return n, nil
}

// officialUsage is what the tool prints for arguments that it does not take.
const officialUsage = `usage: sstablepartitions <options> <sstable files or directories>
Print partition statistics of one or more sstables.
 -b,--backups                   include backups present in data
                                directories (recursive scans)
 -c,--min-cells <arg>           partition cell count threshold
 -k,--key <arg>                 Partition keys to include
 -m,--csv                       CSV output (machine readable)
 -o,--min-tombstones <arg>      partition tombstone count threshold
 -r,--recursive                 scan for sstables recursively
 -s,--snapshots                 include snapshots present in data
                                directories (recursive scans)
 -t,--min-size <arg>            partition size threshold, expressed as
                                either the number of bytes or a size with
                                unit of the form 10KiB, 20MiB, 30GiB, etc.
 -u,--current-timestamp <arg>   timestamp (seconds since epoch, unit time)
                                for TTL expired calculation
 -w,--min-rows <arg>            partition row count threshold
 -x,--exclude-key <arg>         Excluded partition key(s) from partition
                                detailed row/cell/tombstone information
                                (irrelevant, if --partitions-only is
                                given)
 -y,--partitions-only           Do not process per-partition detailed
                                row/cell/tombstone information, only brief
                                information
`
