package io.pfs;

/**
 * Identifies a table for life: 16 bits of the shard that made it, 48 bits of that shard's sequence. It is for
 * uniqueness only; where a table lives is an attribute that can change.
 */
public record TableId(long value) implements Comparable<TableId> {
    private static final int SEQUENCE_BITS = 48;
    private static final long SEQUENCE_MAX = (1L << SEQUENCE_BITS) - 1;

    /** The id that the {@code sequence}-th table made by {@code maker} bears. */
    public static TableId of(ShardId maker, long sequence) {
        Check.inRange("table sequence", sequence, 0, SEQUENCE_MAX);
        return new TableId(((long) maker.value() << SEQUENCE_BITS) | sequence);
    }

    public ShardId maker() {
        return new ShardId((int) (value >>> SEQUENCE_BITS));
    }

    public long sequence() {
        return value & SEQUENCE_MAX;
    }

    @Override
    public int compareTo(TableId other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return "table-" + Long.toHexString(value);
    }
}
