package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.kv.KvIndex;
import io.pfs.pool.Pool;
import io.pfs.server.run.RunFile;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Shards that are loaded from a run, some at a time, so that who closes waits for no more. */
final class RunPieces {
    private static final long ENTRIES_PER_PIECE = 50_000;

    private final Pool pool;
    private final List<RunLoad> loads;
    private final ArrayDeque<RunLoad> left;

    /** @param loads all from the same run */
    RunPieces(Pool pool, Collection<RunLoad> loads) {
        this.pool = pool;
        this.loads = List.copyOf(loads);
        this.left = new ArrayDeque<>(loads);
    }

    /** All there are. */
    List<RunLoad> loads() {
        return loads;
    }

    boolean isMore() {
        return !left.isEmpty();
    }

    /**
     * Loads those that come next. Away from the loop.
     *
     * @param next hears of each before it is loaded
     */
    void run(KvIndex index, Consumer<RunLoad> next) {
        RunFile file;
        try {
            file = RunFile.open(pool, left.element().fileId());
        } catch (PfsException e) {
            left.forEach(load -> load.refuse(e));
            left.clear();
            return;
        }
        try (file) {
            long entries = 0;
            while (!left.isEmpty() && entries < ENTRIES_PER_PIECE) {
                RunLoad load = left.remove();
                next.accept(load);
                load.run(index, file);
                entries += load.entries();
            }
        }
    }
}
