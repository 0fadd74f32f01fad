package version

// jdk11Modules is the list of conf/jvm11-server.options of Cassandra 4.0 and 4.1.
var jdk11Modules = []string{
	"--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
	"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
	"--add-exports=java.sql/java.sql=ALL-UNNAMED",
	"--add-opens=java.base/java.lang.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
	"--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
}

// jdk17Modules is the list of conf/jvm17-server.options of Cassandra 5.0: the
// server reaches into these packages and does not start without them.
var jdk17Modules = []string{
	"--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
	"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
	"--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
	"--add-exports=java.sql/java.sql=ALL-UNNAMED",
	"--add-exports=java.base/java.lang.ref=ALL-UNNAMED",
	"--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
	"--add-opens=java.base/java.lang.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
	"--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
	"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
	"--add-opens=java.base/java.io=ALL-UNNAMED",
	"--add-opens=java.base/java.lang=ALL-UNNAMED",
	"--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
	"--add-opens=java.base/java.util=ALL-UNNAMED",
	"--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
	"--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
	"--add-opens=java.base/java.nio=ALL-UNNAMED",
	"--add-opens=java.rmi/sun.rmi.transport.tcp=ALL-UNNAMED",
	"--add-opens=java.base/sun.nio.fs=ALL-UNNAMED",
}
