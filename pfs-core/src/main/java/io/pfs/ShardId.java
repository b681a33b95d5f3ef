package io.pfs;

/** One of the K fixed units of ownership. Every slice lives in exactly one shard. */
public record ShardId(int value) implements Comparable<ShardId> {
    public ShardId {
        Check.inRange("shard id", value, 0, Limits.SHARDS_MAX - 1);
    }

    @Override
    public int compareTo(ShardId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "shard-" + value;
    }
}
