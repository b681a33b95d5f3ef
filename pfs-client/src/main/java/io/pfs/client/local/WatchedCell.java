package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.WaitersFirst;
import io.pfs.wire.CellFile;

/**
 * A small cell, which whoever has it opens and reads on his own thread: it is seen how long that takes, so that nobody else does so while it takes long. Any
 * thread.
 *
 * @param isPacked is told if it turns out to be compressed
 */
record WatchedCell(CellFile cell, WaitersFirst readers, Runnable isPacked) implements CellFile {
    @Override
    public boolean opens() {
        boolean[] opens = new boolean[1];
        if (readers.areQuick()) { // they may be no more since this was asked for
            readers.watch(() -> opens[0] = cell.opens());
        }
        return opens[0];
    }

    @Override
    public void read(long from, byte[] target, int at, int length) {
        try {
            readers.watch(() -> cell.read(from, target, at, length));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_SUPPORTED) {
                isPacked.run();
            }
            throw e;
        }
    }

    @Override
    public void later(Runnable task) {
        cell.later(task);
    }
}
