package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/partop/partop/lab/node"
)

// storePassword protects the key stores; Java wants one, and six characters.
const storePassword = "labsecret"

// certDays is longer than any lab lives.
const certDays = "3650"

// makeTLS writes, once a lab, below tls/: a certificate authority (ca.pem),
// one server certificate for all nodes (server.p12, with truststore.p12) and a
// client's certificate and key (client.pem, client.key).
func (c *Cluster) makeTLS(ctx context.Context) error {
	if _, err := os.Stat(c.tlsPath("truststore.p12")); err == nil {
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look for the certificates: %w", err)
	}
	if err := os.MkdirAll(c.Dir.Path("tls"), 0o755); err != nil {
		return fmt.Errorf("make the certificates' folder: %w", err)
	}
	for _, step := range c.tlsSteps() {
		if err := c.runTLS(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// tlsSteps are command lines run in the tls folder. The trust store comes last:
// its presence says that all the rest is there.
func (c *Cluster) tlsSteps() [][]string {
	names := []string{"DNS:localhost"}
	for i := range 9 {
		names = append(names, "IP:"+node.Node{Index: i + 1, Options: c.Options}.Address())
	}
	san := "subjectAltName=" + strings.Join(names, ",")
	keytool := filepath.Join(filepath.Dir(c.Java), "keytool")
	pass := "pass:" + storePassword
	steps := [][]string{{
		"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", certDays,
		"-subj", "/CN=partop lab CA", "-keyout", "ca.key", "-out", "ca.pem",
	}}
	steps = append(steps, signed("server", "/CN=partop lab node", san)...)
	steps = append(steps, signed("client", "/CN=oncall", "extendedKeyUsage=clientAuth")...)
	return append(steps,
		[]string{
			"openssl", "pkcs12", "-export", "-in", "server.pem", "-inkey", "server.key",
			"-certfile", "ca.pem", "-name", "server", "-out", "server.p12", "-passout", pass,
		},
		[]string{
			keytool, "-importcert", "-noprompt", "-alias", "ca", "-file", "ca.pem",
			"-storetype", "PKCS12", "-keystore", "truststore.p12", "-storepass", storePassword,
		})
}

// signed makes NAME.key and NAME.pem, signed by the authority, with an
// extension.
func signed(name, subject, extension string) [][]string {
	return [][]string{
		{
			"openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", subject,
			"-addext", extension, "-keyout", name + ".key", "-out", name + ".csr",
		},
		{
			"openssl", "x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key",
			"-CAcreateserial", "-days", certDays, "-copy_extensions", "copy", "-out", name + ".pem",
		},
	}
}

// runTLS shows what the program said only when it failed.
func (c *Cluster) runTLS(ctx context.Context, step []string) error {
	cmd := exec.CommandContext(ctx, step[0], step[1:]...)
	cmd.Dir = c.Dir.Path("tls")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("make certificates: %s: %w: %s", strings.Join(step, " "), err, log.String())
	}
	return nil
}
