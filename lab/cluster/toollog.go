package cluster

import (
	"fmt"
	"os"
)

// toolLogback keeps the offline tools from mixing log lines into their output.
const toolLogback = `<configuration>
  <appender name="STDERR" class="ch.qos.logback.core.ConsoleAppender">
    <target>System.err</target>
    <encoder><pattern>%-5level %date{HH:mm:ss} %msg%n</pattern></encoder>
  </appender>
  <!-- nodetool 3.11 on a Java after 8 says that it cannot unmap files, which it has none of -->
  <logger name="org.apache.cassandra.io.util.FileUtils" level="OFF"/>
  <root level="WARN"><appender-ref ref="STDERR"/></root>
</configuration>
`

func (c *Cluster) toolLogging() string { return c.Dir.Path("bin", "logback-tools.xml") }

func (c *Cluster) writeToolLogging() error {
	if err := os.WriteFile(c.toolLogging(), []byte(toolLogback), 0o644); err != nil {
		return fmt.Errorf("write the tools' logging: %w", err)
	}
	return nil
}
