package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.row.Row;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableMade;
import java.util.List;
import java.util.Optional;

/** What a model expects a client to be told. */
sealed interface Answer {
    /** Whether this reply says so. */
    boolean admits(Reply reply);

    /** The row has this version now. */
    record Changed(long version) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof RowChanged changed && changed.version() == version;
        }
    }

    /** There is no row now; whether there was one is told by its id. */
    record Gone(boolean wasThere) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof RowGone gone && gone.fileId().value() != 0 == wasThere;
        }
    }

    /** The table is there. */
    record Made() implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof TableMade;
        }
    }

    /** The table was changed, and perhaps a column added. */
    record Altered(ColumnId added) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof TableAltered altered && altered.column().equals(added);
        }
    }

    /** This is the row, with the cells of these columns. */
    record Read(RowValue row, List<ColumnId> columns) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof RowFound found && row.isSeenAs(found.found(), columns);
        }
    }

    /** This is a part of a cell. */
    record ReadPart(long version, long length, SimBytes part) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof CellFound found
                    && found.version() == version
                    && found.cellLength() == length
                    && SimBytes.of(found.bytes()).equals(part);
        }
    }

    /**
     * These are the cells of the row, by column.
     *
     * @param version less than 0 if it may be any
     */
    record Cells(long version, List<CellLength> cells) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof CellsListed listed
                    && (version < 0 || listed.version() == version)
                    && listed.cells().equals(cells);
        }
    }

    /** This is the table. */
    record Described(TableValue table) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof TableFound found && table.isSeenAs(found.table());
        }
    }

    /** The row was passed by a listing as it was: no reply of its own tells. */
    record Passed(Optional<SimValue> value) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return false;
        }

        /** Whether the listing may have shown this of it. */
        boolean admits(Optional<FoundRow> found, List<ColumnId> columns) {
            return isSeenAs(value, found, columns);
        }
    }

    /** It was not done, for this reason. */
    record Denied(ErrorCode code) implements Answer {
        @Override
        public boolean admits(Reply reply) {
            return reply instanceof Refused refused && refused.code() == code;
        }
    }

    /** Whether what was found under a key is what may stand there. */
    static boolean isSeenAs(Optional<SimValue> value, Optional<FoundRow> found, List<ColumnId> columns) {
        return value.isEmpty()
                ? found.isEmpty()
                : found.isPresent() && value.get() instanceof RowValue row && row.isSeenAs(found.get(), columns);
    }

    /** The same for a row of which cells can't be read. */
    static boolean isSeenAs(Optional<SimValue> value, Row found) {
        return value.isPresent() && value.get() instanceof RowValue row && row.isSeenAs(found);
    }
}
