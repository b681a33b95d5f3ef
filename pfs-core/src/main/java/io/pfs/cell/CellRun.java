package io.pfs.cell;

import io.pfs.Check;
import io.pfs.row.CellLocation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells that lie near each other in one segment, read by one large read: what lies between them is read, too, and not
 * looked at. Where cells lie in the order in which they are asked for, this reads a segment as fast as its file is read.
 */
public final class CellRun {
    /** To read so much for nothing costs less than another read. */
    private static final int GAP_BYTES = 32 << 10;
    /** A run ends here: longer ones are not faster. */
    private static final int SPAN_BYTES = 1 << 20;

    private final List<CellLocation> locations = new ArrayList<>();
    private final List<CellKey> keys = new ArrayList<>();
    private long end;

    /** Whether this cell can be read with those before it. */
    public boolean takes(CellLocation location) {
        if (locations.isEmpty()) {
            return true;
        }
        CellLocation first = locations.get(0);
        return location.segment() == first.segment()
                && location.offset() >= locations.get(locations.size() - 1).offset()
                && location.offset() <= end + GAP_BYTES
                && endOf(location) - first.offset() <= SPAN_BYTES;
    }

    /** Adds a cell that it takes. */
    public void add(CellLocation location, CellKey key) {
        locations.add(location);
        keys.add(key);
        end = Math.max(end, endOf(location));
    }

    private static long endOf(CellLocation location) {
        return location.offset() + CellHeader.length(location.length()) + location.length();
    }

    /** The cells' bytes, in order, by one read. Blocks. Each is checked like any cell; what is damaged is refused. */
    public List<byte[]> read(SegmentFile file) {
        CellLocation first = locations.get(0);
        Check.that(file.id() == first.segment(), "cells are read from the segment that they are in", file.id());
        if (locations.size() == 1) {
            return List.of(CellReader.readOwn(file, first, keys.get(0)));
        }
        locations.forEach(CellReader::requireLength);
        byte[] bytes = new byte[(int) (end - first.offset())];
        int count = file.read(ByteBuffer.wrap(bytes), first.offset());
        List<byte[]> cells = new ArrayList<>(locations.size());
        for (int i = 0; i < locations.size(); i++) {
            int at = (int) Math.min(count, locations.get(i).offset() - first.offset());
            cells.add(
                    CellReader.toArray(new CellReader(file, locations.get(i), keys.get(i)).wholeIn(bytes, at, count)));
        }
        return cells;
    }
}
