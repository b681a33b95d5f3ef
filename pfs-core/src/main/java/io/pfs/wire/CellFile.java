package io.pfs.wire;

/** A cell as it was when its place was told, of which this process reads the bytes itself. Any number of threads may. */
public interface CellFile {
    /** Has the file open from now on, so that the cell can be read for some time, whatever becomes of it; false if it can't be. Blocks. */
    boolean opens();

    /**
     * Fills an array with the bytes of the cell from an offset on, which must be there. Blocks. Throws a {@code PfsException} if they can't be read
     * here, be it that the file is gone or damaged: then the server is asked, which knows better.
     */
    void read(long from, byte[] target, int at, int length);

    /** Does something on a thread that may wait for a disk, for who may not. */
    void later(Runnable task);
}
