package io.pfs.server.boost;

import io.pfs.Check;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the slices of tables are stored that nobody uses: a run of bytes for each table, found by open addressing. What
 * is left of a table of a few rows is some 60 bytes.
 */
public final class PackedSlices {
    private static final int CAPACITY_MIN = 16;

    private long[] tables = new long[0];
    private byte[] @Nullable [] packed = new byte[0][];
    private int count;

    /** How many tables there are. */
    public int tables() {
        return count;
    }

    /** What all of it takes in memory. */
    public long memoryBytes() {
        long bytes = 64 + 12L * tables.length;
        for (byte[] one : packed) {
            bytes += one == null ? 0 : 16 + (one.length + 7) / 8 * 8;
        }
        return bytes;
    }

    /** Keeps the slices of a table, which must be all of it, in their order. */
    public void put(TableId table, List<BoostEntry> slices) {
        ByteWriter buffer = new ByteWriter(256); // which may become as large as all filters of a large table
        new EntryWriter(buffer).table(table, slices);
        if (count * 3 >= tables.length * 2) {
            grow();
        }
        int at = slot(table.value());
        count += packed[at] == null ? 1 : 0;
        tables[at] = table.value();
        packed[at] = buffer.toBytes();
    }

    /** Whether this slice is here. */
    public boolean has(SliceKey key) {
        int at = count == 0 ? -1 : slot(key.table().value());
        byte[] bytes = at < 0 ? null : packed[at];
        return bytes != null
                && entries(bytes).stream().anyMatch(entry -> entry.key().equals(key));
    }

    /** Takes out the slices of a table; none if it is not here. */
    public List<BoostEntry> take(TableId table) {
        int at = count == 0 ? -1 : slot(table.value());
        byte[] bytes = at < 0 ? null : packed[at];
        if (bytes == null) {
            return List.of();
        }
        remove(at);
        return entries(bytes);
    }

    /** The slices of all tables, in the order of the tables' places here. */
    public List<byte[]> all() {
        List<byte[]> all = new ArrayList<>(count);
        for (byte[] one : packed) {
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    /** How many places there are to {@link #at look at}. */
    public int places() {
        return packed.length;
    }

    /** The slices of the table at a place; none if there is none. Places change when tables come and go. */
    public List<BoostEntry> at(int place) {
        byte[] bytes = packed[place];
        return bytes == null ? List.of() : entries(bytes);
    }

    /** The slices in a run of bytes from {@link #all}. */
    public static List<BoostEntry> entries(byte[] bytes) {
        List<BoostEntry> entries = new ArrayList<>();
        ByteReader in = new ByteReader("packed slices", bytes);
        new EntryReader(in, key -> Optional.empty(), (key, stored) -> entries.add(new BoostEntry(key, stored))).table();
        return entries;
    }

    private void grow() {
        long[] oldTables = tables;
        byte[] @Nullable [] oldPacked = packed;
        int capacity = Math.max(CAPACITY_MIN, 2 * tables.length);
        tables = new long[capacity];
        packed = new byte[capacity][];
        for (int i = 0; i < oldTables.length; i++) {
            if (oldPacked[i] != null) {
                int at = slot(oldTables[i]);
                tables[at] = oldTables[i];
                packed[at] = oldPacked[i];
            }
        }
    }

    /** Closes the gap: whatever stands behind it and could not stand nearer to its home moves up. */
    private void remove(int gap) {
        int mask = tables.length - 1;
        packed[gap] = null;
        count--;
        int hole = gap;
        for (int at = gap + 1 & mask; packed[at] != null; at = at + 1 & mask) {
            int distance = at - home(tables[at]) & mask;
            if (distance >= (at - hole & mask)) {
                tables[hole] = tables[at];
                packed[hole] = packed[at];
                packed[at] = null;
                hole = at;
            }
        }
    }

    private int slot(long table) {
        int mask = tables.length - 1;
        Check.that(count < tables.length, "there is always an empty slot", count);
        int at = home(table);
        while (packed[at] != null && tables[at] != table) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int home(long table) {
        long mixed = table * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 40) & (tables.length - 1);
    }
}
