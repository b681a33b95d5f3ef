package io.pfs.server.gc;

import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.server.column.FoundCell;
import io.pfs.server.column.SegmentScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the next piece of a segment, as a job of a worker: some cells, all of them, whoever they belong to. */
public final class SegmentRead implements Runnable, SegmentScan.Visitor {
    private static final long PIECE_BYTES = 256 << 10;
    /** So that what follows on the loop takes little time, however small the cells. */
    private static final int PIECE_CELLS = 128;

    private final SegmentFile file;
    private final long from;
    private final List<ScannedCell> cells = new ArrayList<>();
    private Optional<PfsException> failure = Optional.empty();
    private long bytes;
    private long next;
    private boolean stopped;

    /** From an offset on: {@link SegmentScan#BEGIN}, or {@link #next} of the piece before. */
    public SegmentRead(SegmentFile file, long from) {
        this.file = file;
        this.from = from;
        this.next = from;
    }

    @Override
    public void run() {
        try {
            next = SegmentScan.run(file, from, this);
        } catch (PfsException e) {
            failure = Optional.of(e);
        }
    }

    @Override
    public boolean found(FoundCell cell) {
        cells.add(new ScannedCell(cell.header().label(), cell.location(), cell.toBody()));
        bytes += cell.header().recordBytes();
        stopped = bytes >= PIECE_BYTES || cells.size() >= PIECE_CELLS;
        return !stopped;
    }

    @Override
    public void damaged(CellHeader header, CellLocation location) {
        // it can't be copied, and while a row points to it its count keeps the segment
    }

    /** What was read from, to be given back. */
    public SegmentFile file() {
        return file;
    }

    public List<ScannedCell> cells() {
        return cells;
    }

    /** Where the next piece begins. */
    public long next() {
        return next;
    }

    /** Whether there is no further piece. */
    public boolean isLast() {
        return !stopped;
    }

    public Optional<PfsException> failure() {
        return failure;
    }
}
