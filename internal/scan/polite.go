package scan

import "errors"

// ErrNotPolite says that the system knows no idle priority for input and output.
var ErrNotPolite = errors.New("no idle I/O priority on this system")
