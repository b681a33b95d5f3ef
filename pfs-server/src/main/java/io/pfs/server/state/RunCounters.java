package io.pfs.server.state;

/** How often an index went to the pool and came from there, and what it took to make one without. Of the loop. */
public final class RunCounters {
    private long written;
    private long bytesWritten;
    private long givenUp;
    private long shardsLoaded;
    private long entriesLoaded;
    private long shardsRefused;
    private long recordsPassed;
    private long rowsTold;

    public void written(long bytes) {
        written++;
        bytesWritten += bytes;
    }

    /** Runs that were written to their end. */
    public long written() {
        return written;
    }

    public long bytesWritten() {
        return bytesWritten;
    }

    public void givenUp() {
        givenUp++;
    }

    /** Runs that were begun and not written to their end. */
    public long givenUpCount() {
        return givenUp;
    }

    public void loaded(long entries) {
        shardsLoaded++;
        entriesLoaded += entries;
    }

    /** Shards whose index came from a run. */
    public long shardsLoaded() {
        return shardsLoaded;
    }

    public long entriesLoaded() {
        return entriesLoaded;
    }

    public void refused() {
        shardsRefused++;
    }

    /** Shards for which a run was wanted that turned out to be damaged. */
    public long shardsRefused() {
        return shardsRefused;
    }

    public void recordPassed() {
        recordsPassed++;
    }

    /** Records of which storage knew and an index did not. */
    public long recordsPassed() {
        return recordsPassed;
    }

    public void rowTold() {
        rowsTold++;
    }

    /** Rows that were read so that an index was made of them. */
    public long rowsTold() {
        return rowsTold;
    }
}
