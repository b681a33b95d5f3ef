package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Writes a large cell to an object, piece by piece, with a few pieces on their way at a time. Nothing is visible of it until
 * an edit refers to it. Blocks; for one thread.
 */
public final class ObjectUpload {
    private static final int PIECES_MAX = 4;

    private final RowAccess rows;
    private final RowName name;
    private final ColumnId column;
    private final ObjectTicket ticket;
    private final ArrayDeque<Promise<Long>> underWay = new ArrayDeque<>();
    private long length;

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
        Promise<Long> begun = new Promise<>();
        rows.beginObject(name, column, upload.ticket, bytes, begun);
        Promise.await(begun);
        return upload;
    }

    /** Bytes that were handed over. */
    public long length() {
        return length;
    }

    /** Writes a piece of at most {@link Limits#OBJECT_PIECE_BYTES_MAX}, which is given away. */
    public void write(byte[] piece) {
        try {
            while (underWay.size() >= PIECES_MAX) {
                Promise.await(underWay.remove());
            }
            Promise<Long> written = new Promise<>();
            rows.writeObject(name, ticket, length, piece, written);
            underWay.add(written);
            length += piece.length;
        } catch (PfsException e) {
            drop();
            throw e;
        }
    }

    /** Forces what was written, and goes on; an edit can refer to that much then. */
    ObjectPut force() {
        return settle(forced -> rows.forceObject(name, ticket, length, forced));
    }

    /** Ends it, when all is durable; an edit can refer to it then. */
    public ObjectPut seal() {
        return settle(ended -> rows.sealObject(name, ticket, length, ended));
    }

    private ObjectPut settle(Consumer<Promise<Long>> end) {
        try {
            while (!underWay.isEmpty()) {
                Promise.await(underWay.remove());
            }
            Promise<Long> settled = new Promise<>();
            end.accept(settled);
            Promise.await(settled);
            return new ObjectPut(column, ticket, length);
        } catch (PfsException e) {
            drop();
            throw e;
        }
    }

    /** Gives it up. If the server does not hear of that, it finds out in time. */
    public void drop() {
        try {
            rows.dropObject(name, ticket, Outcome.either(done -> {}, cause -> {}));
        } catch (PfsException e) {
            // a file system that was closed: its server gives up what is left
        }
    }
}
