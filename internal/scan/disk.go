package scan

import (
	"io/fs"
	"os"
)

// Disk is the file system of this host, to be asked for absolute paths with slashes: those name keyspace and table, and
// stand in errors as an operator knows them. Files are opened for reading only.
type Disk struct{}

// Open opens a file or folder.
func (Disk) Open(name string) (fs.File, error) { return os.Open(name) }
