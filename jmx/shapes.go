package jmx

// shapeOf is the list of classes that answers may hold; nil means Opaque. It is
// a switch because the shapes call back into it.
func shapeOf(class string) shape {
	switch class {
	case "java.lang.Boolean", "java.lang.Byte", "java.lang.Short", "java.lang.Integer",
		"java.lang.Character", "java.lang.Long", "java.lang.Float", "java.lang.Double",
		"java.util.concurrent.atomic.AtomicLong", "java.util.concurrent.atomic.AtomicInteger":
		return boxed
	case "javax.management.ObjectName":
		return objectName
	case "java.net.InetAddress", "java.net.Inet6Address":
		return inetAddress
	case "javax.management.AttributeList":
		return attributeList
	case "javax.management.openmbean.CompositeDataSupport":
		return composite
	case "javax.management.openmbean.TabularDataSupport":
		return tabular
	}
	if s := listShape(class); s != nil {
		return s
	}
	return mapShape(class)
}

// listShape: lists and sets. Where the JDK wraps another collection, the field
// that holds it is named.
func listShape(class string) shape {
	switch class {
	case "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque",
		"java.util.concurrent.CopyOnWriteArrayList", "java.util.HashSet",
		"java.util.Collections$EmptyList", "java.util.Collections$EmptySet":
		return writtenList
	case "java.util.TreeSet":
		return sortedSet
	case "java.util.CollSer": // List.of, Set.of, Map.of of JDK 9 and later
		return immutable
	case "java.util.Arrays$ArrayList":
		return inner("a")
	case "java.util.Collections$UnmodifiableCollection", "java.util.Collections$SynchronizedCollection":
		return inner("c")
	case "java.util.concurrent.CopyOnWriteArraySet":
		return inner("al")
	case "java.util.Collections$SingletonList", "java.util.Collections$SingletonSet":
		return singleton
	case "com.google.common.collect.ImmutableList$SerializedForm",
		"com.google.common.collect.ImmutableSet$SerializedForm",
		"com.google.common.collect.ImmutableCollection$SerializedForm":
		return inner("elements")
	}
	return nil
}

func mapShape(class string) shape {
	switch class {
	case "java.util.HashMap", "java.util.TreeMap", "java.util.Hashtable", "java.util.EnumMap",
		"java.util.Collections$EmptyMap":
		return writtenMap
	case "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentSkipListMap":
		return endedMap
	case "java.util.Collections$UnmodifiableMap", "java.util.Collections$SynchronizedMap":
		return inner("m")
	case "java.util.Collections$SingletonMap":
		return singletonMap
	case "com.google.common.collect.ImmutableMap$SerializedForm",
		"com.google.common.collect.ImmutableBiMap$SerializedForm",
		"com.google.common.collect.ImmutableSortedMap$SerializedForm":
		return guavaMap
	}
	return nil
}
