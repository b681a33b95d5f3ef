package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.RowName;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Where an import goes: tables, as far as an import needs them. Calls but {@link #put} wait until they are done. What is thrown ends the
 * import; it has then changed nothing, or what another import of the same would change to the same.
 */
public interface RowSink extends AutoCloseable {
    /** Makes a table and those above it; does nothing if it is there. Something else in its place is refused. */
    void makeTable(TablePath table, int mode);

    /** What may be done with a table, if it is there. */
    OptionalInt modeOf(TablePath table);

    /** Changes what may be done with a table that is there. */
    void setMode(TablePath table, int mode);

    /** What there is of each of these rows; nothing of rows whose table is missing. */
    List<Optional<StoredRow>> find(List<RowKey> rows);

    /** Begins to write rows of any tables, each for itself. */
    Pending put(List<RowWrite> rows);

    /**
     * Writes one large cell of a row from a stream, and waits until it is durable or refused; says why, if it was. What the
     * stream throws is thrown.
     */
    Optional<PfsException> putLarge(RowWrite row, String column, InputStream bytes);

    /** A large cell of a row, as it is now. */
    InputStream open(TablePath table, RowName name, String column);

    /**
     * The cells of each of these rows, as far as it has them, in the columns that its write names. If one can't be read, all of this
     * fails, with a code that {@link io.pfs.ErrorCode#isUnreadable() says so}.
     */
    List<SortedMap<String, byte[]>> read(List<RowWrite> rows);

    @Override
    void close();

    /** Rows that are being written. */
    interface Pending {
        /** Waits until each of them is durable or refused; says why, for those that were. Asked once. */
        List<Optional<PfsException>> refusals();
    }
}
