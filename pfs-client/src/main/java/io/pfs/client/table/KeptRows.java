package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of one side of a join, by what they have in common with those of the other; not more than fit. */
final class KeptRows {
    static final int ROWS_MAX = 1_000_000;
    static final long BYTES_MAX = 64 << 20;

    /** What a row takes beside its bytes, about. */
    private static final int ROW_BYTES = 64;

    private final String table;
    private final Map<ByteBuffer, List<byte[]>> rowsByKey = new HashMap<>();
    private final int rowsMax;
    private long rows;
    private long bytes;

    KeptRows(String table) {
        this(table, ROWS_MAX);
    }

    KeptRows(String table, int rowsMax) {
        this.table = table;
        this.rowsMax = rowsMax;
    }

    void add(ByteBuffer key, byte[] row) {
        rowsByKey.computeIfAbsent(key, first -> new ArrayList<>(1)).add(row);
        rows++;
        bytes += (long) key.remaining() + row.length + ROW_BYTES;
        if (rows > rowsMax || bytes > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a join keeps the rows of one table: at most " + rowsMax + ", and " + BYTES_MAX
                            + " bytes of memory; of table '" + table + "' " + rows + " rows with " + bytes
                            + " bytes are asked for, and there are more: say more of them in 'where'");
        }
    }

    long size() {
        return rows;
    }

    List<byte[]> matching(ByteBuffer key) {
        return rowsByKey.getOrDefault(key, List.of());
    }
}
