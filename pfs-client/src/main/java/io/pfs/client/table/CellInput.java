package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.wire.CellFile;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellPlaced;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A stream over the bytes of a cell, from any place on. A small cell was read at once, unless it lies on this machine, where it is read when it is wanted; of a large one a part is in memory,
 * and some that follow are on their way. If the cell is written anew meanwhile, reading on is refused with {@code VERSION_CHANGED}:
 * nobody gets parts of two writings. If it is being written still, and becomes longer, the stream ends where it ended when it
 * was opened. For one thread, but for {@link #readAt}.
 */
public final class CellInput extends InputStream {
    /** Goes over the network in one frame, and through caches of processors on its way. */
    private static final int PART_BYTES = 192 << 10;

    private static final int AHEAD_MAX = 20;
    private static final int AT_ONCE_BYTES = 64 << 10;
    private static final int BYTE_MASK = 0xff;

    private final Optional<Source> source;
    /** If it is a small one that lies here. */
    private final Optional<PlacedBytes> placed;

    private final long length;
    private byte[] part;
    private long partAt;
    private long position;
    /** In their order, without a gap. */
    private final ArrayDeque<Ahead> ahead = new ArrayDeque<>();

    private int aheadMax;

    /** Where further parts come from. */
    private record Source(RowAccess rows, RowName name, ColumnId column, long object) {}

    /** The file that the cell is in, as long as it can be read here. */
    private volatile Optional<CellFile> file = Optional.empty();

    /** A part that was asked for, perhaps before it was wanted. */
    private record Ahead(long at, Promise<CellFound> part) {}

    private CellInput(Optional<Source> source, Optional<PlacedBytes> placed, long length, byte[] first) {
        this.source = source;
        this.placed = placed;
        this.length = length;
        this.part = first;
    }

    private CellInput(Source source, long length, byte[] first) {
        this(Optional.of(source), Optional.empty(), length, first);
    }

    /** Over bytes that are here. */
    public static CellInput of(byte[] bytes) {
        return new CellInput(Optional.empty(), Optional.empty(), bytes.length, bytes);
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
        PlacedBytes bytes =
                new PlacedBytes(cell.file(), length, outcome -> begun.sameCell(found, column, length, outcome));
        return new CellInput(Optional.empty(), Optional.of(bytes), length, new byte[0]);
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
        Source source = new Source(rows.begun(), name, column, object);
        CellInput input = new CellInput(source, placed.location().size(), new byte[0]);
        input.file = placed.file();
        return input;
    }

    /** Says whether it could be read. */
    private static boolean readHere(CellFile file, long from, byte[] target, int at, int count) {
        try {
            file.read(from, target, at, count);
            return true;
        } catch (PfsException e) {
            return false;
        }
    }

    /** The same; what was not read here once is never tried again. */
    private boolean readHere(long from, byte[] target, int at, int count) {
        Optional<CellFile> here = file;
        boolean isRead = here.isPresent() && readHere(here.get(), from, target, at, count);
        if (!isRead) {
            file = Optional.empty();
        }
        return isRead;
    }

    private static CellInput openThere(RowAccess rows, RowName name, ColumnId column) {
        Promise<CellFound> found = new Promise<>();
        rows.cell(name, column, 0, Limits.CELL_BYTES_MAX, found);
        return of(rows, name, column, Promise.await(found));
    }

    /** What is here whole is not asked for again: it may be another writing by then. */
    private static CellInput of(RowAccess rows, RowName name, ColumnId column, CellFound first) {
        if (first.bytes().length == first.cellLength()) {
            return of(first.bytes());
        }
        Source source = new Source(rows.begun(), name, column, first.object());
        return new CellInput(source, first.cellLength(), first.bytes());
    }

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
        if (!reach()) {
            return -1;
        }
        return part[(int) (position++ - partAt)] & BYTE_MASK;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
        if (count == 0) {
            return 0;
        }
        if (placed.isPresent() && position == 0 && 0 < length && length <= count) {
            placed.get().read(0, target, offset, (int) length);
            position = length;
            return (int) length;
        }
        if (isReadAtOnce(count)) {
            int some = (int) Math.min(count, length - position);
            if (readHere(position, target, offset, some)) {
                position += some;
                return some;
            }
        }
        if (!reach()) {
            return -1;
        }
        int from = (int) (position - partAt);
        int some = Math.min(count, part.length - from);
        System.arraycopy(part, from, target, offset, some);
        position += some;
        return some;
    }

    /** Whether so much is wanted that bytes go from the file to where they are wanted. */
    private boolean isReadAtOnce(int count) {
        boolean isInPart = position >= partAt && position < partAt + part.length;
        return file.isPresent() && count >= AT_ONCE_BYTES && !isInPart && position < length;
    }

    /**
     * Reads from any place on, as far as the cell goes, whatever else is read meanwhile, and leaves the stream where it is.
     * Any number of threads may.
     *
     * @return bytes that were read; fewer than wanted only at the end
     */
    public int readAt(long at, byte[] target, int offset, int count) {
        Check.inRange("position in a cell", at, 0, Long.MAX_VALUE);
        int wanted = (int) Math.max(0, Math.min(count, length - at));
        if (wanted == 0) {
            return 0;
        } else if (placed.isPresent()) {
            placed.get().read((int) at, target, offset, wanted);
            return wanted;
        } else if (source.isEmpty()) {
            System.arraycopy(part, (int) at, target, offset, wanted);
            return wanted;
        }
        if (readHere(at, target, offset, wanted)) {
            return wanted;
        }
        ArrayDeque<Promise<CellFound>> asked = new ArrayDeque<>();
        int next = 0;
        for (int done = 0; done < wanted; ) {
            while (next < wanted && asked.size() < AHEAD_MAX) {
                int some = Math.min(wanted - next, PART_BYTES);
                asked.add(ask(at + next, some));
                next += some;
            }
            CellFound found = Promise.await(asked.remove());
            requireSame(found);
            requireWhole(found, Math.min(wanted - done, PART_BYTES));
            System.arraycopy(found.bytes(), 0, target, offset + done, found.bytes().length);
            done += found.bytes().length;
        }
        return wanted;
    }

    /**
     * The same without waiting: what is not here is asked for at once, all of it.
     *
     * @return the bytes, as far as the cell goes
     */
    public CompletableFuture<byte[]> readAsync(long at, int count) {
        int wanted = (int) Math.max(0, Math.min(count, length - at));
        if (placed.isPresent() && wanted > 0) {
            int from = (int) at;
            return placed.get().allLater().thenApply(all -> Arrays.copyOfRange(all, from, from + wanted));
        } else if (source.isEmpty()) {
            byte[] bytes = new byte[wanted];
            readAt(at, bytes, 0, wanted);
            return CompletableFuture.completedFuture(bytes);
        }
        return file.map(here -> readLater(here, at, wanted)).orElseGet(() -> askFor(at, wanted));
    }

    /** Reads where it may be waited for a disk, and asks if that fails. */
    private CompletableFuture<byte[]> readLater(CellFile here, long at, int wanted) {
        Promise<Optional<byte[]>> read = new Promise<>();
        byte[] bytes = new byte[wanted];
        here.later(() -> {
            read.done(readHere(at, bytes, 0, wanted) ? Optional.of(bytes) : Optional.empty());
        });
        return read.thenCompose(
                found -> found.map(CompletableFuture::completedFuture).orElseGet(() -> askFor(at, wanted)));
    }

    private CompletableFuture<byte[]> askFor(long at, int wanted) {
        try {
            return askForParts(at, wanted);
        } catch (PfsException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<byte[]> askForParts(long at, int wanted) {
        byte[] bytes = new byte[wanted];
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int from = 0; from < wanted; from += PART_BYTES) {
            int some = Math.min(PART_BYTES, wanted - from);
            int offset = from;
            parts.add(ask(at + from, some).thenAccept(found -> {
                requireSame(found);
                requireWhole(found, some);
                System.arraycopy(found.bytes(), 0, bytes, offset, some);
            }));
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(all -> bytes);
    }

    private static void requireWhole(CellFound found, int wanted) {
        if (found.bytes().length != wanted) {
            throw new PfsException(
                    ErrorCode.INVARIANT_BROKEN,
                    "a server gave " + found.bytes().length + " bytes of a cell for " + wanted + " that it has");
        }
    }

    @Override
    public long skip(long count) {
        long some = Math.max(0, Math.min(count, length - position));
        position += some;
        return some;
    }

    @Override
    public int available() {
        boolean isInPart = position >= partAt && position < partAt + part.length;
        if (placed.isPresent()) {
            return (int) Math.max(0, length - position);
        }
        return isInPart ? (int) (partAt + part.length - position) : 0;
    }

    /** Has the part in memory that the next byte is in; false at the end. */
    private boolean reach() {
        if (position >= length) {
            return false;
        }
        if (position < partAt || position >= partAt + part.length) {
            if (placed.isPresent()) {
                part = placed.get().all();
                partAt = 0;
                return true;
            }
            if (file.isPresent() && reachHere()) {
                return true;
            }
            boolean isNext = position == partAt + part.length;
            long at = position;
            if (ahead.isEmpty() || ahead.element().at() != at) {
                ahead.clear();
                ahead.add(new Ahead(at, askPart(at)));
            }
            CellFound found = Promise.await(ahead.remove().part());
            requireSame(found);
            part = found.bytes();
            partAt = at;
            aheadMax = isNext ? Math.min(aheadMax + 1, AHEAD_MAX) : 0;
            lookAhead();
        }
        return true;
    }

    private boolean reachHere() {
        byte[] next = new byte[(int) Math.min(PART_BYTES, length - position)];
        if (!readHere(position, next, 0, next.length)) {
            return false;
        }
        part = next;
        partAt = position;
        return true;
    }

    private Promise<CellFound> askPart(long at) {
        return ask(at, (int) Math.min(PART_BYTES, length - at));
    }

    /** Who reads on is brought more at a time with each part that he reads, so that all on the way to here is busy. */
    private void lookAhead() {
        long next = ahead.isEmpty() ? partAt + part.length : ahead.getLast().at() + PART_BYTES;
        while (ahead.size() < aheadMax && next < length) {
            ahead.add(new Ahead(next, askPart(next)));
            next += PART_BYTES;
        }
    }

    private Promise<CellFound> ask(long at, int count) {
        Source from = source.orElseThrow();
        Promise<CellFound> promise = new Promise<>();
        from.rows().cell(from.name(), from.column(), at, count, promise);
        return promise;
    }

    private void requireSame(CellFound found) {
        Source from = source.orElseThrow();
        boolean isSame = found.object() == from.object()
                && (found.object() == 0 ? found.cellLength() == length : found.cellLength() >= length);
        if (!isSame || found.bytes().length == 0) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    "row '" + from.name() + "' of '" + from.rows().label() + "' was written anew while it was read");
        }
    }
}
