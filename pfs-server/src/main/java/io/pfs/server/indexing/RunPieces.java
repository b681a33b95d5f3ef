package io.pfs.server.indexing;

import io.pfs.kv.KvHome;
import io.pfs.pool.Pool;
import io.pfs.server.run.RunFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Shards that are loaded from a run, some at a time, so that those go on that are loaded. */
final class RunPieces {
    private static final long ENTRIES_PER_PIECE = 50_000;

    private final Pool pool;
    private final KvHome home;
    private final ArrayDeque<RunLoad> left;
    private List<RunLoad> ended = new ArrayList<>();

    /** @param loads all from the same run */
    RunPieces(Pool pool, KvHome home, Collection<RunLoad> loads) {
        this.pool = pool;
        this.home = home;
        this.left = new ArrayDeque<>(loads);
    }

    boolean isMore() {
        return !left.isEmpty();
    }

    /** Loads those that come next. Away from the loop. */
    void run() {
        dropStopped();
        if (isMore()) {
            try (RunFile file = RunFile.open(pool, left.element().fileId())) {
                run(file);
            } catch (RuntimeException e) {
                refuseAll(e);
            }
        }
    }

    private void dropStopped() {
        left.removeIf(load -> {
            boolean isStopped = load.isStopped(); // asked once: the loop may stop it right behind
            if (isStopped) {
                ended.add(load);
            }
            return isStopped;
        });
    }

    private void run(RunFile file) {
        long entries = 0;
        while (!left.isEmpty() && entries < ENTRIES_PER_PIECE) {
            RunLoad load = left.element();
            if (!load.isStopped()) {
                load.run(home.open(), file);
            }
            ended.add(left.remove());
            entries += load.entries();
        }
    }

    private void refuseAll(RuntimeException cause) {
        left.forEach(load -> load.refuse(cause));
        ended.addAll(left);
        left.clear();
    }

    /** Those that ended in the last piece, in whatever way. */
    List<RunLoad> takeEnded() {
        List<RunLoad> taken = ended;
        ended = new ArrayList<>();
        return taken;
    }
}
