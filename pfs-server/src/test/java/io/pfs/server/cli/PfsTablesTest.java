package io.pfs.server.cli;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.exchange.RowSink;
import io.pfs.server.exchange.RowSource;
import io.pfs.server.exchange.RowTablesContract;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The engine, for import and export, is what their stand-in is. */
final class PfsTablesTest extends RowTablesContract {
    @TempDir
    private Path temporary;

    private PfsTables tables;

    @BeforeEach
    void open() {
        EmbeddedServer server = EmbeddedServer.open(temporary.resolve("data"), Durability.SYNC);
        tables = new PfsTables(Pfs.over(server, ClientOptions.DEFAULT));
    }

    @AfterEach
    void close() {
        tables.close();
    }

    @Override
    protected RowSink sink() {
        return tables;
    }

    @Override
    protected RowSource source() {
        return tables;
    }
}
