package io.pfs.server.exchange;

/** Counts while it happens. */
final class Tally {
    private final LeftOut leftOut = new LeftOut();
    private long rows;
    private long cells;
    private long bytes;
    private long unchanged;
    private long tables;
    private long links;

    LeftOut leftOut() {
        return leftOut;
    }

    void leaveOut(LeftOut.Reason reason, String example) {
        leftOut.add(reason, example);
    }

    void row() {
        rows++;
    }

    void cells(long count, long theirBytes) {
        cells += count;
        bytes += theirBytes;
    }

    void unchanged(long count) {
        unchanged += count;
    }

    void table() {
        tables++;
    }

    void link() {
        links++;
    }

    long rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    Summary summary(long elapsedNs) {
        return new Summary(rows, cells, bytes, unchanged, tables, links, leftOut, elapsedNs);
    }
}
