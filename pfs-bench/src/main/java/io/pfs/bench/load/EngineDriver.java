package io.pfs.bench.load;

import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.RowName;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.CellPut;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** The engine in this process, asked by callers each of which asks again when it was answered. */
public final class EngineDriver implements AutoCloseable {
    private static final int CLIENT = 77;

    private final EmbeddedServer server;
    private final TableDriver table;

    public EngineDriver(Path folder, Durability durability) {
        this(EmbeddedServer.open(folder, durability));
    }

    /** One that was opened otherwise, and is closed with this. */
    public EngineDriver(EmbeddedServer server) {
        this.server = server;
        this.table = TableDriver.make(server, CLIENT, Optional.empty());
    }

    /** Asks over another connection, for the same table. */
    public CallDriver over(Connection connection, long client) {
        return new CallDriver(connection, client, table.pointer().base());
    }

    /** As {@link CallDriver#round}. */
    public void round(int callers, int calls, LongFunction<Request> requests) {
        table.calls().round(callers, calls, requests);
    }

    public EditRow create(long id) {
        return table.create(id);
    }

    /** Creates as many rows in one request; their ids are those of no other request that creates as many. */
    public Request createMany(long id, int rows) {
        return table.createMany(id, rows);
    }

    public Request readMany(List<RowName> names) {
        return table.readMany(names);
    }

    public Request write(long id, byte[] cell) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), cell, false)));
        return new EditRow(table.id(), name(id), Expected.ANY, NewRow.FILE, edit);
    }

    public Request read(long id, boolean withContent) {
        List<ColumnId> columns = withContent ? List.of(new ColumnId(0)) : List.of();
        return new ReadRow(table.id(), name(id), columns);
    }

    public static RowName name(long id) {
        return TableDriver.name(id);
    }

    public EmbeddedServer server() {
        return server;
    }

    /** The id that the next request gets. */
    public long nextId() {
        return table.calls().nextId();
    }

    public void checkpoint() {
        server.checkpoint();
    }

    @Override
    public void close() {
        server.close();
    }
}
