package jmx

// method is one remote method that can be called. The list is closed: there is
// no setAttribute, createMBean or addNotificationListener to encode.
type method int

const (
	methodNone method = iota
	methodLookup
	methodNewClient
	methodGetAttribute
	methodGetAttributes
	methodQueryNames
	methodInvoke
	methodGetDefaultDomain
	methodClose
)

// spec is how a method is named on the wire.
type spec struct {
	// descriptor is name and JVM descriptor, of which hash is computed: the
	// first eight bytes of SHA-1 over it, little-endian (RMI method hash).
	descriptor string
	hash       uint64
	// operation is -1, or the number of the old skeleton style, where hash is
	// that of the interface (the registry only).
	operation int32
	// void methods answer without a value.
	void bool
}

const (
	tObject     = "Ljava/lang/Object;"
	tString     = "Ljava/lang/String;"
	tName       = "Ljavax/management/ObjectName;"
	tMarshalled = "Ljava/rmi/MarshalledObject;"
	tSubject    = "Ljavax/security/auth/Subject;"
)

func (m method) spec() spec {
	switch m {
	case methodLookup:
		return spec{descriptor: "lookup", hash: 0x44154DC9D4E63BDF, operation: 2}
	case methodNewClient:
		return remote("newClient("+tObject+")Ljavax/management/remote/rmi/RMIConnection;", 0xF0E074EAAD0CAEA8)
	case methodGetAttribute:
		return remote("getAttribute("+tName+tString+tSubject+")"+tObject, 0xF0E0500A394D7215)
	case methodGetAttributes:
		return remote("getAttributes("+tName+"["+tString+tSubject+")Ljavax/management/AttributeList;", 0x5739D96A8B235C47)
	case methodQueryNames:
		return remote("queryNames("+tName+tMarshalled+tSubject+")Ljava/util/Set;", 0x7F0473ACB73677DA)
	case methodInvoke:
		return remote("invoke("+tName+tString+tMarshalled+"["+tString+tSubject+")"+tObject, 0x13E7D69417E5DA20)
	case methodGetDefaultDomain:
		return remote("getDefaultDomain("+tSubject+")"+tString, 0x53EDA2D82E1BDFA8)
	case methodClose:
		s := remote("close()V", 0xBE2E5BC7809D0DCC)
		s.void = true
		return s
	}
	return spec{}
}

func remote(descriptor string, hash uint64) spec {
	return spec{descriptor: descriptor, hash: hash, operation: -1}
}
