package io.pfs.server.image;

/** The part of the scanned range that is in memory. It moves, in large steps, to where it is needed. */
final class ScanWindow {
    static final int STEP_BYTES = 256 << 10;

    private final ScanSource source;
    private final long from;
    private final long to;
    private byte[] bytes = new byte[0];
    private long start;
    private int length;

    /** Over {@code [from, to)} of the source. */
    ScanWindow(ScanSource source, long from, long to) {
        this.source = source;
        this.from = from;
        this.to = to;
    }

    boolean contains(long offset, int count) {
        return offset >= from && count <= to - offset;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where in {@link #bytes()} these bytes stand; they are brought in, with more of those behind them. */
    int reach(long offset, int count) {
        if (!isHere(offset, count)) {
            load(offset, (int) Math.min(to - offset, Math.max(count, STEP_BYTES)));
        }
        return (int) (offset - start);
    }

    /** As {@link #reach}, but with more of those before them. */
    int reachBackwards(long offset, int count) {
        if (!isHere(offset, count)) {
            long end = offset + count;
            long first = Math.max(from, end - Math.max(count, STEP_BYTES));
            load(first, (int) (end - first));
        }
        return (int) (offset - start);
    }

    /** Copies a few bytes without moving the window. */
    void peek(long offset, byte[] target, int count) {
        if (isHere(offset, count)) {
            System.arraycopy(bytes, (int) (offset - start), target, 0, count);
        } else {
            source.read(offset, target, 0, count);
        }
    }

    private boolean isHere(long offset, int count) {
        return offset >= start && offset + count <= start + length;
    }

    private void load(long offset, int count) {
        if (bytes.length < count) {
            bytes = new byte[count];
        }
        length = 0;
        source.read(offset, bytes, 0, count);
        start = offset;
        length = count;
    }
}
