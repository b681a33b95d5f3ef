package io.pfs.server.checkpoint;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.journal.Losses;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Shards that are set apart: the journal has lost records that were theirs, or may have been, and that no checkpoint made
 * needless; or what says which tables they have can't be read. They are not served, so that nobody takes for true what may have
 * been changed; the others are.
 *
 * <p>While there are any, nothing is forgotten: no file of the journal, of the metadata log, of cells. What can't be known of them
 * may need it, and what was lost can be given up only by who decides it.
 */
public final class Apart {
    private static final int SHOWN = 8;

    private final Losses losses;
    private final TreeSet<ShardId> lacking;
    private final TreeMap<ShardId, PfsException> unreadable = new TreeMap<>();
    private final boolean countsHold;

    /** @param countsHold whether all is known of what rows point to in segments */
    Apart(Losses losses, SortedSet<ShardId> lacking, boolean countsHold) {
        this.losses = losses;
        this.lacking = new TreeSet<>(lacking);
        this.countsHold = countsHold;
    }

    /** Nobody, and nothing is missing that anybody needs. */
    static Apart nobody(Losses losses) {
        return new Apart(losses, new TreeSet<>(), true);
    }

    /** One more, of which storage can't be read. */
    void add(ShardId shard, PfsException why) {
        unreadable.put(shard, why);
    }

    public SortedSet<ShardId> shards() {
        TreeSet<ShardId> all = new TreeSet<>(lacking);
        all.addAll(unreadable.keySet());
        return all;
    }

    /** Those of them for which the journal lacks something, which can be given up. */
    public SortedSet<ShardId> lacking() {
        return new TreeSet<>(lacking);
    }

    public boolean holds(ShardId shard) {
        return lacking.contains(shard) || unreadable.containsKey(shard);
    }

    public Losses losses() {
        return losses;
    }

    /** Whether nothing is missing that anybody needs: then everything goes on as usual. */
    public boolean isNothing() {
        return isNothingLost() && unreadable.isEmpty();
    }

    /** The same of what the journal had. */
    public boolean isNothingLost() {
        return lacking.isEmpty() && countsHold;
    }

    /** Why a shard is not served, if it is not. */
    public Optional<PfsException> refusal(ShardId shard) {
        if (unreadable.containsKey(shard)) {
            return Optional.of(refused(shard + " is set apart", unreadable.get(shard)));
        }
        return lacking.contains(shard) ? Optional.of(refused(shard + " is set apart")) : Optional.empty();
    }

    /** Who is not served and why, and that nothing is forgotten, if so. */
    public Optional<PfsException> refusal() {
        if (isNothing()) {
            return Optional.empty();
        }
        String what = (shards().isEmpty() ? "" : some() + " set apart, and ") + "no space is taken back";
        return Optional.of(
                isNothingLost() ? refused(what, unreadable.firstEntry().getValue()) : refused(what));
    }

    private String some() {
        SortedSet<ShardId> all = shards();
        String first = all.stream().limit(SHOWN).map(ShardId::toString).collect(Collectors.joining(", "));
        int more = all.size() - SHOWN;
        return first + (more > 0 ? " and " + more + " more are" : all.size() == 1 ? " is" : " are");
    }

    private static PfsException refused(String what, PfsException why) {
        return new PfsException(ErrorCode.CORRUPT, what + ": " + why.detail(), why);
    }

    PfsException refused(String what) {
        String first = losses.isOfWholeFile() ? "put that file back as it was; else " : "";
        return new PfsException(
                ErrorCode.CORRUPT,
                what + ": " + losses.told() + "; " + first
                        + "what is left can be had by giving them up: admin fsck --salvage");
    }
}
