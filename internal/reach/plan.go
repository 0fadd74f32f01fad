package reach

import (
	"errors"
	"net"
	"strconv"
)

// Plan is the commands that a Fleet of these options would start for CQL and JMX of the hosts: each a program and its
// arguments. Nothing is started. PRIVATE stands for the directory that is made for sockets and logs, and nc for the program
// that is found on a host to connect with.
func Plan(o FleetOptions, hosts []string, cqlPort, jmxPort int) ([][]string, error) {
	at := func(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }
	var out [][]string
	switch {
	case o.Exec != "":
		return planExec(o.Exec, hosts, cqlPort, jmxPort)
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
	return out, nil
}

const planDir = "PRIVATE"

func planExec(template string, hosts []string, ports ...int) ([][]string, error) {
	t, err := ParseTemplate(template)
	if err != nil {
		return nil, err
	}
	var out [][]string
	add := func(host string, words ...string) error {
		argv, err := t.Expand(host, words)
		out = append(out, argv)
		return err
	}
	for _, h := range hosts {
		err := add(h, "hostname", "-i")
		err = errors.Join(err, add(h, "sh", "-c", findHelper))
		for _, p := range ports {
			err = errors.Join(err, add(h, "nc", "127.0.0.1", strconv.Itoa(p)))
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
