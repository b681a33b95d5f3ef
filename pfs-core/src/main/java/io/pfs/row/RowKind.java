package io.pfs.row;

import io.pfs.format.ByteReader;

/** What a row is, seen as a file system. */
public enum RowKind {
    FILE(1),
    DIRECTORY(2),
    SYMLINK(3);

    private final int number;

    RowKind(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The kind with this number, for decoding. */
    public static RowKind decode(ByteReader in) {
        return ofNumber((int) in.inRange("kind of a row", in.u8("kind of a row"), 1, 3));
    }

    static RowKind ofNumber(int number) {
        return switch (number) {
            case 1 -> FILE;
            case 2 -> DIRECTORY;
            default -> SYMLINK;
        };
    }
}
