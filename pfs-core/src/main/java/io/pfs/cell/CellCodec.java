package io.pfs.cell;

/** How the stored bytes of a cell stand for its bytes. */
public enum CellCodec {
    /** They are its bytes. */
    PLAIN(0),
    /** They are one LZ4 block. */
    LZ4(1);

    private final int number;

    CellCodec(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    static CellCodec ofNumber(int number) {
        return number == 0 ? PLAIN : LZ4;
    }
}
