package io.pfs.server.inspect;

/**
 * The files of one kind.
 *
 * @param kind as a name of a file begins
 * @param bytes of them in all
 * @param liveBytes of what something leads to
 * @param orphans files that nothing needs
 */
public record FileTally(String kind, long files, long bytes, long liveBytes, long orphans, long orphanBytes) {
    static FileTally none(String kind) {
        return new FileTally(kind, 0, 0, 0, 0, 0);
    }

    FileTally withFile(long size, long live) {
        return new FileTally(kind, files + 1, bytes + size, liveBytes + live, orphans, orphanBytes);
    }

    FileTally withOrphan(long size) {
        return new FileTally(kind, files + 1, bytes + size, liveBytes, orphans + 1, orphanBytes + size);
    }

    /** With what another server has of the kind. */
    FileTally plus(FileTally other) {
        return new FileTally(
                kind,
                files + other.files,
                bytes + other.bytes,
                liveBytes + other.liveBytes,
                orphans + other.orphans,
                orphanBytes + other.orphanBytes);
    }

    /** Framing, what was replaced or removed, orphans. */
    public long deadBytes() {
        return bytes - liveBytes;
    }
}
