package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.cell.ObjectFile;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply.ObjectBegun;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Writes a large cell to an object, piece by piece, with a few pieces on their way at a time. Nothing is visible of it until
 * an edit refers to it. If the server knows the object no more, because the row has gone elsewhere or the server began anew, another one
 * begins with what was answered for, and pieces that may not be there are sent again. Blocks, but for that; for one thread at a time.
 */
public final class ObjectUpload {
    private static final int PIECES_MAX = 4;

    private final RowAccess rows;
    private final RowName name;
    private final ColumnId column;
    private final ArrayDeque<Promise<Long>> underWay = new ArrayDeque<>();
    /** Those that are not whole chunks of what was answered for. */
    private final ArrayDeque<Piece> kept = new ArrayDeque<>();

    private ObjectTicket ticket;
    private long object;
    /** That which is to follow it. */
    private Optional<ObjectTicket> next = Optional.empty();
    /** All before it is written. */
    private long answered;

    private long length;
    private End end = End.NONE;
    /** A step that is under way on another thread finds out. */
    private volatile boolean isGivenUp;

    /** What was last asked of it, so that an edit can refer to it. */
    enum End {
        NONE,
        FORCED,
        SEALED
    }

    /** Some of its bytes. */
    private record Piece(long offset, byte[] bytes) {
        long end() {
            return offset + bytes.length;
        }

        Piece from(long at) {
            return at <= offset ? this : new Piece(at, Arrays.copyOfRange(bytes, (int) (at - offset), bytes.length));
        }
    }

    /** Those that were lost, and which it went on from. */
    private final Set<Long> former = new HashSet<>();

    private ObjectUpload(RowAccess rows, RowName name, ColumnId column) {
        this.rows = rows;
        this.name = name;
        this.column = column;
        this.ticket = newTicket(rows);
    }

    static ObjectTicket newTicket(RowAccess rows) {
        long high = rows.caller().env().entropy().nextLong();
        return new ObjectTicket(high, rows.caller().env().entropy().nextLong());
    }

    /**
     * Begins one.
     *
     * @param bytes how many there will be at the least: a table may refuse so many
     */
    public static ObjectUpload begin(RowAccess rows, RowName name, ColumnId column, long bytes) {
        ObjectUpload upload = new ObjectUpload(rows, name, column);
        Promise<ObjectBegun> begun = new Promise<>();
        rows.beginObject(name, column, upload.ticket, bytes, Optional.empty(), begun);
        upload.object = Promise.await(begun).object();
        return upload;
    }

    /** Whether this is the object, or one that it was before: a row may have the beginning of any of them. */
    boolean isOrWas(long id) {
        return id == object || former.contains(id);
    }

    /** Bytes that were handed over. */
    public long length() {
        return length;
    }

    /** Writes a piece of at most {@link Limits#OBJECT_PIECE_BYTES_MAX}, which is given away. */
    public void write(byte[] bytes) {
        requireNotGivenUp();
        try {
            while (underWay.size() >= PIECES_MAX
                    || (!underWay.isEmpty() && underWay.peek().isDone())) {
                awaitOne();
            }
            Piece piece = new Piece(length, bytes);
            kept.add(piece);
            length += bytes.length;
            end = End.NONE;
            Promise<Long> written = new Promise<>();
            send(piece, written);
            underWay.add(written);
        } catch (PfsException e) {
            drop();
            throw e;
        }
    }

    private void send(Piece piece, Outcome<Long> outcome) {
        rows.writeObject(name, ticket, piece.offset(), piece.bytes(), outcome);
    }

    private void awaitOne() {
        try {
            isWritten(Promise.await(underWay.remove()));
        } catch (PfsException e) {
            goOnIfLost(e);
        }
    }

    private void isWritten(long upTo) {
        answered = Math.max(answered, upTo);
        long whole = answeredChunks() * ObjectFile.CHUNK_BYTES;
        while (!kept.isEmpty() && kept.peek().end() <= whole) {
            kept.remove();
        }
        if (!kept.isEmpty() && kept.peek().offset() < whole && kept.peek().end() <= answered) {
            kept.addFirst(kept.remove().from(whole)); // less than a chunk
        }
    }

    private long answeredChunks() {
        return answered / ObjectFile.CHUNK_BYTES;
    }

    /** Forces what was written, and goes on; an edit can refer to that much then. */
    ObjectPut force() {
        return end(End.FORCED);
    }

    /** Ends it, when all is durable; an edit can refer to it then. */
    public ObjectPut seal() {
        return end(End.SEALED);
    }

    private ObjectPut end(End how) {
        requireNotGivenUp();
        try {
            while (!underWay.isEmpty()) {
                awaitOne();
            }
            end = how;
            awaitEnd();
            return put();
        } catch (PfsException e) {
            drop();
            throw e;
        }
    }

