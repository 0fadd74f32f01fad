package nodetool

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// errata are expectations that contradict the text beside them, with what the text says. Only the value that is wrong
// is put right, so that a corrected corpus passes, too.
var errata = []struct {
	file, why string
	sampler   int
	key       string
	wrong     string
	right     any
}{
	{"cassandra-5.0.6/profileload.whole-node.b.expect.json", "line 66 reads 'nt_lab.job_queue   1         2'", 5, "partition", "", "1"},
	{"cassandra-5.0.6/profileload.whole-node.b.expect.json", "line 66 reads 'nt_lab.job_queue   1         2'", 5, "SSTables", "1",
		json.Number("2")},
}

// correct replaces what errata know to be wrong.
func correct(path string, e *expectation) {
	for _, x := range errata {
		if !strings.HasSuffix(filepath.ToSlash(path), x.file) {
			continue
		}
		samplers, _ := e.Expect["samplers"].([]any)
		if len(samplers) <= x.sampler {
			continue
		}
		sampler, _ := samplers[x.sampler].(map[string]any)
		first, _ := sampler["first"].(map[string]any)
		got := first[x.key]
		if n, ok := got.(json.Number); ok {
			got = n.String()
		}
		if got == x.wrong {
			first[x.key] = x.right
		}
	}
}
