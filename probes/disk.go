package probes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/jmx"
)

// ErrNoDirectories means that it is not known where a node keeps its data.
var ErrNoDirectories = errors.New("where the node keeps its data is not known: JMX does not tell, there is no cassandra.yaml at the usual places, and no process names it")

// maxDirectories of a node; more are no data directories.
const maxDirectories = 64

// DataDirectoriesCall asks a node's JMX where its data are.
func DataDirectoriesCall() jmx.Call { return jmx.Get(jmx.StorageService, "AllDataFileLocations") }

// DataDirectoriesOf reads its answer.
func DataDirectoriesOf(r jmx.Result) []string {
	return plainDirectories(texts(r.Value))
}

// yamlPlaces are where packages, tarballs and images have their cassandra.yaml.
func yamlPlaces() []string {
	return []string{"/etc/cassandra/cassandra.yaml", "/etc/cassandra/conf/cassandra.yaml", "/etc/cassandra/default.conf/cassandra.yaml",
		"/opt/cassandra/conf/cassandra.yaml", "/config/cassandra.yaml"}
}

// DataDirectories finds them on the host itself: cassandra.yaml, else the command line of the process.
func (h *Host) DataDirectories(ctx context.Context) ([]string, error) {
	for _, place := range yamlPlaces() {
		text, err := h.ask(ctx, "cat", place)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if dirs := ParseDataDirectories(text); err == nil && len(dirs) > 0 {
			return dirs, nil
		}
	}
	text, err := h.ask(ctx, "ps", "-ww", "-eo", "args")
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoDirectories, err)
	}
	if dirs := storageDirectory(text); len(dirs) > 0 {
		return dirs, nil
	}
	return nil, ErrNoDirectories
}

var storageDir = regexp.MustCompile(`-Dcassandra\.storagedir=(\S+)`)

// storageDirectory reads the only Cassandra in a list of processes; of several it is not known which is the node.
func storageDirectory(ps string) []string {
	var found []string
	for line := range strings.Lines(ps) {
		if m := storageDir.FindStringSubmatch(line); m != nil && strings.Contains(line, "CassandraDaemon") {
			found = append(found, m[1]+"/data") // Config, data_file_directories
		}
	}
	if len(found) != 1 {
		return nil
	}
	return plainDirectories(found)
}

// ParseDataDirectories reads data_file_directories of a cassandra.yaml, in the two ways in which a list is written there.
func ParseDataDirectories(yaml string) []string {
	var out []string
	in := false
	for line := range strings.Lines(yaml) {
		text := strings.TrimSpace(line)
		rest, starts := strings.CutPrefix(line, "data_file_directories:")
		item, isItem := strings.CutPrefix(text, "- ")
		switch {
		case starts:
			in = true
			if inline := strings.TrimSpace(uncommented(rest)); inline != "" {
				for _, s := range strings.Split(strings.Trim(inline, "[]"), ",") {
					out = append(out, unquoted(s))
				}
				return plainDirectories(out)
			}
		case !in || text == "" || strings.HasPrefix(text, "#"):
		case isItem:
			out = append(out, unquoted(uncommented(item)))
		default:
			return plainDirectories(out)
		}
	}
	return plainDirectories(out)
}

// uncommented is a line of YAML without what a # behind a blank begins.
func uncommented(s string) string {
	if i := strings.Index(s, " #"); i >= 0 {
		return s[:i]
	}
	return s
}

func unquoted(s string) string { return strings.Trim(strings.TrimSpace(s), `"'`) }

// plainDirectories keeps absolute paths, each once.
func plainDirectories(list []string) []string {
	var out []string
	for _, d := range list {
		if path.IsAbs(d) && !strings.ContainsAny(d, "\x00\n") && !slices.Contains(out, path.Clean(d)) && len(out) < maxDirectories {
			out = append(out, path.Clean(d))
		}
	}
	return out
}

// FindingCommands are those that look for a node's data directories.
func FindingCommands() [][]string {
	var out [][]string
	for _, place := range yamlPlaces() {
		out = append(out, []string{"cat", place})
	}
	return append(out, []string{"ps", "-ww", "-eo", "args"})
}

// DF asks how full the file systems of directories are.
func (h *Host) DF(ctx context.Context, dirs []string) (*cluster.Disk, error) {
	text, err := h.ask(ctx, append([]string{"df", "-P", "-k", "--"}, dirs...)...)
	if rows := ParseDF(text); err == nil && len(rows) == len(dirs) {
		for i := range rows {
			rows[i].Path = dirs[i]
		}
		return &cluster.Disk{Directories: rows}, nil
	}
	v := &cluster.Disk{}
	for _, d := range dirs { // one may be missing, or not ours to look at
		text, failed := h.ask(ctx, "df", "-P", "-k", "--", d)
		rows := ParseDF(text)
		if failed != nil || len(rows) != 1 {
			err = errors.Join(failed, err)
			continue
		}
		rows[0].Path = d
		v.Directories = append(v.Directories, rows[0])
	}
	if len(v.Directories) == 0 {
		return nil, cmp.Or(err, errors.New("df printed nothing that is known"))
	}
	return v, nil
}

// dfRow is a line of df -P (POSIX): both names may hold blanks.
var dfRow = regexp.MustCompile(`^(.*\S)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(?:\d+%|-)\s+(\S.*)$`)

