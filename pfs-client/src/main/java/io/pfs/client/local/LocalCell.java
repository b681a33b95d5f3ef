package io.pfs.client.local;

import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.wire.CellFile;

/** A cell of which the place was told, as it was then. */
final class LocalCell implements CellFile {
    private final LocalFiles files;
    private final CellLocation location;
    private final CellKey key;
    private final Counts counts;

    LocalCell(LocalFiles files, CellLocation location, CellKey key, Counts counts) {
        this.files = files;
        this.location = location;
        this.key = key;
        this.counts = counts;
    }

    @Override
    public void read(long from, byte[] target, int at, int length) {
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
        counts.read(1, length);
    }
}
