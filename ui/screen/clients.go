package screen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/ui/format"
	"github.com/partop/partop/ui/widget"
)

// clientGroup is the connections of one user with one driver from one address.
type clientGroup struct {
	user, driver, address string
	connections           int
	requests              int64
}

// clientsSection lists who is connected, the busiest first. Counts are since each connection began.
// Who asks is the next question after what runs: a statement names no service, a connection does
// (system_views.clients, 4.0 on).
func clientsSection(f *Frame, width, lines int) section {
	groups := clientGroups(f)
	if len(groups) == 0 || lines < 3 {
		return nil
	}
	t := widget.Table{Columns: []widget.Column{
		{Title: "REQUESTS", Width: 9}, {Title: "CONNS", Width: 5, Priority: 1}, {Title: "USER", Width: 14, Left: true, Priority: 2},
		{Title: "FROM", Width: 15, Left: true, Middle: true}, {Title: "DRIVER", Width: 20, Left: true, Priority: 3, Flex: true},
	}}
	var rows []widget.Row
	for _, g := range groups[:min(len(groups), max(0, lines-2))] {
		rows = append(rows, widget.Row{ID: g.user + "\x00" + g.driver + "\x00" + g.address, Cells: []widget.Cell{
			numberCell(float64(g.requests), format.Count(float64(g.requests))), numberCell(float64(g.connections), fmt.Sprint(g.connections)),
			widget.Named(f.Text(g.user)), widget.Named(f.Text(g.address)), widget.Named(f.Text(g.driver))}})
	}
	t.SetRows(rows, false)
	out := section{{Line: heading("CLIENTS", fmt.Sprintf("  %d groups; requests since each connected, ours included", len(groups)))}}
	return append(out, t.Draw(width, len(rows)+1, false, f.ASCII)...)
}

// clientGroups adds up over nodes: a client that opens a connection to every node is one client.
func clientGroups(f *Frame) []clientGroup {
	type place struct{ user, driver, address string }
	found := map[place]*clientGroup{}
	for _, n := range f.Nodes {
		v := cluster.ValueOf[cluster.Clients](n.Node.Cell(cluster.NodeClients))
		// Connections of a silent node may be gone; those to the others are the ones that count.
		if v == nil || n.Silent != "" {
			continue
		}
		// Ports are left out of the identity: every connection of a pool has its own.
		for _, c := range v.Clients {
			p := place{c.User, c.Driver + " " + c.Version, c.Address}
			if found[p] == nil {
				found[p] = &clientGroup{user: p.user, driver: p.driver, address: p.address}
			}
			found[p].connections++
			found[p].requests += c.Requests
		}
	}
	out := make([]clientGroup, 0, len(found))
	for _, g := range found {
		out = append(out, *g)
	}
	// Down to the driver, or groups with equal counts would change places with every refresh, since a map
	// gives them in any order.
	slices.SortFunc(out, func(a, b clientGroup) int {
		return cmp.Or(cmp.Compare(b.requests, a.requests), cmp.Compare(a.address, b.address), cmp.Compare(a.user, b.user), cmp.Compare(a.driver, b.driver))
	})
	return out
}
