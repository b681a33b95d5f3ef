package io.pfs.server.checkpoint;

import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsWaiting;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.gc.CountSnapshot;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.Losses;
import io.pfs.server.state.ShardState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What has to be known of a journal before it is replayed: each shard's last checkpoints, the last counts, and what is missing. */
final class FirstLook {
    private final Set<ShardId> served;
    private final TreeMap<ShardId, CheckpointDone> last = new TreeMap<>();
    private final TreeMap<ShardId, CheckpointDone> before = new TreeMap<>();
    /** From where on the journal alone has cells, of those that had any when that was journaled. */
    private final TreeMap<ShardId, Long> waiting = new TreeMap<>();
    /** Where the last ones themselves stand. */
    private final TreeMap<ShardId, Long> recordOfLast = new TreeMap<>();

    private final CountSnapshot.Collector snapshots = new CountSnapshot.Collector();
    private final TreeMap<ShardId, Run> runs = new TreeMap<>();
    private final Journal.Replayed replayed;

    /** Of the last life that had all its leases back when it ended. */
    private Optional<LeasesReturned> leases = Optional.empty();

    /** Most records are of the shard of which the one before was. */
    private ShardId latest = new ShardId(0);

    private Run latestRun = new Run(0);

    /** The records of a shard that come last and follow each other. */
    private static final class Run {
        /** The first of all that are there. */
        private final long veryFirst;

        private long first;
        private long last;

        Run(long sequence) {
            veryFirst = sequence;
            first = sequence;
            last = sequence - 1;
        }

        void add(long sequence) {
            first = last + 1 == sequence ? first : sequence;
            last = sequence;
        }
    }

    private FirstLook(Journal journal, Set<ShardId> served) {
        this.served = served;
        this.replayed = journal.scan((shard, position, bytes, offset, length) -> {
            note(shard, position.sequence());
            if (ChangeCodec.isCount(bytes, offset, length)) {
                Change part = decode(position.sequence(), bytes, offset, length).get(0);
                snapshots.add(shard, position.sequence(), (SegmentsCounted) part);
            }
            if (ChangeCodec.isOfLeases(bytes, offset, length)) {
                leases = Optional.of((LeasesReturned)
                        decode(position.sequence(), bytes, offset, length).get(0));
            }
            if (ChangeCodec.isCheckpoint(bytes, offset, length)) {
                decode(position.sequence(), bytes, offset, length)
                        .forEach(change -> note(shard, position.sequence(), change));
            }
        });
    }

    static FirstLook at(Journal journal, Set<ShardId> served) {
        return new FirstLook(journal, served);
    }

    private void note(ShardId shard, long sequence) {
        if (!shard.equals(latest) || runs.isEmpty()) {
            latest = shard;
            latestRun = runs.computeIfAbsent(shard, unseen -> new Run(sequence));
        }
        latestRun.add(sequence);
    }

    private void note(ShardId shard, long sequence, Change change) {
        if (change instanceof CheckpointDone done) {
            recordOfLast.put(shard, sequence);
            CheckpointDone previous = last.put(shard, done);
            before.put(shard, previous == null ? ShardState.NO_CHECKPOINT : previous);
            waiting.remove(shard);
        } else if (change instanceof CellsWaiting cells) {
            waiting.put(shard, cells.fromSequence());
        }
    }

    /** Shards that have anything in the journal. */
    Set<ShardId> seen() {
        TreeSet<ShardId> seen = new TreeSet<>(runs.keySet());
        seen.retainAll(served);
        return seen;
    }

    CheckpointDone checkpoint(ShardId shard) {
        return last.getOrDefault(shard, ShardState.NO_CHECKPOINT);
    }

    CheckpointDone checkpointBefore(ShardId shard) {
        return before.getOrDefault(shard, ShardState.NO_CHECKPOINT);
    }

