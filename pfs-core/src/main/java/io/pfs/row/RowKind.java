package io.pfs.row;

/** What a row is, seen as a file system. */
public enum RowKind {
    FILE(1),
    DIRECTORY(2),
    SYMLINK(3);

    private final int number;

    RowKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static RowKind ofNumber(int number) {
        return switch (number) {
            case 1 -> FILE;
            case 2 -> DIRECTORY;
            default -> SYMLINK;
        };
    }
}
