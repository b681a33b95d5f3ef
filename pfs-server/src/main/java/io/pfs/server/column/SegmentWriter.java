package io.pfs.server.column;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.cell.CellHeader;
import io.pfs.cell.CellLabel;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentSummary;
import io.pfs.env.Clock;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Appends cells to one stream of segments. The loop adds cells and hands them over; a worker writes and forces what was
 * handed over, while the loop collects the next ones. A cell may be pointed at once its bytes are forced: when {@link
 * #write} and {@link #force} have returned since it was handed over.
 */
public final class SegmentWriter {
    /** A cell from this size on is written from the array it came in; smaller ones are copied together first. */
    private static final int BIG_CELL_BYTES = 4 << 10;

    private final Pool pool;
    private final Clock clock;
    private final long owner;
    private final Limits limits;
    private final SegmentIds ids;

    private CellBatch collected = new CellBatch();
    private Optional<Segment> segment = Optional.empty();
    private long length;
    private long records;

    private CellBatch handedOver = new CellBatch();
    private final JoinedWrites joined = new JoinedWrites();
    private Optional<OpenFile> file = Optional.empty();
    private boolean hasFailed;

    private record OpenFile(long segment, AppendFile file) {}

    public SegmentWriter(Pool pool, Clock clock, long owner, Limits limits, SegmentIds ids) {
        this.pool = pool;
        this.clock = clock;
        this.owner = owner;
        this.limits = limits;
        this.ids = ids;
    }

    /** Adds a cell and says where it will be. The array of a big one must not change until it is written. */
    public CellLocation add(CellLabel label, CellBody body) {
        Segment target = segment.orElseGet(this::begin);
        CellLocation location = new CellLocation(target.id(), length, body.plainLength());
        CellHeader header = body.header(label);
        boolean isBig = body.storedLength() >= BIG_CELL_BYTES;
        int padding = header.recordBytes() - header.unpaddedBytes();
        if (isBig) {
            header.encode(body.chunkSums(), target, length, collected.room(header.length()));
            collected.borrow(body.array(), body.from(), body.storedLength());
            collected.room(padding).gap(padding);
        } else {
            ByteWriter out = collected.room(header.recordBytes());
            header.encode(body.chunkSums(), target, length, out);
            out.bytes(body.array(), body.from(), body.storedLength());
            out.gap(padding);
        }
        length += header.recordBytes();
        records++;
        if (length >= limits.columnFileBytes()) {
            end();
        }
        return location;
    }

    private Segment begin() {
        Segment next = new Segment(ids.next(), owner);
        FileHeader header = new FileHeader(FileKind.COLUMN, next.id(), owner, clock.wallMillis());
        header.encode(collected.room(FileHeader.BYTES));
        segment = Optional.of(next);
        length = FileHeader.BYTES;
        records = 0;
        return next;
    }

    /** The segment that the next cell goes to, if one is begun. */
    public OptionalLong current() {
        return segment.map(begun -> OptionalLong.of(begun.id())).orElse(OptionalLong.empty());
    }

    /** Ends the segment of the newest cell, if it is not ended: summary and footer follow, and the next cell begins one. */
    public void end() {
        segment.ifPresent(ended -> {
            new SegmentSummary(ended, records, length).encode(collected.room(SegmentSummary.TAIL_BYTES));
            collected.endStretch(ended.id(), true);
        });
        segment = Optional.empty();
    }

    /** Bytes that were added and not yet handed over. */
    public long collectedBytes() {
        return collected.bytes();
    }

    /** Gives what was collected to the worker, which must have written what it was given before. */
    public void handOver() {
        Check.that(handedOver.isEmpty(), "what was handed over is written before more is", handedOver.bytes());
        segment.ifPresent(current -> collected.endStretch(current.id(), false));
        CellBatch empty = handedOver;
        handedOver = collected;
        collected = empty;
    }

    /** Writes what was handed over, and seals the segments that are full with it. Blocks. */
    public void write() {
        begun();
        for (CellBatch.Stretch stretch : handedOver.stretches()) {
            write(stretch);
        }
        handedOver.clear();
        hasFailed = false;
    }

    private void write(CellBatch.Stretch stretch) {
        OpenFile target = file.orElseGet(() -> create(stretch.segment()));
        Check.that(
                target.segment() == stretch.segment(), "a segment is sealed before the next begins", target.segment());
        joined.write(stretch.buffers(), target.file()::append);
        if (stretch.isLast()) {
            target.file().seal();
            file = Optional.empty();
            target.file().close();
        }
    }

    private OpenFile create(long id) {
        OpenFile created = new OpenFile(id, pool.create(Segment.fileName(id)));
        file = Optional.of(created);
        return created;
    }

    /** Makes everything written durable. Blocks. */
    public void force() {
        begun();
        file.ifPresent(open -> open.file().force());
        hasFailed = false;
    }

    /** Until the call returns it may have failed, and then nothing more may be done to the file. */
    private void begun() {
        Check.that(!hasFailed, "a writer that failed is told to abandon its segment before it goes on");
        hasFailed = true;
    }

    /** Writes everything there is and ends the segment in order. Blocks; the loop leaves the writer alone meanwhile. */
    public void seal() {
        write();
        end();
        handOver();
        write();
    }

    /**
     * Leaves the newest segment as it is, for good, and with it all cells that were added and not forced: they are
     * nowhere, and have to be added again. Returns the segment that was left, if it has a file: cells that were
     * forced before count. No worker may be at it.
     */
    public OptionalLong abandon() {
        OptionalLong left = file.map(open -> OptionalLong.of(open.segment())).orElse(OptionalLong.empty());
        close();
        collected.clear();
        handedOver.clear();
        segment = Optional.empty();
        hasFailed = false;
        return left;
    }

    /** Lets go of the file, without ending it. */
    public void close() {
        file.ifPresent(open -> open.file().close());
        file = Optional.empty();
    }
}
