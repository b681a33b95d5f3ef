package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Backoff;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.RowEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Changes a part of a cell: reads it whole, changes it, writes it whole if the row is still as it was read, and else begins
 * anew. Whoever loses such a race, another one has won, so all come through in the end; after many lost ones it gives up. A
 * large cell goes through {@link LargeRewrite}.
 */
public final class Rewrite extends Repeating {
    private static final int ATTEMPTS_MAX = 1000;
    /** So often at once; then it waits, for a short while, so that others come through. */
    private static final int EAGER_ATTEMPTS = 4;

    private final RowAccess rows;
    private final RowName name;
    private final CellPart part;
    private final boolean compressed;
    private final Consumer<Optional<FoundRow>> requirement;
    private final Outcome<RowVersion> outcome;
    private int attempts;

    /**
     * Some bytes for a place in a cell.
     *
     * @param offset where they go; negative for the end, wherever that is
     */
    public record CellPart(ColumnId column, long offset, byte[] bytes) {
        public static final long END = -1;

        /** Whether a cell of so many bytes is too large with them to be written as one. */
        boolean isLargeIn(long before) {
            return Math.max(before, (offset < 0 ? before : offset) + bytes.length) > Limits.CELL_BYTES_MAX;
        }

        /** The cell with these bytes in their place. What lies between its end and them is zero. */
        byte[] in(byte[] before) {
            long from = offset < 0 ? before.length : offset;
            int length = Math.max(before.length, (int) from + bytes.length);
            byte[] after = Arrays.copyOf(before, length);
            System.arraycopy(bytes, 0, after, (int) from, bytes.length);
            return after;
        }
    }

    private Rewrite(
            RowAccess rows,
            RowName name,
            CellPart part,
            boolean compressed,
            Consumer<Optional<FoundRow>> requirement,
            Outcome<RowVersion> outcome) {
        this.rows = rows;
        this.name = name;
        this.part = part;
        this.compressed = compressed;
        this.requirement = requirement;
        this.outcome = outcome;
    }

    /** Writes a part of a cell. A row or cell that isn't there is made. */
    public static void start(
            RowAccess rows, RowName name, CellPart part, boolean compressed, Outcome<RowVersion> outcome) {
        new Rewrite(rows, name, part, compressed, found -> {}, outcome).again();
    }

    /**
     * The same, of a row that is as it must be.
     *
     * @param requirement throws what refuses it; it is asked about each row that is read, with the cell unless that is large
     */
    public static void start(
            RowAccess rows,
            RowName name,
            Consumer<Optional<FoundRow>> requirement,
            CellPart part,
            boolean compressed,
            Outcome<RowVersion> outcome) {
        new Rewrite(rows, name, part, compressed, requirement, outcome).again();
    }

    @Override
    protected void step() {
        attempts++;
        try {
            rows.row(name, List.of(part.column()), Outcome.either(found -> write(Optional.of(found)), cause -> {
                if (cause.code() == ErrorCode.NOT_FOUND) {
                    guarded(() -> write(Optional.empty()));
                } else {
                    outcome.failed(cause);
                }
            }));
        } catch (PfsException e) {
            outcome.failed(e);
        }
    }

    private void guarded(Runnable body) {
        try {
            body.run();
        } catch (PfsException e) {
            outcome.failed(e);
        }
    }

    private void write(Optional<FoundRow> found) {
        requirement.accept(found);
        byte[] before = found.flatMap(row -> row.cells().get(0)).orElse(new byte[0]);
        long length = found.flatMap(row -> row.largeBytes(0)).orElse((long) before.length);
        Expected expected = found.<Expected>map(
                        row -> new Expected.Same(row.row().fileId(), row.row().version()))
                .orElse(Expected.ABSENT);
        Outcome<RowVersion> written = Outcome.either(outcome::done, cause -> lost(found.isPresent(), cause));
        if (part.isLargeIn(length)) {
            new LargeRewrite(rows, name, part, expected, length, written).again();
            return;
        }
        CellPut put = new CellPut(part.column(), part.in(before), compressed);
        rows.edit(name, expected, NewRow.FILE, RowEdit.ofCells(List.of(put)), written);
    }

    private void lost(boolean wasThere, PfsException cause) {
        boolean isLost = cause.code() == ErrorCode.VERSION_CHANGED
                || cause.code() == ErrorCode.ALREADY_EXISTS
                || (cause.code() == ErrorCode.NOT_FOUND && wasThere);
        if (!isLost) {
            outcome.failed(cause);
        } else if (attempts >= ATTEMPTS_MAX) {
            outcome.failed(new PfsException(
                    ErrorCode.BUSY,
                    "row '" + name + "' of '" + rows.label() + "' was changed by others each of " + attempts
                            + " times that a part of a cell was to be written"));
        } else if (attempts < EAGER_ATTEMPTS) {
            again();
        } else {
            Caller caller = rows.caller();
            caller.later(Backoff.delayNs(0, caller.env().entropy()), this::again);
        }
    }
}
