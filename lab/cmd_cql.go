package main

import (
	"fmt"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"github.com/spf13/cobra"

	"github.com/partop/partop/lab/cluster"
)

func cqlCommand() *cobra.Command {
	var login cluster.Login
	index := 1
	cmd := &cobra.Command{
		Use:   "cql STATEMENT",
		Short: "Run one statement on node N and print rows and warnings",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLab(cmd, false, func(c *cluster.Cluster) error {
				return runCQL(cmd, c, login, index, args[0])
			})
		},
	}
	f := cmd.Flags()
	f.IntVarP(&index, "node", "n", index, "the node that answers")
	f.StringVarP(&login.User, "user", "u", "", "role, the superuser by default")
	f.StringVarP(&login.Password, "password", "p", "", "the role's password")
	f.BoolVar(&login.TLS, "tls", false, "encrypt")
	f.BoolVar(&login.ClientCert, "cert", false, "with --tls: show the client's certificate")
	return cmd
}

// runCQL pins the statement to one node, as virtual tables differ on each.
func runCQL(cmd *cobra.Command, c *cluster.Cluster, login cluster.Login, index int, stmt string) error {
	n, err := c.Node(index)
	if err != nil {
		return err
	}
	s, err := c.SessionAs(login, n.Address())
	if err != nil {
		return err
	}
	defer s.Close()
	q := s.Query(stmt)
	for _, h := range s.GetHosts() {
		if h.ConnectAddress().String() == n.Address() {
			q = q.SetHostID(h.HostID())
		}
	}
	iter := q.IterContext(cmd.Context())
	cmd.Println(strings.Join(columns(iter), " | "))
	for {
		row, err := iter.RowData()
		if err != nil || !iter.Scan(row.Values...) {
			break
		}
		cmd.Println(rowText(row))
	}
	for _, w := range iter.Warnings() {
		cmd.PrintErrln("warning:", w)
	}
	if err := iter.Close(); err != nil {
		return fmt.Errorf("%s: %w", stmt, err)
	}
	return nil
}

func columns(iter *gocql.Iter) []string {
	var out []string
	for _, c := range iter.Columns() {
		out = append(out, c.Name)
	}
	return out
}
