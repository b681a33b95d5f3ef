package io.pfs.server.access;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.permission.Permissions;
import io.pfs.server.permission.Rights;
import io.pfs.server.state.Tables;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import java.util.List;
import java.util.Optional;

/**
 * Holds requests against what tables and rows of this shard allow, as they are now. A request is looked at once its name was
 * reached, so after it is known that it was not done before; and again by whoever decides later than that.
 */
public final class Guard {
    private final Tables tables;
    private final Asker self;

    /** @param self in whose name this process asks */
    public Guard(Tables tables, Asker self) {
        this.tables = tables;
        this.self = self;
    }

    public Asker asker(Envelope envelope) {
        return envelope.asker().orElse(self);
    }

    /** Refuses what the one who asks may not do with the row that was reached. */
    public void require(Envelope envelope, Request request, Reached reached) {
        require(asker(envelope), request, reached.row());
    }

    /** The same where the row may be missing. */
    public void require(Asker asker, Request request, Optional<byte[]> row) {
        if (!asker.isSuperuser()) {
            Permissions.require(asker, request, rightsOf(request.table()), row);
        }
    }

    /** Refuses to read these cells of one row of many. */
    public void requireCells(Asker asker, TableId table, RowName name, List<ColumnId> columns, Optional<byte[]> row) {
        if (!asker.isSuperuser() && !columns.isEmpty()) {
            require(asker, new ReadRow(table, name, columns), row);
        }
    }

    /** Refuses that a row comes to a name from elsewhere. */
    public void requireArrival(Asker asker, TableId table, RowName name, Optional<byte[]> there) {
        if (!asker.isSuperuser()) {
            Permissions.requireArrival(asker, table, name, rightsOf(table), there);
        }
    }

    private Rights rightsOf(TableId table) {
        return tables.find(table).rights();
    }

    // Owners that nobody has said

    /** What a row is born with that this request makes. */
    public NewRow owned(Envelope envelope, TableId table, NewRow row) {
        if (row.owner() != Asker.UNSAID && row.group() != Asker.UNSAID) {
            return row;
        }
        return new NewRow(
                row.kind(), row.mode(), owner(envelope, row.owner()), group(table, row.group()), row.target());
    }

    /** The same of a table. */
    public MakeTable owned(Envelope envelope, MakeTable make) {
        return new MakeTable(
                make.table(),
                make.name(),
                make.mode(),
                owner(envelope, make.owner()),
                group(make.table(), make.group()),
                make.policy(),
                make.spreading(),
                make.home());
    }

    private int owner(Envelope envelope, int said) {
        return said == Asker.UNSAID ? asker(envelope).uid() : said;
    }

    private int group(TableId table, int said) {
        return said == Asker.UNSAID ? rightsOf(table).group() : said;
    }
}
