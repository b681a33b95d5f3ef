package io.pfs;

/** A place in a shard's history: the epoch of the owner that wrote it, and the sequence, which never restarts. */
public record Position(Epoch epoch, long sequence) implements Comparable<Position> {
    /** Before everything. */
    public static final Position START = new Position(new Epoch(0), 0);

    public Position {
        Check.inRange("sequence", sequence, 0, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(Position other) {
        int byEpoch = epoch.compareTo(other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
    }

    @Override
    public String toString() {
        return epoch.value() + ":" + sequence;
    }
}
