package io.pfs.query.answer;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The first rows of many, by their keys ({@link RowOrder}), whatever order they come in. A row that comes twice is there once. Bytes:
 * see the package.
 */
public final class TopRows {
    public static final int ROWS_MAX = 100_000;
    /** Of all keys and rows. */
    public static final int BYTES_MAX = 64 << 20;

    /** What an entry takes beside its bytes, about. */
    private static final int ENTRY_BYTES = 96;

    private final int limit;
    private final TreeMap<byte[], byte[]> rowsByKey = new TreeMap<>(Arrays::compareUnsigned);
    private long bytes;

    /** Sees the rows. */
    @FunctionalInterface
    public interface Visitor {
        void row(byte[] key, byte[] row);
    }

    public TopRows(int limit) {
        this.limit = (int) Check.inRange("rows to sort and keep (limit of the query)", limit, 0, ROWS_MAX);
    }

    public int size() {
        return rowsByKey.size();
    }

    /** What they take in memory, about; not less than in an answer. */
    public long bytes() {
        return bytes;
    }

    /** Whether a row with this key would be among the first so far: others need not be read. */
    public boolean wants(byte[] key, int length) {
        if (rowsByKey.size() < limit) {
            return true;
        }
        return limit > 0 && Arrays.compareUnsigned(key, 0, length, last(), 0, last().length) < 0;
    }

    private byte[] last() {
        return rowsByKey.lastKey();
    }

    /** Takes a row if it is among the first so far. What is kept of it is made only then. */
    public void offer(ByteWriter key, Supplier<byte[]> row) {
        if (wants(key.array(), key.length())) {
            add(key.toBytes(), row.get());
        }
    }

    private void add(byte[] key, byte[] row) {
        byte[] before = rowsByKey.put(key, row);
        bytes += before == null ? (long) key.length + row.length + ENTRY_BYTES : (long) row.length - before.length;
        if (rowsByKey.size() > limit) {
            Map.Entry<byte[], byte[]> last = rowsByKey.lastEntry();
            rowsByKey.remove(last.getKey());
            bytes -= (long) last.getKey().length + last.getValue().length + ENTRY_BYTES;
        }
        if (bytes > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "the first " + rowsByKey.size() + " rows, of " + limit + " to sort, take " + bytes
                            + " bytes of memory, but at most " + BYTES_MAX + " are kept; ask for fewer");
        }
    }

    /** Takes those of another's that are among the first of both. */
    public void addAll(TopRows other) {
        other.rowsByKey.forEach((key, row) -> {
            if (wants(key, key.length)) {
                add(key, row);
            }
        });
    }

    /** Shows the rows, in their order. */
    public void forEach(Visitor visitor) {
        rowsByKey.forEach(visitor::row);
    }

    public void encode(ByteWriter out) {
        out.varint(rowsByKey.size());
        rowsByKey.forEach((key, row) -> {
            out.varint(key.length).bytes(key);
            out.varint(row.length).bytes(row);
        });
    }

    /** Reads what another gathered, with the same limit. */
    public static TopRows decode(int limit, ByteReader in) {
        TopRows rows = new TopRows(limit);
        int count = (int) in.varint("rows", 0, limit);
        for (int i = 0; i < count; i++) {
            byte[] key = run("key of a row", in);
            if (i > 0 && Arrays.compareUnsigned(rows.last(), key) >= 0) {
                throw in.refuse("keys of rows", "such that ascend", "another");
            }
            byte[] row = run("row", in);
            if (rows.bytes + key.length + row.length + ENTRY_BYTES > BYTES_MAX) {
                throw in.refuse("bytes of rows", "at most " + BYTES_MAX, "more");
            }
            rows.add(key, row);
        }
        return rows;
    }

    private static byte[] run(String what, ByteReader in) {
        return in.bytes(what, (int) in.varint("bytes of a " + what, 0, in.remaining()));
    }
}
