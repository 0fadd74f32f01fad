package reach

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHereDialsATCPAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var w Way = Here{}
	c, err := w.Dial(context.Background(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, ok := c.RemoteAddr().(*net.TCPAddr); !ok {
		t.Errorf("RemoteAddr is %T, the CQL driver needs a *net.TCPAddr", c.RemoteAddr())
	}
}

func TestHereRefusedNamesTheAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	if _, err := (Here{}).Dial(context.Background(), "tcp", address); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("error %v does not name %s", err, address)
	}
}

func TestHereOpens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := (Here{}).Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(f); err != nil || string(b) != "x" {
		t.Errorf("read %q, %v", b, err)
	}
	if _, err := (Here{}).Open(context.Background(), path+"-no"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v is not ErrNotExist", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Here{}).Open(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v is not Canceled", err)
	}
}