// ParseDF reads what df -P -k prints; lines that are no rows are left out, and sizes beyond 63 bits are no rows.
func ParseDF(text string) []cluster.DataDirectory {
	var out []cluster.DataDirectory
	for line := range strings.Lines(text) {
		m := dfRow.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || len(out) == maxDirectories {
			continue
		}
		d := cluster.DataDirectory{FileSystem: m[1], Mount: m[5]}
		ok := true
		for i, to := range []*int64{&d.TotalBytes, &d.UsedBytes, &d.FreeBytes} {
			n, err := strconv.ParseInt(m[i+2], 10, 64)
			ok = ok && err == nil && n < 1<<53
			*to = max(0, n) << 10 // free is below zero when root has taken of what is kept for it
		}
		if ok {
			out = append(out, d)
		}
	}
	return out
}

const (
	// duSeconds is how long du may go through one node's directories, twice.
	duSeconds = 60
	// maxDUBytes of a du's output are some 80,000 folders.
	maxDUBytes = 8 << 20
)

// DU measures what lies in the directories: once with each file counted once, once with each link of it, for a snapshot
// is links to the table's files.
func (h *Host) DU(ctx context.Context, dirs []string) (*cluster.DiskUsage, error) {
	nice := h.gentle(ctx, strconv.Itoa(duSeconds))
	v := &cluster.DiskUsage{}
	for _, d := range dirs {
		once, err := h.du(ctx, nice, d, "-k")
		links, errLinks := h.du(ctx, nice, d, "-kl")
		if err = cmp.Or(err, errLinks); err != nil {
			if ctx.Err() != nil || len(once) == 0 || len(links) == 0 {
				return nil, err
			}
			v.Partial = err.Error()
		}
		v.Directories = append(v.Directories, usageOf(d, once, links))
	}
	return v, nil
}

// du gives bytes by folder below the directory, as far as it came.
func (h *Host) du(ctx context.Context, nice []string, dir, option string) (map[string]int64, error) {
	asked, cancel := context.WithTimeout(ctx, (duSeconds+5)*time.Second)
	defer cancel()
	out, err := h.Run(asked, HostCommand{Argv: []string{"du", option, "--", dir}, Nice: nice, MaxBytes: maxDUBytes})
	sizes := ParseDU(out.Stdout, dir)
	switch {
	case err != nil:
		return sizes, fmt.Errorf("du %s: %w", dir, err)
	case out.ExitCode == 124: // timeout's
		return sizes, fmt.Errorf("du %s: not done within %d s", dir, duSeconds)
	case out.ExitCode != 0 && !vanishedOnly(out.Stderr):
		return sizes, fmt.Errorf("du %s: %s", dir, lastWords(out.Stderr, out.ExitCode))
	}
	return sizes, nil
}

// vanishedOnly tells that du complains of nothing but files that were compacted away meanwhile.
func vanishedOnly(stderr string) bool {
	for line := range strings.Lines(stderr) {
		if strings.TrimSpace(line) != "" && !strings.Contains(line, "No such file or directory") {
			return false
		}
	}
	return strings.TrimSpace(stderr) != ""
}

// ParseDU reads what du -k prints of a directory: bytes by path below it.
func ParseDU(text, dir string) map[string]int64 {
	out := map[string]int64{}
	for line := range strings.Lines(text) {
		size, name, found := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		below, inside := strings.CutPrefix(name, strings.TrimSuffix(dir, "/")+"/")
		n, err := strconv.ParseInt(strings.TrimSpace(size), 10, 64)
		if found && inside && err == nil && n >= 0 && n < 1<<53 {
			out[below] = n << 10
		}
	}
	return out
}

// usageOf makes tables of folders: keyspace/table-id, below it snapshots/NAME and backups, of secondary indexes too.
func usageOf(dir string, once, links map[string]int64) cluster.DirectoryUsage {
	tables := map[string]*cluster.FolderUsage{}
	copies := map[string]int64{}
	for name, bytes := range links {
		parts := strings.Split(name, "/")
		if len(parts) < 2 {
			continue
		}
		folder := parts[0] + "/" + parts[1]
		t := tables[folder]
		if t == nil {
			t = &cluster.FolderUsage{Table: tableOfFolder(parts[0], parts[1]), Folder: parts[1]}
			tables[folder] = t
		}
		switch {
		case len(parts) == 2:
			t.LiveBytes += bytes
		case len(parts) == 3 && (parts[2] == "snapshots" || parts[2] == "backups"),
			len(parts) == 4 && strings.HasPrefix(parts[2], ".") && parts[3] == "backups":
			copies[folder] += bytes
		case len(parts) == 4 && parts[2] == "snapshots":
			t.Snapshots = append(t.Snapshots, cluster.SnapshotUsage{Name: parts[3], Bytes: bytes})
		}
	}
	out := cluster.DirectoryUsage{Path: dir}
	for folder, t := range tables {
		t.LiveBytes = max(0, t.LiveBytes-copies[folder])
		t.HeldBytes = max(0, once[folder]-t.LiveBytes)
		if copies[folder] == 0 {
			t.HeldBytes = 0
		}
		slices.SortFunc(t.Snapshots, func(a, b cluster.SnapshotUsage) int {
			return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
		})
		out.Tables = append(out.Tables, *t)
	}
	slices.SortFunc(out.Tables, func(a, b cluster.FolderUsage) int {
		return cmp.Or(cmp.Compare(b.LiveBytes+b.HeldBytes, a.LiveBytes+a.HeldBytes), cmp.Compare(a.Folder, b.Folder))
	})
	return out
}

// tableOfFolder cuts the id off: 32 hex digits behind the last dash, since 2.1.
func tableOfFolder(keyspace, folder string) cluster.TableID {
	if i := strings.LastIndexByte(folder, '-'); i > 0 && len(folder)-i-1 == 32 {
		folder = folder[:i]
	}
	return cluster.TableID{Keyspace: keyspace, Name: folder}
}
