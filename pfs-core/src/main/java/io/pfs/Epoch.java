package io.pfs;

/** Grows each time a shard changes owner; fences out the old one. */
public record Epoch(long value) implements Comparable<Epoch> {
    public Epoch {
        Check.inRange("epoch", value, 0, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "epoch-" + value;
    }
}
