package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.wire.CellFile;
import java.util.concurrent.Executor;

/** A cell of which the place was told, as it was then. */
final class LocalCell implements CellFile {
    private final LocalFiles files;
    private final CellLocation location;
    private final CellKey key;
    private final Counts counts;
    private final Executor readers;

    LocalCell(LocalFiles files, CellLocation location, CellKey key, Counts counts, Executor readers) {
        this.readers = readers;
        this.files = files;
        this.location = location;
        this.key = key;
        this.counts = counts;
    }

    @Override
    public void read(long from, byte[] target, int at, int length) {
        try {
            readHere(from, target, at, length);
        } catch (RuntimeException
                | Error e) { // no memory for a buffer, say: the server is asked as for a file that is gone
            throw e instanceof PfsException ours
                    ? ours
                    : new PfsException(ErrorCode.IO_FAILED, "a cell could not be read here: " + e, e);
        }
        counts.read(1, length);
    }

    private void readHere(long from, byte[] target, int at, int length) {
        SegmentFile file = files.take(location);
        try {
            if (location.isObject()) {
                ObjectReader.readInto(file, location, from, target, at, length);
            } else {
                CellReader.readPart(file, location, key, from, length).get(target, at, length);
            }
        } finally {
            files.give(file);
        }
    }

    /** Throws why the file, of which bytes are to be read later, can't be opened. */
    void open() {
        SegmentFile file = files.take(location);
        try {
            file.segment();
        } finally {
            files.give(file);
        }
    }

    @Override
    public void later(Runnable task) {
        readers.execute(task);
    }
}