    private void awaitEnd() {
        Promise<Long> ended = new Promise<>();
        try {
            askEnd(ended);
            Promise.await(ended);
        } catch (PfsException e) {
            goOnIfLost(e);
        }
    }

    private void askEnd(Outcome<Long> outcome) {
        switch (end) {
            case NONE -> outcome.done(length);
            case FORCED -> rows.forceObject(name, ticket, length, outcome);
            case SEALED -> rows.sealObject(name, ticket, length, outcome);
        }
    }

    /** What an edit refers to, once it was forced or sealed. */
    ObjectPut put() {
        Check.that(end != End.NONE, "an edit refers to what was forced", length);
        return new ObjectPut(column, ticket, length);
    }

    private void goOnIfLost(PfsException cause) {
        if (cause.code() != ErrorCode.OBJECT_LOST) {
            throw cause;
        }
        settleUnderWay();
        Promise<Boolean> gone = new Promise<>();
        goOn(gone);
        Promise.await(gone);
    }

    /** Whatever became of these, they are kept, or they are written. */
    private void settleUnderWay() {
        while (!underWay.isEmpty()) {
            try {
                isWritten(Promise.await(underWay.remove()));
            } catch (PfsException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                // else it is sent again
            }
        }
    }

    // Going on with another object

    /** Goes on with another object, as far as it was, and forced or sealed if it was; refused with why if that can't be. */
    void goOn(Outcome<Boolean> outcome) {
        next = Optional.empty();
        new UploadGoesOn(this, outcome).again();
    }

    /** Begins another one with the whole chunks that were answered for, or asks how far that is. */
    void beginAgain(Outcome<ObjectBegun> outcome) {
        requireNotGivenUp();
        ObjectTicket other = next.orElseGet(() -> newTicket(rows));
        next = Optional.of(other);
        rows.beginObject(name, column, other, length, prefix(), Outcome.then(outcome, begun -> {
            if (isGivenUp) {
                drop(other);
            }
            requireNotGivenUp();
            outcome.done(begun);
        }));
    }

    /** Whether another one that was begun has all that it is to begin with; from then on it is this. */
    boolean takes(ObjectBegun begun) {
        boolean hasAll = begun.bytes() == prefix().map(ObjectPrefix::bytes).orElse(0L);
        if (hasAll) {
            goOnWith(next.orElseThrow(), begun);
        }
        return hasAll;
    }

    private Optional<ObjectPrefix> prefix() {
        long chunks = answeredChunks();
        return chunks == 0 ? Optional.empty() : Optional.of(new ObjectPrefix(object, ticket, chunks));
    }

    private void goOnWith(ObjectTicket other, ObjectBegun begun) {
        next = Optional.empty();
        drop(ticket);
        ticket = other;
        former.add(object);
        object = begun.object();
        answered = begun.bytes();
    }

    /** Writes some of what may not be there; tells whether there was any. */
    void writeAgain(Outcome<Boolean> outcome) {
        requireNotGivenUp();
        if (answered == length) {
            outcome.done(false);
            return;
        }
        Piece some = joined(answered, (int) Math.min(length - answered, Limits.OBJECT_PIECE_BYTES_MAX));
        send(some, Outcome.then(outcome, upTo -> {
            isWritten(upTo);
            outcome.done(true);
        }));
    }

    /** Who syncs often has sent small ones. */
    private Piece joined(long from, int count) {
        byte[] bytes = new byte[count];
        int found = 0;
        for (Piece piece : kept) {
            long begin = Math.max(piece.offset(), from);
            int some = (int) Math.max(0, Math.min(piece.end(), from + count) - begin);
            if (some > 0) {
                System.arraycopy(piece.bytes(), (int) (begin - piece.offset()), bytes, (int) (begin - from), some);
                found += some;
            }
        }
        Check.that(found == count, "what may have to be sent again is kept", from);
        return new Piece(from, bytes);
    }

    void endAgain(Outcome<Boolean> outcome) {
        requireNotGivenUp();
        askEnd(Outcome.then(outcome, ended -> outcome.done(true)));
    }

    /** What was given up must not come back as less than was to be written. */
    private void requireNotGivenUp() {
        if (isGivenUp) {
            throw new PfsException(
                    ErrorCode.OBJECT_LOST,
                    "the cell of row '" + name + "' was given up when some of it could not be written");
        }
    }

    /** Gives it up. If the server does not hear of that, it finds out in time. */
    public void drop() {
        isGivenUp = true;
        drop(ticket);
        next.ifPresent(this::drop);
    }

    private void drop(ObjectTicket dropped) {
        try {
            rows.dropObject(name, dropped, Outcome.either(done -> {}, cause -> {}));
        } catch (PfsException e) {
            // a file system that was closed: its server gives up what is left
        }
    }
}
