package buckets

import (
	"encoding/json"
	"fmt"
)

// wire is the JSON form: {"n":156,"z":true,"u":"bytes","b":[[12,5],[13,9]]}.
// z and u are left out when unset; b holds [index, count] of filled buckets.
type wire struct {
	Buckets int        `json:"n"`
	Zero    bool       `json:"z,omitempty"`
	Unit    string     `json:"u,omitempty"`
	Cells   [][2]int64 `json:"b"`
}

// maxUnit bounds the unit's name read from JSON.
const maxUnit = 32

// MarshalJSON writes the compact form, a few bytes a filled bucket.
func (h Histogram) MarshalJSON() ([]byte, error) {
	w := wire{h.layout.Buckets, h.layout.Zero, h.layout.Unit, make([][2]int64, len(h.cells))}
	for i, c := range h.cells {
		w.Cells[i] = [2]int64{int64(c.index), c.count}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads the compact form and checks it like New: indexes rising
// and within n, counts positive. Errors wrap ErrInvalid or are json's.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	var w struct {
		wire
		// A slice tells a pair from a shorter or longer array, which a
		// fixed array would fill up or cut without a word.
		Cells [][]int64 `json:"b"`
	}
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("read histogram: %w", err)
	}
	out := Histogram{layout: Layout{w.Buckets, w.Zero, w.Unit}}
	if out.layout == (Layout{}) && len(w.Cells) == 0 {
		*h = Histogram{}
		return nil
	}
	if err := out.layout.validate(); err != nil {
		return err
	}
	if len(w.Cells) > w.Buckets || len(w.Unit) > maxUnit {
		return fmt.Errorf("%d pairs for %d buckets, unit of %d bytes: %w", len(w.Cells), w.Buckets, len(w.Unit), ErrInvalid)
	}
	for _, pair := range w.Cells {
		if len(pair) != 2 || pair[0] < 0 || pair[0] >= int64(w.Buckets) {
			return fmt.Errorf("pair %v: %w", pair, ErrInvalid)
		}
		out.cells = append(out.cells, cell{int32(pair[0]), pair[1]})
	}
	if err := out.validate(); err != nil {
		return err
	}
	*h = out
	return nil
}
