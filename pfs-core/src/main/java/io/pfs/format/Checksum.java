package io.pfs.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * How bytes prove that they are what was written: by {@link #CRC32C}. Where bytes have two checksums, and what one says has to be proven by the
 * other, that is {@link #CRC32}. Two of the same polynomial would agree about any wrong answer within the bytes that both cover.
 */
@FunctionalInterface
public interface Checksum {
    Checksum CRC32C = (bytes, offset, length, stored) -> of(bytes, offset, length) == stored;

    Checksum CRC32 = (bytes, offset, length, stored) -> secondOf(bytes, offset, length) == stored;

    /** Whether the checksum that was stored beside these bytes is theirs. */
    boolean matches(byte[] bytes, int offset, int length, int stored);

    /** The CRC-32C of what is left of a buffer, which stays as it is. */
    static int of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** The CRC-32C of a run of bytes. */
    static int of(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** The CRC-32 of a run of bytes. */
    static int secondOf(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
