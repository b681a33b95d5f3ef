package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.wire.CellFile;
import io.pfs.wire.PoolPlace;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** A cell of which the place was told, as it was then. */
final class LocalCell implements CellFile {
    private final LocalFiles files;
    private final CellLocation location;
    private final CellKey key;
    private final Counts counts;
    private final Executor readers;
    /** Of the folder that has it when this was made; a file that is read in a later one may be another one of the same name. */
    private final Optional<PoolPlace> life;
    /** The same of the server that told of it. */
    private final BooleanSupplier isTellersLife;

    LocalCell(
            LocalFiles files,
            CellLocation location,
            CellKey key,
            Counts counts,
            Executor readers,
            BooleanSupplier isTellersLife) {
        this.readers = readers;
        this.files = files;
        this.location = location;
        this.key = key;
        this.counts = counts;
        this.life = files.lifeOf(location);
        this.isTellersLife = isTellersLife;
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
            } else if (from == 0 && length == location.length()) {
                CellReader.readInto(file, location, key, target, at);
            } else {
                CellReader.readPart(file, location, key, from, length).get(target, at, length);
            }
        } finally {
            files.give(file);
        }
        requireSameLife();
    }

    private void requireSameLife() {
        boolean isFoldersLife = life.isEmpty() || life.equals(files.lifeOf(location));
        if (!isFoldersLife || !isTellersLife.getAsBoolean()) {
            throw new PfsException(ErrorCode.FILE_MISSING, "a server has begun anew since it told of a place");
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
        requireSameLife();
    }

    @Override
    public boolean opens() {
        try {
            open();
            return true;
        } catch (RuntimeException | Error e) { // for whatever reason: the server is asked
            return false;
        }
    }

    @Override
    public void later(Runnable task) {
        readers.execute(task);
    }
}
