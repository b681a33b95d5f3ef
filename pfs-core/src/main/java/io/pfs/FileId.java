package io.pfs;

/** Identifies a row for life, through renames. Unique in a file system; says nothing about where the row is. */
public record FileId(long value) implements Comparable<FileId> {
    public FileId {
        Check.inRange("file id", value, 0, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(FileId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "file-" + Long.toHexString(value);
    }
}
