package io.pfs.wire;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.row.TablePointer;
import java.util.List;
import java.util.Optional;

/** What a shard answers. */
public sealed interface Reply {
    /** Answers that a repeated request gets again. */
    sealed interface Kept extends Reply {}

    /** The row is so now, durable as promised. */
    record RowChanged(FileId fileId, long version) implements Kept {}

    /** The row is gone. */
    record RowGone(FileId fileId) implements Kept {}

    /** The table is there. */
    record TableMade(TablePointer pointer) implements Kept {}

    /** The table was changed; a column that was added has this id, else it is 0. */
    record TableAltered(ColumnId column) implements Kept {}

    /** Here is the row. */
    record RowFound(FoundRow found) implements Reply {}

    /**
     * Here is a part of a cell.
     *
     * @param version of the row it was read from
     * @param cellLength of the whole cell
     */
    record CellFound(long version, long cellLength, byte[] bytes) implements Reply {}

    /** These columns have cells in the row. */
    record CellsListed(long version, List<CellLength> cells) implements Reply {}

    /** A cell of a row and how long it is. */
    record CellLength(ColumnId column, int length) {}

    /** Here are rows; the next page begins at the cursor, if there is one. */
    record RowsFound(List<FoundRow> rows, Optional<Cursor> next) implements Reply {}

    /** Here is the table. */
    record TableFound(TableView table) implements Reply {}

    /** It was not done. */
    record Refused(ErrorCode code, String message) implements Reply {
        public static Refused of(PfsException cause) {
            return new Refused(cause.code(), cause.detail());
        }

        public PfsException toException() {
            return new PfsException(code, message);
        }
    }

    /** Where an answer goes. */
    @FunctionalInterface
    interface Sink {
        void answer(Reply reply);
    }
}
