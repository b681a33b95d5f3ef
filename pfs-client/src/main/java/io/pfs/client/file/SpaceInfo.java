package io.pfs.client.file;

/**
 * How much space there is where servers keep their files: what the disk or the file system below has.
 *
 * @param totalBytes used by whomever, or free
 * @param usableBytes what can still be written
 */
public record SpaceInfo(long totalBytes, long usableBytes) {
    /** What is used, also by others, or kept for somebody else. */
    public long usedBytes() {
        return totalBytes - usableBytes;
    }
}
