package io.pfs.server.shard;

/** How often things happened in a group of shards since it was opened. Written and read on its loop. */
public final class GroupCounters {
    private long splits;
    private long splitsUnderCheckpoint;
    private long slicesLoaded;
    private long repeatsAnswered;
    private long staleRequests;
    private long checkpointsCounted;
    private long checkpointsGivenUp;

    /** Slices that split. */
    public long splits() {
        return splits;
    }

    /** Slices that split while a checkpoint of their shard ran. */
    public long splitsUnderCheckpoint() {
        return splitsUnderCheckpoint;
    }

    /** Slices read back from storage. */
    public long slicesLoaded() {
        return slicesLoaded;
    }

    /** Requests that came again and got the answer they had got before. */
    public long repeatsAnswered() {
        return repeatsAnswered;
    }

    /** Requests that came when their client had long had its answer. */
    public long staleRequests() {
        return staleRequests;
    }

    public long checkpointsCounted() {
        return checkpointsCounted;
    }

    public long checkpointsGivenUp() {
        return checkpointsGivenUp;
    }

    void split(boolean underCheckpoint) {
        splits++;
        splitsUnderCheckpoint += underCheckpoint ? 1 : 0;
    }

    void loaded() {
        slicesLoaded++;
    }

    void repeatAnswered() {
        repeatsAnswered++;
    }

    void stale() {
        staleRequests++;
    }

    void checkpointEnded(boolean counts) {
        checkpointsCounted += counts ? 1 : 0;
        checkpointsGivenUp += counts ? 0 : 1;
    }
}
