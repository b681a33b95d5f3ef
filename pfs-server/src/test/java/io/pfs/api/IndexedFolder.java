package io.pfs.api;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** A file system in a folder whose counters can be asked, to see what its index was told. */
final class IndexedFolder implements AutoCloseable {
    private static final long CACHE_BYTES = 64 << 20;

    private final EmbeddedServer server;
    private final Pfs pfs;

    private IndexedFolder(EmbeddedServer server) {
        this.server = server;
        this.pfs = Pfs.over(server, ClientOptions.DEFAULT);
    }

    static IndexedFolder open(Path data) {
        return new IndexedFolder(EmbeddedServer.open(data, Durability.MEMORY, OptionalLong.of(CACHE_BYTES)));
    }

    /** Where its index is. */
    static Path indexOf(Path data) {
        return data.resolve("index");
    }

    Pfs pfs() {
        return pfs;
    }

    void checkpoint() {
        server.checkpoint();
    }

    /** What its indexes were told since it was opened. */
    long told() {
        return count(GroupCounters::indexItems);
    }

    /** Times that new indexes of a table were complete, since it was opened. */
    long made() {
        return count(GroupCounters::indexesFilled);
    }

    private long count(ToLongFunction<GroupCounters> what) {
        AtomicLong count = new AtomicLong();
        server.onLoop(group -> count.set(what.applyAsLong(group.counters())));
        return count.get();
    }

    @Override
    public void close() {
        pfs.close();
    }
}
