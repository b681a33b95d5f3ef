package io.pfs.format;

import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A part of a file at rest that was read at once, for who reads little pieces that are mostly near each other, or again: far away, each question takes as long as much of an answer. */
public final class ReadWindow {
    private static final byte[] NOTHING = {};

    private final int length;
    private byte[] bytes = NOTHING;
    private long begin;

    /** What is in the file, as the file itself gives it. */
    @FunctionalInterface
    public interface Source {
        int read(ByteBuffer target, long offset);
    }

    /** @param length of what is read at once; who wants as much, or more, reads by himself */
    public ReadWindow(int length) {
        this.length = length;
    }

    /** Fills the buffer from an offset as far as the file goes; returns the bytes read. */
    public int read(Source file, ByteBuffer target, long offset) {
        int wanted = target.remaining();
        boolean isHeld = holds(offset, wanted) || (wanted < length && move(file, offset));
        if (!isHeld) {
            return file.read(target, offset);
        }
        int skipped = (int) (offset - begin);
        int count = Math.min(wanted, bytes.length - skipped);
        target.put(bytes, skipped, count);
        return count;
    }

    private boolean holds(long offset, int count) {
        return offset >= begin && offset + count <= begin + bytes.length;
    }

    /** Says whether it could be read: if not, what is wanted of it perhaps can be. */
    private boolean move(Source file, long offset) {
        ByteBuffer read = ByteBuffer.allocate(length);
        try {
            int count = file.read(read, offset);
            bytes = count == length ? read.array() : Arrays.copyOf(read.array(), count);
            begin = offset;
            return true;
        } catch (PfsException e) {
            return false;
        }
    }
}