    /** The sequences that follow the records of their last checkpoints, the first one where there is none. */
    SortedMap<ShardId, Long> sinceCheckpoints(Collection<ShardId> shards) {
        SortedMap<ShardId, Long> sequences = new TreeMap<>();
        shards.forEach(shard -> sequences.put(shard, recordOfLast.getOrDefault(shard, 0L) + 1));
        return sequences;
    }

    /** All of them, the last and the one before of each shard. */
    List<Collection<CheckpointDone>> checkpoints() {
        return List.of(last.values(), before.values());
    }

    /** Whether all is there from a shard's last checkpoint on, or its begin if it never had one, as far as nothing is lost between. */
    boolean knowsBegin(ShardId shard) {
        Run run = runs.get(shard);
        return run != null && run.veryFirst <= checkpoint(shard).replayFrom();
    }

    CountSnapshot snapshot() {
        return snapshots.last();
    }

    /** Whether nobody has leases of the life before: what is lost, or has no head any more, may be the trace of another life. */
    boolean areLeasesBack() {
        return replayed.losses().isNothing()
                && replayed.losses().mended().isEmpty()
                && leases.filter(returned -> replayed.lives().endWith(returned.life()))
                        .isPresent();
    }

    /** Whose the records are. */
    Journal.Replayed replayed() {
        return replayed;
    }

    /** Which shards can't be what they were, for what the journal has lost. */
    Apart apart() {
        TreeSet<ShardId> lacking = new TreeSet<>();
        boolean countsHold = true;
        if (isBeginMissing()) {
            countsHold = false;
            served.stream()
                    .filter(shard -> !runs.containsKey(shard))
                    .forEach(lacking::add); // all that it had may have been there
        }
        if (!replayed.losses().isNothing()) {
            for (ShardId shard : served) {
                boolean mayLack = replayed.losses().mayLack(shard);
                boolean isGone = !runs.containsKey(shard) && !beginsInTime(shard);
                if (mayLack || isGone || !hasAllFrom(shard, neededFrom(shard))) {
                    lacking.add(shard);
                }
                countsHold &= !mayLack && hasAllFrom(shard, snapshot().upTo().getOrDefault(shard, 0L) + 1);
            }
        }
        return new Apart(replayed.losses(), lacking, countsHold);
    }

    /** Whether files are missing before the first: who lacks a begin lacks it for that, unless something that is lost behind it explains it. */
    private boolean isBeginMissing() {
        Losses losses = replayed.losses();
        boolean isUnexplained = served.stream()
                .anyMatch(shard -> !beginsInTime(shard) && (losses.isNothing() || losses.beganBefore(shard)));
        return isUnexplained && losses.lackBegin();
    }

    /** Whoever had a record keeps some. Files go once neither rows nor counts follow from them. */
    private boolean beginsInTime(ShardId shard) {
        long counted = snapshot().upTo().getOrDefault(shard, 0L);
        Run run = runs.get(shard);
        return run == null ? counted == 0 : run.veryFirst <= Math.min(neededFrom(shard), counted + 1);
    }

    /** From where on a shard lacks something if the journal does. */
    long neededFrom(ShardId shard) {
        return Math.min(checkpoint(shard).replayFrom(), waiting.getOrDefault(shard, Long.MAX_VALUE));
    }

    /** The same of one whose loss is given up: a cell from before it, which can't be copied, is no reason to miss it again. */
    long wholeFrom(ShardId shard) {
        Run run = runs.get(shard);
        return run == null ? neededFrom(shard) : Math.max(neededFrom(shard), run.first);
    }

    /** Whether no record is missing from there on, as far as the journal itself tells. */
    boolean hasAllFrom(ShardId shard, long sequence) {
        Run run = runs.get(shard);
        return run == null || run.first <= sequence;
    }

    static List<Change> decode(long sequence, byte[] bytes, int offset, int length) {
        return ChangeCodec.decode(new ByteReader("journal record " + sequence, 0, bytes, offset, offset + length));
    }
}
