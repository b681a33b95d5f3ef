package io.pfs.format;

import java.util.zip.CRC32C;

/** The CRC-32C of bytes that come one after the other; it is the same however they come. */
public final class RunningChecksum {
    private final CRC32C crc = new CRC32C();

    public void update(byte[] bytes, int offset, int length) {
        crc.update(bytes, offset, length);
    }

    /** Of all that came since the last beginning. */
    public int value() {
        return (int) crc.getValue();
    }

    /** Begins anew. */
    public void reset() {
        crc.reset();
    }
}
