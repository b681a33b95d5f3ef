package io.pfs;

/** One life of a directory: a stale client notices by it that the directory was removed and made again. */
public record Generation(long value) implements Comparable<Generation> {
    public Generation {
        Check.inRange("generation", value, 0, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(Generation other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "generation-" + value;
    }
}
