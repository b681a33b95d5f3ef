package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.CellSpool;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.row.Row;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.RowEdit;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Moves a cell: it is written where it goes, whole, and removed where it was then, if it is what was copied still; who dies in between leaves both. A row
 * that has nothing left goes, too: programs write under another name first, and that shall not stay. Blocks.
 */
final class FormMove {
    private static final int ATTEMPTS_MAX = 16;

    private final Place from;
    private final Place to;

    /** A cell that is there, or will be. */
    record Place(Form form, RowName row) {
        RowAccess rows() {
            return form.rows();
        }

        boolean isOfSameRow(Place other) {
            return row.equals(other.row) && rows().table().equals(other.rows().table());
        }
    }

    FormMove(Place from, Place to) {
        this.from = from;
        this.to = to;
    }

    /** Refused with {@code NOT_FOUND} if there is none. */
    void move() {
        RowVersion left = moved();
        if (!from.isOfSameRow(to)) {
            removeIfEmpty(left);
        }
    }

    private RowVersion moved() {
        for (int attempt = 1; ; attempt++) {
            try {
                return movedAsItIs();
            } catch (PfsException e) {
                if (e.code() != ErrorCode.VERSION_CHANGED || attempt == ATTEMPTS_MAX) {
                    throw e; // else it was written meanwhile, or something else of its row
                }
            }
        }
    }

    /** Returns what is left of the row that had it. */
    private RowVersion movedAsItIs() {
        FoundRow found = from.form().found(from.row());
        Row row = found.row();
        RowVersion written = write(from.form().content(found));
        Expected same = from.isOfSameRow(to)
                ? new Expected.Same(written.fileId(), written.version())
                : new Expected.Same(row.fileId(), row.version());
        return await(left -> from.rows().edit(from.row(), same, NewRow.FILE, removal(), left));
    }

    private RowVersion write(CellInput bytes) {
        CellSpool spool = new CellSpool(
                to.rows(), to.row(), to.form().column().id(), to.form().column().compressed());
        spool.writeAll(bytes);
        try {
            spool.settle();
            return spool.put((edit, written) -> to.rows().edit(to.row(), Expected.ANY, NewRow.FILE, edit, written));
        } catch (PfsException e) {
            spool.drop();
            throw e;
        }
    }

    private RowEdit removal() {
        return new RowEdit(
                List.of(),
                List.of(),
                List.of(from.form().column().id()),
                new TreeMap<>(),
                new TreeSet<>(),
                RowEdit.Attributes.UNCHANGED);
    }

    /** Whoever gives it something meanwhile keeps it. */
    private void removeIfEmpty(RowVersion left) {
        try {
            if (isEmpty(left)) {
                Expected same = new Expected.Same(left.fileId(), left.version());
                FormMove.<Boolean>await(gone -> from.rows().remove(from.row(), same, gone));
            }
        } catch (PfsException e) {
            if (e.code() != ErrorCode.VERSION_CHANGED && e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }

    private boolean isEmpty(RowVersion left) {
        FoundRow found = await(answer -> from.rows().row(from.row(), List.of(), answer));
        CellsListed cells = await(answer -> from.rows().cells(from.row(), answer));
        Row row = found.row();
        return row.version() == left.version()
                && row.inline().length == 0
                && cells.cells().isEmpty();
    }

    private static <T> T await(Consumer<Outcome<T>> operation) {
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return Promise.await(promise);
    }
}
