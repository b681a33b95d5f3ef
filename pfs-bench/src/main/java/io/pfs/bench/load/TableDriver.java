package io.pfs.bench.load;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table below the root, in one shard, and one client who asks for what is in it.
 *
 * @param calls are for that shard
 */
public record TableDriver(TablePointer pointer, CallDriver calls) {
    private static final Spreading STAYS = new Spreading(SpreadPolicy.NEVER, 0);

    /**
     * Makes the table.
     *
     * @param home its shard; the server's choice if nobody says
     */
    public static TableDriver make(Connection server, long client, Optional<ShardId> home) {
        TablePointer root = server.facts().root();
        RowName name =
                RowName.of("bench" + home.map(shard -> "-" + shard.value()).orElse(""));
        Request make = new MakeTable(root.table(), name, 0755, 0, 0, Policy.DYNAMIC, STAYS, home);
        TablePointer made = ((TableMade) new CallDriver(server, client, root.base()).ask(make)).pointer();
        return new TableDriver(made, new CallDriver(server, client + 1, made.base()));
    }

    TableId id() {
        return pointer.table();
    }

    public EditRow create(long id) {
        return new EditRow(id(), name(id), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
    }

    /** Creates as many rows in one request; their ids are those of no other request that creates as many. */
    public Request createMany(long id, int rows) {
        List<EditRow> edits = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            edits.add(create(id * rows + i));
        }
        return new EditRows(id(), edits);
    }

    public Request readMany(List<RowName> names) {
        return new ReadRows(id(), names, 0, List.of());
    }

    public static RowName name(long id) {
        byte[] bytes = new byte[Names.BYTES];
        Names.write(id, bytes);
        return RowName.of(bytes, 0, bytes.length);
    }
}
