package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/partop/partop/nodetool"
)

func parseCommand() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "parse [FILE...]",
		Short: "Turn saved nodetool and sstable tool output into JSON",
		Long: "Turn what nodetool and the sstable tools print, in any version, into documented JSON. The kind of output is told\n" +
			"by its content; --kind forces one. Without a file standard input is read; several files, or a copied terminal\n" +
			"session that shows several commands, give an array, with a null in the place of a file that could not\n" +
			"be read. A damaged line costs that line, and is named in the warnings.\n" +
			"Exit code 4 when a file could not be read, 2 when none could.",
		Example: "  nodetool tablestats | partop parse\n  partop parse cfstats-*.txt > cfstats.json\n" +
			"  partop parse tpstats.txt | jq '.data'\n  partop parse --kind getsstables empty.txt",
		RunE: func(cmd *cobra.Command, args []string) error { return parse(cmd, args, kind) },
	}
	cmd.Flags().StringVar(&kind, "kind", "", "the command that printed it, e.g. tablestats, cfstats, sstablemetadata")
	if err := cmd.RegisterFlagCompletionFunc("kind", completeKinds); err != nil {
		panic(err) // the flag was defined on the line before
	}
	return cmd
}

func completeKinds(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, k := range nodetool.Kinds() {
		out = append(out, string(k))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func parse(cmd *cobra.Command, files []string, kind string) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a few milliseconds, and the input is bounded
	}
	if kind != "" {
		k, ok := nodetool.KindOf(kind)
		if !ok {
			return usage("no kind of output is called %q", kind)
		}
		kind = string(k)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	var documents [][]byte
	var failed error
	read := 0
	for _, name := range files {
		found, err := parseFile(cmd.InOrStdin(), name, nodetool.Kind(kind))
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
			found = [][]byte{nil}
		} else {
			read++
		}
		documents = append(documents, found...)
	}
	if read > 0 {
		if err := printDocuments(cmd.OutOrStdout(), documents); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	switch {
	case failed == nil:
		return nil
	case read > 0:
		return coded{exitPartial, failed}
	}
	return coded{exitUsage, failed}
}

// parseFile gives a document of each output in the file.
func parseFile(stdin io.Reader, name string, kind nodetool.Kind) ([][]byte, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, errors.Unwrap(err) // the caller names the file
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, nodetool.MaxInputBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	results := parseSession(text, kind)
	if len(results) < 2 {
		result, err := parseText(text, kind)
		if err != nil {
			return nil, err
		}
		results = []*nodetool.Result{result}
	}
	out := make([][]byte, len(results))
	for i, r := range results {
		if out[i], err = nodetool.Document(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// parseSession gives the outputs of a copied terminal session, in their order. What is no output, such as a greeting, is
// passed over; what is left of a single command is better read with all that stands around it.
func parseSession(text []byte, kind nodetool.Kind) []*nodetool.Result {
	if kind != "" || len(text) > nodetool.MaxInputBytes {
		return nil
	}
	parts := nodetool.Split(text)
	if len(parts) < 2 {
		return nil
	}
	var out []*nodetool.Result
	for _, p := range parts {
		if r, err := nodetool.ParseAny(p.Text); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// parseText takes a complaint of the tool as a result too: what it says is data of its own kind.
func parseText(text []byte, kind nodetool.Kind) (*nodetool.Result, error) {
	if kind == "" {
		return nodetool.ParseAny(text)
	}
	result, err := nodetool.Parse(kind, text)
	var complaint *nodetool.Failure
	if result != nil && errors.As(err, &complaint) {
		return result, nil
	}
	return result, err
}

// printDocuments writes one document alone, several as an array.
func printDocuments(w io.Writer, documents [][]byte) error {
	if len(documents) == 1 {
		_, err := fmt.Fprintf(w, "%s\n", documents[0])
		return err
	}
	for i, d := range documents {
		lead := ","
		if i == 0 {
			lead = "["
		}
		if d == nil {
			d = []byte("null")
		}
		if _, err := fmt.Fprintf(w, "%s%s\n", lead, d); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "]")
	return err
}
