package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// simulate is any number of nodes' JMX servers on one port, which answer as a real one once did; the counts of reads and
// writes rise with time. It prints its address and runs until its input ends.
func simulate(file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var recorded []exchange
	if err := json.Unmarshal(b, &recorded); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	p := &player{answers: map[string][]byte{}, started: time.Now()}
	for _, e := range recorded {
		p.answers[string(e.Call)] = e.Answer
		if failed(e.Answer) && bytes.Contains(e.Answer, []byte("InstanceNotFoundException")) {
			p.unknown = e.Answer
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = l.Close()
	}()
	for {
		c, err := l.Accept()
		if err != nil {
			return nil
		}
		go func() {
			_ = p.serve(c) // whatever went wrong, the other side says it
			_ = c.Close()
		}()
	}
}

type player struct {
	answers map[string][]byte
	unknown []byte
	started time.Time
}

func (p *player) serve(c net.Conn) error {
	in := bufio.NewReaderSize(c, 64<<10)
	if _, err := io.ReadFull(in, make([]byte, len(hello))); err != nil {
		return err
	}
	host := "127.0.0.1"
	ack := append([]byte{0x4e, 0, byte(len(host))}, host...)
	if _, err := c.Write(append(ack, 0, 0, 0x83, 0x58)); err != nil {
		return err
	}
	var length [2]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		return err
	}
	if _, err := in.Discard(int(binary.BigEndian.Uint16(length[:])) + 4); err != nil {
		return err
	}
	return p.calls(in, c)
}

// calls answers as calls come; the last of a read is answered when it is one that is known whole.
func (p *player) calls(in *bufio.Reader, c net.Conn) error {
	var pending []byte
	chunk := make([]byte, 64<<10)
	for {
		n, err := in.Read(chunk)
		if err != nil {
			return err
		}
		pending = append(pending, chunk[:n]...)
		var out []byte
		list := messages(pending, callMark)
		rest := []byte(nil)
		for i, call := range list {
			answer, known := p.answers[shape(call)]
			if i == len(list)-1 && !known {
				rest = call
				break
			}
			if !known {
				answer = p.unknown
			}
			out = append(out, p.now(call, answer)...)
		}
		pending = append([]byte(nil), rest...)
		if _, err := c.Write(out); err != nil {
			return err
		}
	}
}

// rising are the counts that a busy table's node raises, a second.
var rising = map[string]int64{"ReadLatency": 50, "ReadTotalLatency": 25_000, "WriteLatency": 80, "WriteTotalLatency": 4000}

// now adds to a count what has happened since the start. One table in ten works.
func (p *player) now(call, answer []byte) []byte {
	if !bytes.Contains(answer, []byte("java.lang.Long")) || len(answer) < 8 || !bytes.Contains(call, []byte("0,name=")) {
		return answer
	}
	for name, rate := range rising {
		if strings.Contains(string(call), "name="+name) && bytes.Contains(call, []byte("Count")) {
			out := bytes.Clone(answer)
			at := out[len(out)-8:]
			binary.BigEndian.PutUint64(at, binary.BigEndian.Uint64(at)+uint64(time.Since(p.started).Seconds()*float64(rate)))
			return out
		}
	}
	return answer
}
