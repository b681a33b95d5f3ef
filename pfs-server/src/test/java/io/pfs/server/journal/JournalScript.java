package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import java.util.Map;

/** A small life of a journal that meets everything: batches of several shards, rolls, trims, the use of a spare, an end. */
final class JournalScript {
    private final JournalRig rig;
    /** Records up to here were given up to trimming. */
    private long trimmedBelow = 1;

    JournalScript(JournalRig rig) {
        this.rig = rig;
    }

    long trimmedBelow() {
        return trimmedBelow;
    }

    /** Runs it; appends that are refused for want of a disk are tried again later, as a shard would. */
    void run(boolean trims) {
        for (int i = 0; i < 24; i++) {
            for (int shard = 0; shard < 1 + i % 3; shard++) {
                appendIfPossible(shard, 10 + i * 29 % 120);
            }
            rig.journal.commit();
            if (i % 4 != 0) {
                rig.drain();
            }
            if (trims && i % 8 == 7) {
                trim();
            }
        }
        rig.drain();
        rig.journal.close();
    }

    private void appendIfPossible(int shard, int length) {
        try {
            rig.append(shard, length);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN || e.code() == ErrorCode.BUSY) {
                throw e;
            }
        }
    }

    private void trim() {
        // shard 0 has a record in each round, so that rounds can be counted by it
        trimmedBelow = rig.appended.stream()
                        .filter(entry -> entry.shard() == 0)
                        .mapToLong(JournalRig.Entry::sequence)
                        .max()
                        .orElse(1)
                / 2;
        long others = trimmedBelow / 2;
        try {
            rig.journal.trim(Map.of(new ShardId(0), trimmedBelow, new ShardId(1), others, new ShardId(2), others / 2));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
        }
    }
}
