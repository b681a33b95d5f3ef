package io.pfs.server.cli;

import io.pfs.client.table.IndexProgress;
import java.util.List;

/**
 * Decides how long somebody waits for indexes: as long as they get further. They may not, for good, if a part of the table is damaged, or
 * for minutes, if it can't be read now and is tried again ever more seldom; that is all the same to who looks from outside. What is
 * filled anew from the beginning gets further, too; but if it never gets further than it was, its rests are added up.
 */
final class IndexWait {
    /** After so long without any row he had better know. */
    static final long SAY_NS = 30_000_000_000L;
    /** Longer than several tries of a server take. */
    static final long END_NS = 1_800_000_000_000L;

    private long best = -1;
    private long last = -1;
    /** When it was further than the time before. */
    private long furtherNs;
    /** For how long it did not get further, in all, since it was as far as never before; short whiles do not count. */
    private long restedNs;

    private boolean isSaid;

    /** What he who waits does next. */
    enum Next {
        /** All are complete. */
        END,
        /** He looks again. */
        LOOK_AGAIN,
        /** The same, but people are told first that nothing gets further. */
        SAY,
        GIVE_UP
    }

    Next next(List<IndexProgress> indexes, long nowNs) {
        long now = indexes.stream().mapToLong(IndexWait::done).sum();
        if (now > last) {
            restedNs = now > best ? 0 : restedNs + restNs(nowNs);
            best = Math.max(best, now);
            furtherNs = nowNs;
            isSaid = false;
        }
        last = now;
        return indexes.stream().allMatch(IndexProgress::isComplete) ? Next.END : whileIncomplete(restNs(nowNs));
    }

    private long restNs(long nowNs) {
        long sinceNs = nowNs - furtherNs;
        return sinceNs < SAY_NS ? 0 : sinceNs;
    }

    private Next whileIncomplete(long restNs) {
        if (restNs == 0) {
            return Next.LOOK_AGAIN;
        } else if (restedNs + restNs >= END_NS) {
            return Next.GIVE_UP;
        } else if (isSaid) {
            return Next.LOOK_AGAIN;
        }
        isSaid = true;
        return Next.SAY;
    }

    /** That all rows were told is less than that it is complete. */
    private static long done(IndexProgress index) {
        return index.rowsDone() + (index.isComplete() ? 1 : 0);
    }
}
