package io.pfs.server.serve;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.TreeMap;

/** A pool in a folder, as two servers left it: seats with rows, cells of all sizes, and what they have lent each other. */
public final class SampleSeats {
    private static final int SEATS = 3;
    private static final int ROWS = 3_000;
    private static final int ROWS_AT_ONCE = 500;
    private static final int OBJECT_BYTES = 3 << 20;

    private SampleSeats() {}

    /** Returns where the pool is. */
    public static Path fill(Path folder) {
        try (MovingSeats cluster = new MovingSeats(folder, SEATS)) {
            cluster.start(0);
            cluster.start(1);
            cluster.free().forEach(seat -> cluster.open(seat, seat % 2));
            try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                Table table = pfs.createTable("/t", TableOptions.DEFAULT.withSpread(4));
                for (int first = 0; first < ROWS; first += ROWS_AT_ONCE) {
                    TreeMap<String, byte[]> rows = new TreeMap<>();
                    for (int row = first; row < first + ROWS_AT_ONCE; row++) {
                        rows.put("r" + row, content(row, row % 50 == 0 ? 40_000 : 200));
                    }
                    table.putAll("content", rows);
                }
                table.put("large", "content", new ByteArrayInputStream(content(1, OBJECT_BYTES)));
                cluster.move(0, 1);
                table.put("after", "content", new ByteArrayInputStream(content(2, OBJECT_BYTES)));
            }
        }
        return MovingSeats.poolIn(folder);
    }

    private static byte[] content(int row, int bytes) {
        return ("row-" + row + " ").repeat(bytes / 8).getBytes(StandardCharsets.UTF_8);
    }
}
