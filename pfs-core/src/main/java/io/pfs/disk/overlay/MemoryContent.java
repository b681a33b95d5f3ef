package io.pfs.disk.overlay;

import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that exist here alone. */
final class MemoryContent implements Content {
    private byte[] bytes = new byte[0];
    private int length;

    @Override
    public DiskFile open(String name) {
        return new OverlayFile(name, this);
    }

    int length() {
        return length;
    }

    void write(ByteBuffer source, long offset) {
        lengthen(offset + source.remaining());
        source.get(bytes, (int) offset, source.remaining());
    }

    int read(ByteBuffer target, long offset) {
        int count = (int) Math.max(0, Math.min(target.remaining(), length - offset));
        if (count > 0) {
            target.put(bytes, (int) offset, count);
        }
        return count;
    }

    /** With zeros. */
    void lengthen(long atLeast) {
        int wanted = Math.toIntExact(atLeast);
        if (wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(wanted, bytes.length + bytes.length / 2));
        }
        length = Math.max(length, wanted);
    }

    void truncate(long atMost) {
        if (length > atMost) {
            Arrays.fill(bytes, (int) atMost, length, (byte) 0);
            length = (int) atMost;
        }
    }
}
