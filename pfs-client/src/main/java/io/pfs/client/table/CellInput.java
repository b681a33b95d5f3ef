package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellPlaced;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A stream over the bytes of a cell, from any place on. A small cell was read at once, unless it lies on this machine, where it is read when it is wanted; of a large one a part is in memory,
 * and some that follow are on their way. If the cell is written anew meanwhile, reading on is refused with {@code VERSION_CHANGED}:
 * nobody gets parts of two writings. If it is being written still, and becomes longer, the stream ends where it ended when it
 * was opened. For one thread, but for {@link #readAt} and {@link #readAsync}.
 */
public final class CellInput extends InputStream {
    private static final int BYTE_MASK = 0xff;

    private final CellBytes bytes;
    private final long length;
    private final byte[] one = new byte[1];
    private long position;

    private CellInput(CellBytes bytes, long length) {
        this.bytes = bytes;
        this.length = length;
    }

    // Opening

    /** Over bytes that are here. */
    public static CellInput of(byte[] bytes) {
        return new CellInput(new KnownBytes(bytes), bytes.length);
    }

    /** Over the one cell that was asked for with a row; empty if it is a large one, which was not brought along. */
    public static Optional<CellInput> small(RowAccess rows, FoundRow found, ColumnId column) {
        if (found.largeBytes(0).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(found.placedCell(0)
                .map(cell -> placed(rows, found, column, cell))
                .orElseGet(() -> of(found.cells().get(0).orElse(new byte[0]))));
    }

    /** It is there once its file {@code opens}. */
    private static CellInput placed(RowAccess rows, FoundRow found, ColumnId column, PlacedCell cell) {
        int length = (int) cell.location().size();
        RowAccess begun = rows.begun();
        return new CellInput(
                new PlacedBytes(cell.file(), length, outcome -> begun.sameCell(found, column, length, outcome)),
                length);
    }

    /** Over a cell as it is now; refused with {@code NOT_FOUND} if there is none. */
    public static CellInput open(RowAccess rows, RowName name, ColumnId column) {
        return rows.readsHere(name) ? openHere(rows, name, column) : openThere(rows, name, column);
    }

    /** One that goes on reading the cell as it was now, without asking, as long as its file can be read here. */
    private static CellInput openHere(RowAccess rows, RowName name, ColumnId column) {
        Promise<Reply> answer = new Promise<>();
        rows.place(name, column, Limits.CELL_BYTES_MAX, answer);
        Reply found = Promise.await(answer);
        if (found instanceof CellFound first) {
            return of(rows, name, column, first);
        }
        CellPlaced placed = (CellPlaced) found;
        long object = placed.location().isObject() ? placed.location().segment() : 0;
        long length = placed.location().size();
        CellParts.Source source = new CellParts.Source(rows.begun(), name, column, object);
        return new CellInput(new CellParts(source, placed.file(), length, new byte[0]), length);
    }

    private static CellInput openThere(RowAccess rows, RowName name, ColumnId column) {
        Promise<CellFound> found = new Promise<>();
        rows.cell(name, column, 0, Limits.CELL_BYTES_MAX, found);
        return of(rows, name, column, Promise.await(found));
    }

    /** What is here whole is not asked for again: it may be another writing by then. */
    private static CellInput of(RowAccess rows, RowName name, ColumnId column, CellFound first) {
        long length = first.cellLength();
        if (first.bytes().length == length) {
            return of(first.bytes());
        }
        CellParts.Source source = new CellParts.Source(rows.begun(), name, column, first.object());
        return new CellInput(new CellParts(source, Optional.empty(), length, first.bytes()), length);
    }

    // Reading

    /** Bytes of the cell. */
    public long length() {
        return length;
    }

    /** Where the next byte is read. */
    public long position() {
        return position;
    }

    /** Goes on elsewhere; behind the end there is nothing to read. */
    public void seek(long to) {
        Check.inRange("position in a cell", to, 0, Long.MAX_VALUE);
        position = to;
    }

    @Override
    public int read() {
        return read(one, 0, 1) < 0 ? -1 : one[0] & BYTE_MASK;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
        if (count == 0) {
            return 0;
        } else if (position >= length) {
            return -1;
        }
        int some = bytes.next(position, target, offset, count);
        position += some;
        return some;
    }

    /**
     * Reads from any place on, as far as the cell goes, whatever else is read meanwhile, and leaves the stream where it is.
     * Any number of threads may.
     *
     * @return bytes that were read; fewer than wanted only at the end
     */
    public int readAt(long at, byte[] target, int offset, int count) {
        int there = there(at, count);
        if (there > 0) {
            bytes.read(at, target, offset, there);
        }
        return there;
    }

    /**
     * The same without waiting: what is not here is asked for at once, all of it.
     *
     * @return the bytes, as far as the cell goes
     */
    public CompletableFuture<byte[]> readAsync(long at, int count) {
        int there = there(at, count);
        return there > 0 ? bytes.readLater(at, there) : CompletableFuture.completedFuture(new byte[0]);
    }

    /** How many of these there are. */
    private int there(long at, int count) {
        Check.inRange("position in a cell", at, 0, Long.MAX_VALUE);
        return (int) Math.max(0, Math.min(count, length - at));
    }

    @Override
    public long skip(long count) {
        long some = Math.max(0, Math.min(count, length - position));
        position += some;
        return some;
    }

    @Override
    public int available() {
        return position < length ? (int) Math.min(Integer.MAX_VALUE, bytes.ready(position)) : 0;
    }
}
