import java.util.Collections;
import java.util.Random;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;

/**
 * Writes SSTables with Cassandra's own writer: FOLDER PARTITIONS. Eleven and a half rows a partition on average, 250
 * bytes each, LZ4 in chunks of 16 KiB, in as many SSTables as the writer's buffer makes; the same each time.
 */
public class Tables {
    static final String LETTERS = "abcdefghijklmnopqrstuvwxyz 0123456789";

    static String text(Random random, int length) {
        StringBuilder out = new StringBuilder(length);
        while (out.length() < length) {
            String word = Integer.toString(random.nextInt(4000), 36);
            out.append(LETTERS.charAt(random.nextInt(LETTERS.length()))).append(word).append(' ');
        }
        out.setLength(length);
        return out.toString();
    }

    public static void main(String[] args) throws Exception {
        int partitions = Integer.parseInt(args[1]);
        String table = "CREATE TABLE bench.events (id int, at bigint, kind int, body text, price double, note text, tags map<text,int>,"
            + " PRIMARY KEY (id, at)) WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}";
        String insert = "INSERT INTO bench.events (id, at, kind, body, price, note, tags) VALUES (?, ?, ?, ?, ?, ?, ?)";
        CQLSSTableWriter writer = CQLSSTableWriter.builder().inDirectory(args[0]).forTable(table).using(insert)
            .withBufferSizeInMiB(64).build();
        Random random = new Random(1);
        for (int id = 0; id < partitions; id++) {
            // One partition in fifty is large.
            int rows = id % 50 == 0 ? 100 + random.nextInt(201) : 1 + random.nextInt(14);
            for (int row = 0; row < rows; row++) {
                writer.addRow(id, 1700000000000L + row * 1000L, row % 7, text(random, 160), random.nextDouble(),
                    row % 3 == 0 ? CQLSSTableWriter.UNSET_VALUE : text(random, 60),
                    row % 4 == 0 ? Collections.singletonMap("seen", row) : CQLSSTableWriter.UNSET_VALUE);
            }
        }
        writer.close();
        System.exit(0);
    }
}
