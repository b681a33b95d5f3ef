package io.pfs.bench.load;

import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** The engine in this process, asked by callers each of which asks again when it was answered. */
public final class EngineDriver implements AutoCloseable {
    private static final int CLIENT = 77;

    private final EmbeddedServer server;
    private final CallDriver driver;
    private final TablePointer table;

    public EngineDriver(Path folder, Durability durability) {
        this(EmbeddedServer.open(folder, durability));
    }

    /** One that was opened otherwise, and is closed with this. */
    public EngineDriver(EmbeddedServer server) {
        this.server = server;
        this.driver = new CallDriver(server, CLIENT, server.facts().root().base());
        TableId root = server.facts().root().table();
        Request make = new MakeTable(root, RowName.of("bench"), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
        table = ((TableMade) driver.ask(make)).pointer();
    }

    /** Asks over another connection, for the same table. */
    public CallDriver over(Connection connection, long client) {
        return new CallDriver(connection, client, table.base());
    }

    /** As {@link CallDriver#round}. */
    public void round(int callers, int calls, LongFunction<Request> requests) {
        driver.round(callers, calls, requests);
    }

    public EditRow create(long id) {
        return new EditRow(table.table(), name(id), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
    }

    /** Creates as many rows in one request; their ids are those of no other request that creates as many. */
    public Request createMany(long id, int rows) {
        List<EditRow> edits = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            edits.add(create(id * rows + i));
        }
        return new EditRows(table.table(), edits);
    }

    public Request readMany(List<RowName> names) {
        return new ReadRows(table.table(), names, 0, List.of());
    }

    public Request write(long id, byte[] cell) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), cell, false)));
        return new EditRow(table.table(), name(id), Expected.ANY, NewRow.FILE, edit);
    }

    public Request read(long id, boolean withContent) {
        List<ColumnId> columns = withContent ? List.of(new ColumnId(0)) : List.of();
        return new ReadRow(table.table(), name(id), columns);
    }

    public static RowName name(long id) {
        byte[] bytes = new byte[Names.BYTES];
        Names.write(id, bytes);
        return RowName.of(bytes, 0, bytes.length);
    }

    public EmbeddedServer server() {
        return server;
    }

    /** The id that the next request gets. */
    public long nextId() {
        return driver.nextId();
    }

    public void checkpoint() {
        server.checkpoint();
    }

    @Override
    public void close() {
        server.close();
    }
}
