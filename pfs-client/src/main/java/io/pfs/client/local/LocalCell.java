package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.client.call.WaitersFirst;
import io.pfs.row.CellLocation;
import io.pfs.wire.CellFile;
import io.pfs.wire.PoolPlace;
import java.util.Optional;

/** A cell of which the place was told, as it was then. */
final class LocalCell implements CellFile {
    private final LocalFiles files;
    private final CellLocation location;
    private final CellKey key;
    /** Of the folder when this was made; a file that is read in a later one may be another one of the same name. */
    private final Optional<PoolPlace> life;

    private final Counts counts;
    private final WaitersFirst readers;
    /** Is told if it turns out to be compressed. */
    private final Runnable isPacked;

    LocalCell(
            LocalFiles files,
            CellLocation location,
            CellKey key,
            Counts counts,
            WaitersFirst readers,
            Runnable isPacked) {
        this.readers = readers;
        this.isPacked = isPacked;
        this.files = files;
        this.location = location;
        this.life = files.lifeOf(location);
        this.key = key;
        this.counts = counts;
    }

    @Override
    public void read(long from, byte[] target, int at, int length) {
        try {
            if (location.isObject()) {
                readHere(from, target, at, length); // as much as is wanted, which may take long
            } else {
                readers.watch(() -> readHere(from, target, at, length));
            }
        } catch (RuntimeException
                | Error e) { // no memory for a buffer, say: the server is asked as for a file that is gone
            if (e instanceof PfsException ours && ours.code() == ErrorCode.NOT_SUPPORTED) {
                isPacked.run();
            }
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
        if (life.isPresent() && !life.equals(files.lifeOf(location))) {
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
    }

    @Override
    public boolean opens() {
        try {
            readers.watch(this::open);
            requireSameLife();
            return true;
        } catch (RuntimeException | Error e) { // for whatever reason: the server is asked
            return false;
        }
    }

    @Override
    public void later(Runnable task) {
        readers.others().execute(task);
    }
}
