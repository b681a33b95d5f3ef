package io.pfs.server.run;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.pool.Pool;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Of the runs in a pool, the newest one that was written to its end; the others are of no use. Blocks. */
public final class NewestRun {
    private NewestRun() {}

    /** Opens it, if there is any. One that can't be read is none. */
    public static Optional<RunFile> open(Pool pool) {
        for (long fileId : newestFirst(pool)) {
            try {
                return Optional.of(RunFile.open(pool, fileId));
            } catch (PfsException e) {
                // then the one before it is the newest
            }
        }
        return Optional.empty();
    }

    /** Deletes the others, but for what can't be read just now. */
    public static void tidy(Pool pool) {
        List<Long> left = newestFirst(pool);
        for (int i = 0; i < left.size(); i++) {
            try (RunFile file = RunFile.open(pool, left.get(i))) {
                RunFiles.delete(pool, left.subList(i + 1, left.size()));
                return;
            } catch (PfsException e) {
                if (e.code() == ErrorCode.CORRUPT) {
                    RunFiles.delete(pool, List.of(left.get(i)));
                }
            }
        }
    }

    private static List<Long> newestFirst(Pool pool) {
        return RunFiles.ids(pool).stream().sorted(Comparator.reverseOrder()).toList();
    }
}
