package io.pfs.server.journal;

import io.pfs.ShardId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What a journal has lost, and of which shards that may have been. A shard that has a record behind a loss shows by its
 * sequence whether it lacks any; for the others the ranges in the file's footer tell, or the number of records that were
 * lost, if others are known to lack as many. Of who nothing is known, anything may be lost.
 */
public final class Losses {
    static final long UNKNOWN = -1;

    private final List<Loss> all = new ArrayList<>();
    private final List<Loss> mended = new ArrayList<>();
    private Optional<Loss> before = Optional.empty();
    /** Those that lack what a footer says that they had, and have nothing behind it so far. */
    private final BitSet lacking = new BitSet();
    /** Those that had a record since the last loss. */
    private final BitSet seen = new BitSet();
    /** Those that had one since the last loss of which no footer tells. */
    private final BitSet seenSinceOpen = new BitSet();
    /** Those that had one before anything was lost. */
    private final BitSet early = new BitSet();

    /** Whether something was lost of which no footer tells. */
    private boolean isOpen;
    /** Whether what is read now stands in the midst of a loss. */
    private boolean isInside;
    /** Whether something was lost of the file that is being read. */
    private boolean isOfFile;
    /** Records that somebody is known to lack. */
    private long found;
    /** Whether somebody lacks nobody knows how many. */
    private boolean isUncertain;

    /** Of a file nothing can be read, or not where the one before it ends: nothing tells what was lost, whatever the file says. */
    void unknown(Loss loss) {
        begin(loss);
        end();
        fileEnds();
    }

    /** Where records would have been that are missing at the begin, if any are: files there were deleted in order as a rule. */
    void beginsBehind(Loss loss) {
        before = Optional.of(loss);
    }

    /** Whether a shard had a record before anything was lost, so that what it lacks before that one is lost before all. */
    public boolean beganBefore(ShardId shard) {
        return early.get(shard.value());
    }

    /** Somebody needs those; says whether there can have been any. */
    public boolean lackBegin() {
        boolean isPossible = before.isPresent();
        before.ifPresent(loss -> all.add(0, loss));
        before = Optional.empty();
        return isPossible;
    }

    /** What is whole of it comes next. */
    void begin(Loss loss) {
        all.add(loss);
        isOfFile = true;
        isInside = true;
        seen.clear();
    }

    void end() {
        isInside = false;
    }

    /** It is damaged, and nothing of it is lost. */
    void mended(Loss place) {
        mended.add(place);
    }

    /** Whether anything was lost that may be a record of this shard which should come before the next one. */
    boolean mayPrecede(int shard) {
        return !all.isEmpty() && !seen.get(shard);
    }

    /** A shard's next record: so many are missing before it, or {@link #UNKNOWN}. */
    void met(int shard, long missing) {
        if (all.isEmpty()) {
            early.set(shard);
        }
        if (mayPrecede(shard)) {
            found += Math.max(0, missing);
            isUncertain |= missing == UNKNOWN;
            seen.set(shard, !isInside); // what is in the midst of it says nothing of what was behind
            seenSinceOpen.set(shard, !isInside);
            lacking.clear(shard);
        }
    }

    /** Nothing tells what the file held. */
    void fileEnds() {
        if (isOfFile) {
            isOpen = true;
            seenSinceOpen.clear();
            seenSinceOpen.or(seen);
            isOfFile = false;
        }
    }

    /**
     * What the file held.
     *
     * @param read the last record of each shard that was read so far
     */
    void fileEnds(ShardRanges held, ShardTable read) {
        if (isOfFile) {
            held.forEach((shard, last) -> {
                if (read.sequence(shard) < last) {
                    lacking.set(shard);
                }
            });
            isOfFile = false;
        }
    }

    public boolean isNothing() {
        return all.isEmpty();
    }

    /** Whether the first of them is all of a file: it may just be elsewhere. */
    public boolean isOfWholeFile() {
        return !all.isEmpty() && all.get(0).isWholeFile();
    }

    /** In the order of the journal. */
    public List<Loss> all() {
        return List.copyOf(all);
    }

    /** Places that are damaged, and could be read all the same. */
    public List<Loss> mended() {
        return List.copyOf(mended);
    }

    /** In a few words, for people. */
    public String told() {
        int more = all.size() - 1;
        String places = more == 0 ? "" : ", and at " + more + " more place" + (more == 1 ? "" : "s");
        return "the journal has lost records at " + all.get(0) + places;
    }

    /** No more records can have stood in what can't be read any more. */
    public long mostRecords() {
        long bytes = all.stream().mapToLong(loss -> loss.to() - loss.from()).sum();
        return bytes / RecordCursor.HEADER_BYTES + 1;
    }

    /** Whether a shard may have had records behind its last one that is there. */
    public boolean mayLack(ShardId shard) {
        return lacking.get(shard.value()) || (isOpen && !seenSinceOpen.get(shard.value()) && !isAccountedFor());
    }

    /** Whether it is known who lacks what was lost. With several losses it can't be told which of them it was. */
    private boolean isAccountedFor() {
        return all.size() == 1
                && !isUncertain
                && all.get(0).records().isPresent()
                && all.get(0).records().getAsInt() <= found;
    }
}
