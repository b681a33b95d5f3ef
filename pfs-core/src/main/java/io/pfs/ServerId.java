package io.pfs;

/** A process that owns some shards, by its number in the cluster. */
public record ServerId(int value) implements Comparable<ServerId> {
    public ServerId {
        Check.inRange("server id", value, 0, Limits.SERVERS_MAX - 1);
    }

    @Override
    public int compareTo(ServerId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "server-" + value;
    }
}
