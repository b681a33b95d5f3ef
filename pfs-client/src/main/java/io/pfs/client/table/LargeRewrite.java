package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.RowEdit;
import java.util.Optional;

/**
 * Changes a part of a large cell, or of one that becomes large: copies it to a new object, piece by piece, with the part in
 * its place, and lets the row point there if it is still as it was read.
 */
final class LargeRewrite extends Repeating {
    private static final int PIECE_BYTES = Limits.OBJECT_PIECE_BYTES_MAX;
    private static final int ATTEMPTS_MAX = 8;

    private final RowAccess rows;
    private final RowName name;
    private final Rewrite.CellPart part;
    private final Expected expected;
    private final long before;
    private final long from;
    private final long after;
    private final Outcome<RowVersion> outcome;
    private ObjectTicket ticket;
    private int attempts;
    private boolean begun;
    private long at;

    /**
     * A copy with a part written anew.
     *
     * @param expected the row as it was read
     * @param before how many bytes the cell had then
     */
    LargeRewrite(
            RowAccess rows,
            RowName name,
            Rewrite.CellPart part,
            Expected expected,
            long before,
            Outcome<RowVersion> outcome) {
        this.rows = rows;
        this.name = name;
        this.part = part;
        this.expected = expected;
        this.before = before;
        this.from = part.offset() < 0 ? before : part.offset();
        this.after = Math.max(before, from + part.bytes().length);
        this.ticket = ObjectUpload.newTicket(rows);
        this.outcome = outcome;
        requireNear();
    }

    /** Zeros are written, too. */
    private void requireNear() {
        if (from > before + Limits.CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "a cell of " + before + " bytes can't be written at " + from + ": a gap has at most "
                            + Limits.CELL_BYTES_MAX + " bytes");
        }
    }

    @Override
    protected void step() {
        try {
            if (!begun) {
                begun = true;
                attempts++;
                rows.beginObject(name, part.column(), ticket, after, Optional.empty(), then(this::again));
            } else if (at < after) {
                piece((int) Math.min(PIECE_BYTES, after - at));
            } else {
                rows.sealObject(name, ticket, after, then(this::edit));
            }
        } catch (PfsException e) {
            leave(e);
        }
    }

    private <T> Outcome<T> then(Runnable goOn) {
        return Outcome.either(done -> goOn.run(), this::give);
    }

    /** What the part covers, and what lies behind the end, need not be read. */
    private void piece(int length) {
        boolean isCovered = at >= from && at + length <= from + part.bytes().length;
        if (isCovered || at >= before) {
            write(new byte[length]);
        } else {
            int wanted = (int) Math.min(length, before - at);
            rows.cell(
                    name, part.column(), at, wanted, Outcome.either(found -> copy(found, wanted, length), this::give));
        }
    }

    /** Of another writing nothing may be copied; the edit would be refused in the end. */
    private void copy(CellFound found, int wanted, int length) {
        boolean isSame = expected instanceof Expected.Same same && same.version() == found.version();
        if (!isSame || found.bytes().length != wanted) {
            throw new PfsException(ErrorCode.VERSION_CHANGED, "the cell was written anew while it was copied");
        }
        byte[] piece = new byte[length];
        System.arraycopy(found.bytes(), 0, piece, 0, wanted);
        write(piece);
    }

    private void write(byte[] piece) {
        long begin = Math.max(at, from);
        long end = Math.min(at + piece.length, from + part.bytes().length);
        if (begin < end) {
            System.arraycopy(part.bytes(), (int) (begin - from), piece, (int) (begin - at), (int) (end - begin));
        }
        long offset = at;
        at += piece.length;
        rows.writeObject(name, ticket, offset, piece, then(this::again));
    }

    private void edit() {
        RowEdit edit = RowEdit.ofObject(new ObjectPut(part.column(), ticket, after));
        rows.edit(name, expected, NewRow.FILE, edit, Outcome.either(outcome::done, this::give));
    }

    /** All that an object needs is here, or can be read again: one that is lost is written anew. */
    private void give(PfsException cause) {
        if (cause.code() == ErrorCode.OBJECT_LOST && attempts < ATTEMPTS_MAX) {
            ticket = ObjectUpload.newTicket(rows);
            begun = false;
            at = 0;
            again();
        } else {
            leave(cause);
        }
    }

    private void leave(PfsException cause) {
        try {
            rows.dropObject(name, ticket, Outcome.either(done -> {}, failure -> {}));
        } catch (PfsException e) {
            // a file system that was closed: its server gives up what is left
        }
        outcome.failed(cause);
    }
}
