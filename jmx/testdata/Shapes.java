import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A JVM that answers with one attribute for each shape of value that the decoder knows. The tapes
 * login.txt, refused.txt, required.txt, shapes.txt and unwritable.txt were recorded from it; no
 * test starts it.
 *
 * javac -d out Shapes.java && java -cp out -Dcom.sun.management.jmxremote.port=21004
 *   -Dcom.sun.management.jmxremote.ssl=false -Dcom.sun.management.jmxremote.authenticate=false Shapes
 */
public class Shapes {
  public interface ValuesMBean {
    Object getBool(); Object getByte(); Object getShort(); Object getChar(); Object getInt();
    Object getLong(); Object getFloat(); Object getDouble(); Object getNull();
    String getText();
    byte[] getBytes(); boolean[] getBools(); char[] getChars(); short[] getShorts(); int[] getInts();
    float[] getFloats(); double[] getDoubles(); String[] getTexts(); int[][] getMatrix(); Object[] getMixed();
    Object getEnum(); Object getUnknown(); InetAddress getIPv4(); InetAddress getIPv6();
    List<String> getListOf(); Set<String> getSetOf(); Map<String, Integer> getMapOf();
    Map<String, String> getConcurrent(); Map<String, String> getSkip(); Map<String, String> getNullValue();
    Map<String, String> getUnmodifiable(); List<String> getSynchronized(); List<String> getArrays();
    Set<String> getTree(); Object[] getSmall(); Object getCycle(); Object getUnwritable();
  }

  public static class Values implements ValuesMBean {
    public Object getBool() { return true; }
    public Object getByte() { return (byte) -3; }
    public Object getShort() { return (short) -2; }
    public Object getChar() { return 'q'; }
    public Object getInt() { return -1; }
    public Object getLong() { return 1L << 40; }
    public Object getFloat() { return 1.5f; }
    public Object getDouble() { return Double.NaN; }
    public Object getNull() { return null; }
    public String getText() { return "a\u0000\u00e9\u20ac\ud83d\ude00"; }
    public byte[] getBytes() { return new byte[] {1, -1}; }
    public boolean[] getBools() { return new boolean[] {true, false}; }
    public char[] getChars() { return new char[] {'q'}; }
    public short[] getShorts() { return new short[] {-2}; }
    public int[] getInts() { return new int[] {1, -1}; }
    public float[] getFloats() { return new float[] {1.5f}; }
    public double[] getDoubles() { return new double[] {1.5, -2}; }
    public String[] getTexts() { return new String[] {"a", null, "c"}; }
    public int[][] getMatrix() { return new int[][] {{1, 2}, {3}}; }
    public Object[] getMixed() { return new Object[] {null, 1, "x", "x"}; }
    public Object getEnum() { return Thread.State.BLOCKED; }
    public Object getUnknown() { return new UUID(1, 2); }
    public InetAddress getIPv4() { return address("127.0.9.1"); }
    public InetAddress getIPv6() { return address("2001:db8::1"); }
    public List<String> getListOf() { return List.of("a", "b", "c"); }
    public Set<String> getSetOf() { return Set.of("s"); }
    public Map<String, Integer> getMapOf() { return Map.of("k", 1); }
    public Map<String, String> getConcurrent() { return new ConcurrentHashMap<>(Map.of("k", "v")); }
    public Map<String, String> getSkip() { return new ConcurrentSkipListMap<>(Map.of("k", "v")); }
    public Map<String, String> getNullValue() { var m = new HashMap<String, String>(); m.put("k", null); return m; }
    public Map<String, String> getUnmodifiable() { return Collections.unmodifiableMap(new LinkedHashMap<>(Map.of("k", "v"))); }
    public List<String> getSynchronized() { return Collections.synchronizedList(new LinkedList<>(List.of("l"))); }
    public List<String> getArrays() { return Arrays.asList("x", "y"); }
    public Set<String> getTree() { return new TreeSet<>(List.of("b", "a")); }
    public Object[] getSmall() {
      return new Object[] {Collections.emptyList(), Collections.emptyMap(), Collections.emptySet(),
        Collections.singletonList("x"), Collections.singletonMap("k", "v"), Collections.singleton("s"),
        Collections.unmodifiableList(new ArrayList<>(List.of("u"))), new CopyOnWriteArrayList<>(List.of("c")),
        new ArrayDeque<>(List.of("d")), new AtomicLong(7), new Hashtable<>(Map.of("h", 1))};
    }
    public Object getCycle() { Object[] a = new Object[1]; a[0] = a; return a; }
    public Object getUnwritable() { return new Object(); }

    private static InetAddress address(String s) {
      try { return InetAddress.getByName(s); } catch (Exception e) { return null; }
    }
  }

  public interface NodeMBean { List<String> sampleKeyRange(); }

  public static class Node implements NodeMBean {
    public List<String> sampleKeyRange() { return List.of("1"); }
  }

  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    server.registerMBean(new Values(), new ObjectName("test:type=Shapes"));
    server.registerMBean(new Node(), new ObjectName("org.apache.cassandra.db:type=StorageService"));
    Thread.sleep(Long.MAX_VALUE);
  }
}
