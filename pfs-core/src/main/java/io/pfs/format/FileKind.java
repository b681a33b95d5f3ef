package io.pfs.format;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of files there are, each with the version it is written in and the oldest that can still be read. */
public enum FileKind {
    /** The log of changes of the shards of one loop. */
    JOURNAL("JRNL", 2, 1),
    /** The metadata log: images and deltas of slices. */
    METADATA("META", 1, 1),
    /** Which images and deltas of the metadata log count, as of one checkpoint. */
    BOOST("BOOS", 1, 1),
    /** A segment: the bytes of cells. */
    COLUMN("COLU", 1, 1),
    /** An object: the bytes of one large cell. */
    OBJECT("OBJE", 3, 3),
    /** A sorted run: what an index knew of shards. */
    RUN("RUNS", 1, 1),
    /** The file that says that a folder is ours, and its constants. */
    SUPERBLOCK("SUPR", 1, 1),
    /** The same in the folders of a file system that several servers serve: their pool, and the data of each. */
    CLUSTER("CLUS", 1, 1),
    /** A number by which who reads it knows that a folder is the one that a server tells of. */
    WITNESS("WITN", 1, 1),
    /** Who gives out the epochs of a pool's seats. */
    COORDINATOR("CORD", 1, 1);

    private final int code;
    private final int version;
    private final int oldestReadable;

    FileKind(String letters, int version, int oldestReadable) {
        this.code = letters.charAt(0) | letters.charAt(1) << 8 | letters.charAt(2) << 16 | letters.charAt(3) << 24;
        this.version = version;
        this.oldestReadable = oldestReadable;
    }

    /** The four letters as they stand in a header, read as a number. */
    int code() {
        return code;
    }

    static Optional<FileKind> ofCode(int code) {
        return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }

    public int version() {
        return version;
    }

    public int oldestReadable() {
        return oldestReadable;
    }
}
