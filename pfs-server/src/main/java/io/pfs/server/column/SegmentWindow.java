package io.pfs.server.column;

import io.pfs.cell.SegmentFile;

/** The part of a segment that a scan has in memory. It only moves on, by large reads, and reads no byte twice. */
final class SegmentWindow {
    static final int STEP_BYTES = 1 << 20;

    private final SegmentFile file;
    private final long end;
    private byte[] bytes = new byte[0];
    private long start;
    private int length;

    /** Over the bytes before {@code end}. */
    SegmentWindow(SegmentFile file, long from, long end) {
        this.file = file;
        this.start = from;
        this.end = end;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whether so many bytes stand here, before the end. */
    boolean holds(long offset, int count) {
        return count <= end - offset;
    }

    /** Where in {@link #bytes()} these bytes stand, with more behind them; what stood before them may be gone. */
    int reach(long offset, int count) {
        if (offset + count > start + length) {
            moveTo(offset, count);
        }
        return (int) (offset - start);
    }

    private void moveTo(long offset, int count) {
        int kept = (int) Math.max(0, start + length - offset);
        int wanted = (int) Math.min(end - offset, Math.max(count, kept + STEP_BYTES));
        byte[] target = bytes.length < wanted ? new byte[wanted] : bytes;
        System.arraycopy(bytes, length - kept, target, 0, kept);
        bytes = target;
        start = offset;
        length = kept;
        file.readFully(bytes, kept, wanted - kept, offset + kept, "bytes of a segment");
        length = wanted;
    }
}
