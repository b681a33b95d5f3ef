package io.pfs.client.file;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.table.CellSpool;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.row.Row;
import io.pfs.wire.Asker;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.RowEdit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Moves a cell. In its row that is one change. To another row it is copied, and removed where it was then, if that is what was copied still: who dies in
 * between leaves both, and so does who finds that another one has moved or removed it meanwhile: a copy too many is better than none. Blocks.
 */
final class FormMove {
    private static final int ATTEMPTS_MAX = 16;

    private final Place from;
    private final Place to;
    private final boolean overwrite;
    /** The row that it goes to, as it was when it was written there. */
    private Optional<RowVersion> written = Optional.empty();

    /** A cell that is there, or will be. */
    record Place(Form form, RowName row) {
        RowAccess rows() {
            return form.rows();
        }

        boolean isOfSameRow(Place other) {
            return row.equals(other.row) && rows().table().equals(other.rows().table());
        }
    }

    /** @param overwrite whether a cell that is there already goes for it, and is no reason to refuse it */
    FormMove(Place from, Place to, boolean overwrite) {
        this.from = from;
        this.to = to;
        this.overwrite = overwrite;
    }

    /** Refused with {@code NOT_FOUND} if there is none, and with {@code ALREADY_EXISTS} if there is one where it should go. */
    void move() {
        for (int attempt = 1; ; attempt++) {
            try {
                moveAsItIs();
                return;
            } catch (PfsException e) {
                if (e.code() != ErrorCode.VERSION_CHANGED || attempt == ATTEMPTS_MAX) {
                    throw e; // else it was written meanwhile, or something else of one of the rows
                }
            }
        }
    }

    private void moveAsItIs() {
        FoundRow found = from.form().found(from.row());
        Row row = found.row();
        Expected same = new Expected.Same(row.fileId(), row.version());
        if (from.isOfSameRow(to)) {
            requireFree(to.form().row(to.row()));
            write(found, same, this::withoutCell);
        } else {
            written = Optional.of(copy(found));
            FormMove.<RowVersion>await(
                    left -> from.rows().edit(from.row(), same, NewRow.FILE, withoutCell(RowEdit.NONE), left));
        }
    }

    private RowEdit withoutCell(RowEdit edit) {
        List<ColumnId> removed = List.of(from.form().column().id());
        return new RowEdit(edit.puts(), edit.objects(), removed, edit.tags(), edit.removedTags(), edit.attributes());
    }

    private RowVersion copy(FoundRow found) {
        Expected expected = overwrite ? Expected.ANY : free();
        try {
            return write(found, expected, edit -> edit);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.ALREADY_EXISTS) { // a row has come there, which need not have such a cell
                throw new PfsException(ErrorCode.VERSION_CHANGED, e.detail(), e);
            }
            throw e;
        }
    }

    private RowVersion write(FoundRow found, Expected expected, UnaryOperator<RowEdit> more) {
        CellSpool spool = new CellSpool(
                to.rows(), to.row(), to.form().column().id(), to.form().column().compressed());
        NewRow born = NewRow.file(found.row().mode(), Asker.UNSAID, Asker.UNSAID); // as a file that is moved keeps it
        spool.writeAll(from.form().content(found));
        try {
            spool.settle();
            return spool.put((edit, outcome) -> to.rows().edit(to.row(), expected, born, more.apply(edit), outcome));
        } catch (PfsException e) {
            spool.drop();
            throw e;
        }
    }

    /** The row where it goes, as it is now: without such a cell, but for what an attempt before this one wrote. */
    private Expected free() {
        FoundRow there;
        try {
            there = to.form().row(to.row());
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Expected.ABSENT;
            }
            throw e;
        }
        RowVersion now = new RowVersion(there.row().fileId(), there.row().version());
        if (!written.equals(Optional.of(now))) {
            requireFree(there);
        }
        return new Expected.Same(now.fileId(), now.version());
    }

    private void requireFree(FoundRow there) {
        if (!overwrite && to.form().isIn(there)) {
            throw new PfsException(
                    ErrorCode.ALREADY_EXISTS,
                    "row '" + to.row() + "' of table '" + to.rows().label() + "' has a cell '"
                            + to.form().column().name() + "' already");
        }
    }

    private static <T> T await(Consumer<Outcome<T>> operation) {
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return Promise.await(promise);
    }
}
