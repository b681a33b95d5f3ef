package io.pfs.server.column;

import io.pfs.format.ByteWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes on their way to segments, in order. Small things are copied, once, to blocks that are used again; the bytes of
 * big cells stay in the array that they came in, and are written from there.
 */
final class CellBatch {
    private static final int BLOCK_BYTES = 128 << 10;
    /** What a batch keeps when it was written; more was only wanted for a moment. */
    private static final int BLOCKS_KEPT = 8;

    private final List<ByteWriter> blocks = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<ByteBuffer> open = new ArrayList<>();
    private int block;
    private int cutAt;
    private long bytes;

    /**
     * Bytes of one segment that follow each other.
     *
     * @param isLast whether the segment ends with them
     */
    record Stretch(long segment, List<ByteBuffer> buffers, boolean isLast) {}

    boolean isEmpty() {
        return bytes == 0;
    }

    long bytes() {
        return bytes;
    }

    /** Where to encode what takes exactly so many bytes, which is less than a block. */
    ByteWriter room(int count) {
        if (blocks.isEmpty()) {
            blocks.add(new ByteWriter(BLOCK_BYTES));
        } else if (BLOCK_BYTES - blocks.get(block).length() < count) {
            cut();
            nextBlock();
        }
        bytes += count;
        return blocks.get(block);
    }

    private void nextBlock() {
        block++;
        cutAt = 0;
        if (block == blocks.size()) {
            blocks.add(new ByteWriter(BLOCK_BYTES));
        }
    }

    /** Adds bytes without copying them: they must not change until they are written. */
    void borrow(byte[] array, int from, int length) {
        cut();
        open.add(ByteBuffer.wrap(array, from, length));
        bytes += length;
    }

    /** Everything since the last call belongs to this segment. */
    void endStretch(long segment, boolean isLast) {
        cut();
        if (!open.isEmpty()) {
            stretches.add(new Stretch(segment, List.copyOf(open), isLast));
            open.clear();
        }
    }

    private void cut() {
        if (!blocks.isEmpty() && blocks.get(block).length() > cutAt) {
            ByteWriter current = blocks.get(block);
            open.add(ByteBuffer.wrap(current.array(), cutAt, current.length() - cutAt));
            cutAt = current.length();
        }
    }

    List<Stretch> stretches() {
        return stretches;
    }

    /** Forgets everything; the memory is used again. */
    void clear() {
        stretches.clear();
        open.clear();
        while (blocks.size() > BLOCKS_KEPT) {
            blocks.remove(blocks.size() - 1);
        }
        blocks.forEach(ByteWriter::clear);
        block = 0;
        cutAt = 0;
        bytes = 0;
    }
}
