package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.table.SpreadRule;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import java.nio.file.Path;
import java.util.List;

/** A process that may hold the one seat of a new pool, so that nobody else is ever asked. */
public final class LoneSeat {
    private LoneSeat() {}

    private record Nowhere(FileSystemFacts facts) implements Connection {
        @Override
        public void send(List<Call> calls) {
            throw new IllegalStateException("nobody else is asked");
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    /** With the pool in {@code pool} and its data in {@code data} of a folder; holds nothing yet. */
    public static HeldSeats in(Path folder) {
        PoolAt at = new PoolAt.Folder(folder.resolve("pool"));
        RemoteFolders.format(at, 1, new SystemClock(), new SystemEntropy());
        RemoteFolders pool = RemoteFolders.open(at);
        HeldSeatsSetup setup =
                new HeldSeatsSetup(at, folder.resolve("data"), Durability.SYNC, 16 << 20, SpreadRule.DEFAULT);
        return new HeldSeats(pool, setup, new Nowhere(pool.facts()), failure -> {});
    }
}
