package io.pfs.server.image;

/** Where a scan takes its bytes from. */
@FunctionalInterface
public interface ScanSource {
    /** Reads exactly {@code length} bytes, which are known to be there. */
    void read(long offset, byte[] target, int at, int length);
}
