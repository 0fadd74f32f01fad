package reach

import (
	"net"
	"strconv"
)

// Plan is the commands that a Fleet of these options would start for CQL and JMX of the hosts: each a program and its
// arguments. Nothing is started. PRIVATE stands for the directory that is made for sockets and logs.
func Plan(o FleetOptions, hosts []string, cqlPort, jmxPort int) [][]string {
	var out [][]string
	at := func(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }
	switch {
	case o.Each:
		for _, h := range hosts {
			s := &SSH{Host: o.login(h), Config: o.Config, Jump: o.Via, Dir: planDir, Ask: true}
			out = append(out, s.configArgv(), s.checkArgv(), s.loginArgv(), s.channelArgv(at(h, cqlPort)), s.channelArgv(at("127.0.0.1", jmxPort)))
		}
	case o.Via != "":
		s := &SSH{Host: o.Via, Config: o.Config, Dir: planDir, Ask: true}
		out = append(out, s.checkArgv(), s.loginArgv())
		for _, h := range hosts {
			out = append(out, s.channelArgv(at(h, cqlPort)), s.channelArgv(at(h, jmxPort)))
		}
	}
	return out
}

const planDir = "PRIVATE"
