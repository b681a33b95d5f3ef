package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.wire.CellFile;
import io.pfs.wire.Reply.CellFound;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A large cell: a part is in memory, and some that follow are on their way; or its file is here, and is read as long as that can be done. If the cell is written
 * anew meanwhile, going on is refused.
 */
final class CellParts implements CellBytes {
    /** Goes over the network in one frame, and through caches of processors on its way. */
    private static final int PART_BYTES = 192 << 10;

    private static final int AHEAD_MAX = 20;
    /** Who wants so much of a file that is here has it put where he wants it. */
    private static final int AT_ONCE_BYTES = 64 << 10;

    private final Source source;
    private final long length;
    private byte[] part;
    private long partAt;
    /** In their order, without a gap. */
    private final ArrayDeque<Ahead> ahead = new ArrayDeque<>();

    private int aheadMax;

    /** The file that the cell is in, as long as it can be read here. */
    private volatile Optional<CellFile> file;

    /** Whom parts are asked of. */
    record Source(RowAccess rows, RowName name, ColumnId column, long object) {}

    /** A part that was asked for, perhaps before it was wanted. */
    private record Ahead(long at, Promise<CellFound> part) {}

    /** @param first what is known from the beginning on, if anything */
    CellParts(Source source, Optional<CellFile> file, long length, byte[] first) {
        this.source = source;
        this.file = file;
        this.length = length;
        this.part = first;
    }

    // In their order

    @Override
    public int next(long at, byte[] target, int offset, int count) {
        if (file.isPresent() && count >= AT_ONCE_BYTES && !isInPart(at)) {
            int some = (int) Math.min(count, length - at);
            if (readHere(at, target, offset, some)) {
                return some;
            }
        }
        reach(at);
        int from = (int) (at - partAt);
        int some = Math.min(count, part.length - from);
        System.arraycopy(part, from, target, offset, some);
        return some;
    }

    @Override
    public long ready(long at) {
        return isInPart(at) ? partAt + part.length - at : 0;
    }

    private boolean isInPart(long at) {
        return at >= partAt && at < partAt + part.length;
    }

    /** Has the part in memory that a byte is in. */
    private void reach(long at) {
        if (!isInPart(at) && !(file.isPresent() && reachHere(at))) {
            reachThere(at);
        }
    }

    private boolean reachHere(long at) {
        byte[] next = new byte[(int) Math.min(PART_BYTES, length - at)];
        if (!readHere(at, next, 0, next.length)) {
            return false;
        }
        part = next;
        partAt = at;
        return true;
    }

    private void reachThere(long at) {
        boolean isNext = at == partAt + part.length;
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

    /** Who reads on is brought more at a time with each part that he reads, so that all on the way to here is busy. */
    private void lookAhead() {
        long next = ahead.isEmpty() ? partAt + part.length : ahead.getLast().at() + PART_BYTES;
        while (ahead.size() < aheadMax && next < length) {
            ahead.add(new Ahead(next, askPart(next)));
            next += PART_BYTES;
        }
    }

    private Promise<CellFound> askPart(long at) {
        return ask(at, (int) Math.min(PART_BYTES, length - at));
    }

    // From anywhere

    @Override
    public void read(long at, byte[] target, int offset, int count) {
        if (readHere(at, target, offset, count)) {
            return;
        }
        ArrayDeque<Promise<CellFound>> asked = new ArrayDeque<>();
        int next = 0;
        for (int done = 0; done < count; ) {
            while (next < count && asked.size() < AHEAD_MAX) {
                int some = Math.min(count - next, PART_BYTES);
                asked.add(ask(at + next, some));
                next += some;
            }
            done += take(Promise.await(asked.remove()), Math.min(count - done, PART_BYTES), target, offset + done);
        }
    }

    /** Of the file; what was not read here once is never tried again. */
    private boolean readHere(long from, byte[] target, int at, int count) {
        Optional<CellFile> here = file;
        boolean isRead = here.isPresent() && readHere(here.get(), from, target, at, count);
        if (!isRead) {
            file = Optional.empty();
        }
        return isRead;
    }

    private static boolean readHere(CellFile file, long from, byte[] target, int at, int count) {
        try {
            file.read(from, target, at, count);
            return true;
        } catch (PfsException e) {
            return false;
        }
    }

    @Override
    public CompletableFuture<byte[]> readLater(long at, int count) {
        return file.map(here -> readLater(here, at, count)).orElseGet(() -> askFor(at, count));
    }

    /** Reads where it may be waited for a disk, and asks if that fails. */
    private CompletableFuture<byte[]> readLater(CellFile here, long at, int count) {
        Promise<Optional<byte[]>> read = new Promise<>();
        byte[] bytes = new byte[count];
        here.later(() -> {
            read.done(readHere(at, bytes, 0, count) ? Optional.of(bytes) : Optional.empty());
        });
        return read.thenCompose(
                found -> found.map(CompletableFuture::completedFuture).orElseGet(() -> askFor(at, count)));
    }

    private CompletableFuture<byte[]> askFor(long at, int count) {
        try {
            return askForParts(at, count);
        } catch (PfsException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<byte[]> askForParts(long at, int count) {
        byte[] bytes = new byte[count];
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int from = 0; from < count; from += PART_BYTES) {
            int some = Math.min(PART_BYTES, count - from);
            int offset = from;
            parts.add(ask(at + from, some).thenApply(found -> take(found, some, bytes, offset)));
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(all -> bytes);
    }

    // Asking

    private Promise<CellFound> ask(long at, int count) {
        Promise<CellFound> promise = new Promise<>();
        source.rows().cell(source.name(), source.column(), at, count, promise);
        return promise;
    }

    /** Puts what was asked for where it belongs; returns how much that is. */
    private int take(CellFound found, int wanted, byte[] target, int offset) {
        requireSame(found);
        if (found.bytes().length != wanted) {
            throw new PfsException(
                    ErrorCode.INVARIANT_BROKEN,
                    "a server gave " + found.bytes().length + " bytes of a cell for " + wanted + " that it has");
        }
        System.arraycopy(found.bytes(), 0, target, offset, wanted);
        return wanted;
    }

    private void requireSame(CellFound found) {
        boolean isSame = found.object() == source.object()
                && (found.object() == 0 ? found.cellLength() == length : found.cellLength() >= length);
        if (!isSame || found.bytes().length == 0) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    "row '" + source.name() + "' of '" + source.rows().label()
                            + "' was written anew while it was read");
        }
    }
}
