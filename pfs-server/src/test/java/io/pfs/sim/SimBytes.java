package io.pfs.sim;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Bytes as a value, with their hash at hand: models compare the same ones again and again. */
final class SimBytes {
    private final byte[] bytes;
    private final int hash;

    private SimBytes(byte[] bytes) {
        this.bytes = bytes;
        this.hash = hash(bytes);
    }

    private static int hash(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    static SimBytes of(byte[] bytes) {
        return new SimBytes(bytes);
    }

    int length() {
        return bytes.length;
    }

    /** From an offset on, as many as asked for, or as there are. */
    SimBytes part(long offset, int length) {
        int from = (int) Math.min(offset, bytes.length);
        int to = (int) Math.min((long) from + length, bytes.length);
        return of(Arrays.copyOfRange(bytes, from, to));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SimBytes that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return bytes.length + "#" + Integer.toHexString(hash);
    }
}
