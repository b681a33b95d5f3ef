package io.pfs.disk.overlay;

import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that exist here alone. What was never written is zeros, and takes no memory behind the last that was. */
final class MemoryContent implements Content {
    private byte[] bytes = new byte[0];
    private long length;

    @Override
    public DiskFile open(String name) {
        return new OverlayFile(name, this);
    }

    long length() {
        return length;
    }

    void write(ByteBuffer source, long offset) {
        int end = Math.toIntExact(offset + source.remaining());
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length + bytes.length / 2));
        }
        source.get(bytes, (int) offset, source.remaining());
        lengthen(end);
    }

    int read(ByteBuffer target, long offset) {
        int count = (int) Math.max(0, Math.min(target.remaining(), length - offset));
        int written = (int) Math.max(0, Math.min(count, bytes.length - offset));
        if (written > 0) {
            target.put(bytes, (int) offset, written);
        }
        for (int i = written; i < count; i++) {
            target.put((byte) 0);
        }
        return count;
    }

    /** With zeros. */
    void lengthen(long atLeast) {
        length = Math.max(length, atLeast);
    }

    void truncate(long atMost) {
        if (length > atMost) {
            int from = (int) Math.min(atMost, bytes.length);
            Arrays.fill(bytes, from, (int) Math.max(from, Math.min(length, bytes.length)), (byte) 0);
            length = atMost;
        }
    }
}
