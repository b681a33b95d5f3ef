package io.pfs.bench.tags;

import io.pfs.Durability;
import io.pfs.bench.api.Clients;
import io.pfs.bench.api.OwnServer;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A server of this process, its clients over sockets, and indexes beside it. */
final class Ground implements AutoCloseable {
    private static final int CLIENTS = 8;

    private final OwnServer server;
    private final Clients clients;
    private final List<ExternalIndex> externals = new ArrayList<>();
    private final Path folder;
    private final ExecutorService writers;

    Ground(Path folder) {
        this.folder = folder;
        server = OwnServer.start(data(folder), Durability.SYNC);
        clients = Clients.connect(server.uri(), ClientOptions.DEFAULT, CLIENTS);
        writers = Executors.newFixedThreadPool(Callers.BATCHES);
    }

    static Path data(Path folder) {
        return folder.resolve("data");
    }

    static Path external(Path folder, String table) {
        return folder.resolve("external" + table.replace('/', '-'));
    }

    /** A table that is made, with an index of the tag if that is said. */
    Table make(String path, boolean isIndexed) {
        Table table = pfs().createTable(path);
        if (isIndexed) {
            Indexing.add(table);
        }
        return table;
    }

    Pfs pfs() {
        return clients.first();
    }

    /** The same table as each client sees it. */
    List<AsyncTable> seen(Table table) {
        return IntStream.range(0, CLIENTS)
                .mapToObj(client -> clients.open(client, table.path()))
                .toList();
    }

    /** Rows of a table that is made, with an index beside PFS. */
    Beside beside(String path, int count) {
        ExternalIndex index = new ExternalIndex(external(folder, path));
        externals.add(index);
        return new Beside(new TagRows(make(path, false), count), index);
    }

    /** Those who write to such indexes: as many as batches are under way. */
    Executor writers() {
        return writers;
    }

    @Override
    public void close() {
        writers.shutdown();
        externals.forEach(ExternalIndex::close);
        clients.close();
        server.close();
    }
}
