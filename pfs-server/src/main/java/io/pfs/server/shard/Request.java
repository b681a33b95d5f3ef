package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.RowLayout;

/** What a shard can be asked. The first alphabet, for rows; the engine's grows from it. */
public sealed interface Request {
    TableId table();

    /** Makes a table with this id in this shard. */
    record MakeTable(TableId table, long hashSeed) implements Request {}

    /** Makes a row that must not exist yet. Bytes as {@code io.pfs.row} lays them out, here and below. */
    record CreateRow(TableId table, RowName name, byte[] row) implements Request {
        public CreateRow {
            requireRow(name, row);
        }
    }

    /** Replaces a row that must exist with this version, counted in its bytes. */
    record ReplaceRow(TableId table, RowName name, long expectedVersion, byte[] row) implements Request {
        public ReplaceRow {
            requireRow(name, row);
        }
    }

    /** Removes a row that must exist. */
    record RemoveRow(TableId table, RowName name) implements Request {}

    /** Reads a row. */
    record LookupRow(TableId table, RowName name) implements Request {}

    /** Whatever is journaled must be readable for ever after. */
    private static void requireRow(RowName name, byte[] row) {
        try {
            ByteReader in = new ByteReader("row '" + name + "'", row);
            RowLayout.skip(in);
            in.expectEnd("row");
        } catch (PfsException e) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, "these bytes are no row: " + e.getMessage(), e);
        }
    }

    /**
     * A request on its way.
     *
     * @param lowestOpen the lowest request of this client that it still waits for
     */
    record Envelope(RequestId id, long lowestOpen, Request request) {}
}
