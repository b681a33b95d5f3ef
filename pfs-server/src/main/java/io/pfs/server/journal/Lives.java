package io.pfs.server.journal;

import io.pfs.ShardId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which records of the journal are from which life of the server. What a life lost the next one writes anew under the same numbers, so
 * a number alone doesn't say which record is meant.
 */
public final class Lives {
    private final List<Life> lives = new ArrayList<>();
    /** The last record of each shard. */
    private final ShardTable last = new ShardTable();
    /** Shards of which a record is missing between others. */
    private final BitSet gapped = new BitSet();

    /** @param records those that it wrote, of each shard */
    private record Life(long owner, ShardRanges records) {}

    /** What follows is from this life. */
    void begin(long owner) {
        if (lives.isEmpty() || lives.get(lives.size() - 1).owner != owner) {
            lives.add(new Life(owner, new ShardRanges()));
        }
    }

    boolean isEmpty() {
        return lives.isEmpty();
    }

    /** Whether this life is the last that has a file: nobody has served from the journal since. */
    public boolean endWith(long owner) {
        return !lives.isEmpty() && lives.get(lives.size() - 1).owner == owner;
    }

    /** A record of the life that began last. */
    void add(int shard, long sequence) {
        lives.get(lives.size() - 1).records.add(shard, sequence);
        long before = last.sequence(shard);
        if (before != ShardTable.NONE && before + 1 < sequence) {
            gapped.set(shard);
        }
        last.set(shard, 0, sequence);
    }

    /**
     * Whether a record that the shard had during a life is still there as it was then: the journal reaches so far, and no later life
     * wrote it anew. A life of which the journal has no file any more had none that anybody can tell.
     */
    public boolean holds(ShardId shard, long owner, long sequence) {
        int nth = 0;
        while (nth < lives.size() && lives.get(nth).owner != owner) {
            nth++;
        }
        if (nth == lives.size()) {
            return false;
        }
        long newest = lives.stream()
                .mapToLong(life -> life.records.highest(shard))
                .max()
                .orElse(ShardRanges.NONE);
        return sequence <= newest
                && lives.subList(nth + 1, lives.size()).stream()
                        .allMatch(life -> sequence < life.records.lowestOr(shard, Long.MAX_VALUE));
    }

    /** How many of them have records that somebody still needs; of a shard that isn't named all are needed. */
    public long countNeeded(Map<ShardId, Long> firstNeededSequences) {
        return lives.stream()
                .filter(life -> !life.records.areBefore(firstNeededSequences))
                .count();
    }

    /**
     * Whether a shard's records are there from this one on, as far as it has any behind it. Where some are lost, what somebody knows of those
     * behind them may be of them, too.
     */
    public boolean reach(ShardId shard, long sequence) {
        return !gapped.get(shard.value())
                && lives.stream().anyMatch(life -> life.records.lowestOr(shard, Long.MAX_VALUE) <= sequence);
    }
}
