package io.pfs.server.checkpoint;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.server.change.Change;
import io.pfs.server.journal.Loss;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Brings back what is left of shards whose records the journal has lost: what came after is applied as if nothing were missing,
 * since a change says how a row is, and not how it became so. What can't be applied without what was lost is left out. Slices that storage does not
 * give whole go on with what is left of them.
 */
public final class Salvage {
    private final Apart apart;
    private final Map<ShardId, Tally> shards = new TreeMap<>();
    private List<GivenUp> slices = List.of();
    private SortedMap<ShardId, List<Change>> cameBack = new TreeMap<>();

    /** What is known of one shard. */
    private static final class Tally {
        private long lost;
        private long leftOut;
        private Optional<String> why = Optional.empty();

        void leaveOut(String cause) {
            leftOut++;
            why = Optional.of(why.orElse(cause));
        }
    }

    /**
     * What became of a shard.
     *
     * @param lost records that are missing before others, which is not all: nobody knows what came after the last
     * @param leftOut records that are there and were not applied, or not wholly
     * @param why the first of these was not
     */
    public record Outcome(ShardId shard, long lost, long leftOut, Optional<String> why) {}

    /**
     * What became of a slice that could not be read.
     *
     * @param path of its table, if it is known
     * @param isWhole whether it is as it was all the same, as the journal had all of it
     * @param isOld whether rows of it are as they were when its image was written, as nobody knows what came since
     * @param rowsBefore rows that it had on storage, or a few more
     * @param rowsLeft as many of them as are left
     * @param putBack rows of others, that lead to directories, which know where that is
     * @param why it could not be read
     */
    public record GivenUp(
            SliceKey slice,
            Optional<String> path,
            boolean isWhole,
            boolean isOld,
            int rowsBefore,
            int rowsLeft,
            int putBack,
            PfsException why) {}

    Salvage(Apart apart) {
        this.apart = apart;
        apart.lacking().forEach(shard -> shards.put(shard, new Tally()));
    }

    /** Applies a record, whatever came before it. */
    List<HeldSlice> apply(ShardState state, Position position, List<Change> changes) {
        Tally tally = Check.present(shards.get(state.shard()), "the shard is one of those that are given up");
        long missing = position.sequence() - state.applied() - 1;
        if (missing > 0) {
            tally.lost += missing;
            state.passOver(position.sequence() - 1);
        }
        long unknown = state.tables().unknown();
        try {
            List<HeldSlice> touched = state.apply(position.sequence(), changes);
            if (state.tables().unknown() > unknown) {
                tally.leaveOut("record " + position + " of " + state.shard() + " is of a table that is lost");
            }
            return touched;
        } catch (PfsException e) {
            if (e.code().kind() == ErrorCode.Kind.STORAGE) {
                throw e; // it may be there another time
            }
            tally.leaveOut(state.notApplied(position, e).detail());
            state.passOver(position.sequence());
            return List.of();
        }
    }

    SortedSet<ShardId> shards() {
        return apart.lacking();
    }

    boolean concerns(ShardId shard) {
        return shards.containsKey(shard);
    }

    /** Whether nothing had to be given up. */
    public boolean isNothing() {
        return apart.isNothing() && slices.isEmpty();
    }

    /** @param again rows that are there, and that an index may not know any more */
    void slices(List<GivenUp> givenUp, SortedMap<ShardId, List<Change>> again) {
        slices = givenUp;
        cameBack = again;
    }

    /** Changes that say of rows what they are, by shard: an index may have heard that they went. */
    public SortedMap<ShardId, List<Change>> cameBack() {
        return cameBack;
    }

    /** Slices that could not be read. */
    public List<GivenUp> slices() {
        return slices;
    }

    /** No more records are lost than would have fit. */
    public long mostLost() {
        return apart.losses().mostRecords();
    }

    PfsException uncounted() {
        String what = "what rows point to was not counted yet";
        return apart.isNothing() ? new PfsException(ErrorCode.CORRUPT, what) : apart.refused(what);
    }

    /** The places that can't be read. */
    public List<Loss> losses() {
        return apart.losses().all();
    }

    public List<Outcome> outcomes() {
        return shards.entrySet().stream()
                .map(shard -> new Outcome(
                        shard.getKey(), shard.getValue().lost, shard.getValue().leftOut, shard.getValue().why))
                .toList();
    }
}
