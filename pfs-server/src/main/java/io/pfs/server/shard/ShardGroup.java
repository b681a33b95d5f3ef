package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Timers;
import io.pfs.format.ByteWriter;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.shard.Shard.Outbox;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one loop, with the journal and the metadata log that they share. Puts their changes into the journal and
 * hands each back to its shard once it is durable.
 */
public final class ShardGroup implements AutoCloseable {
    private final GroupContext context;
    private final GroupWorkers workers;
    private final Outbox outbox = new GroupOutbox();
    private final Set<ShardId> served;
    private final SliceLoader loader;
    private final SliceMemory memory;
    /** Those that hold anything or were asked for anything; the others cost nothing. */
    private final TreeMap<ShardId, Member> members = new TreeMap<>();

    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private final ByteWriter payload = new ByteWriter(1024);
    private final RecoveryReport recovered;
    private final GroupCounters counters;
    private final Checkpoints checkpoints;
    private final CellSpace space;
    private final SegmentCollection collection;
    private final SpaceReserve reserve;
    private final Shard.Shared shared;
    private final Journal journal;
    private Optional<PfsException> trimFailure = Optional.empty();
    private Optional<PfsException> stopped = Optional.empty();
    private boolean closing;
    private final ArrayDeque<Shard> toFlush = new ArrayDeque<>();
    private boolean flushing;
    /** One was asked for while another ran, perhaps one that copies no cells. */
    private boolean checkpointWanted;

    private boolean uncommitted;
    private long lastDurable;
    private long bytesSinceCheckpoint;
    private int requestsOpen;

    /** A shard and the sequence its last record got. */
    private static final class Member {
        private final Shard shard;
        private long appended;

        Member(Shard shard) {
            this.shard = shard;
            this.appended = shard.state().applied();
        }
    }

    /** A record that was appended and is not known to be durable. */
    private record InFlight(
            Journal.Appended appended,
            Member member,
            Position position,
            List<Change> changes,
            Runnable durable,
            Consumer<PfsException> failed) {}

    private ShardGroup(
            GroupContext context,
            GroupWorkers workers,
            Set<ShardId> served,
            SliceMemory memory,
            GroupCounters counters,
            Recovery recovery,
            Links links) {
        this.context = context;
        this.workers = workers;
        this.served = served;
        this.memory = memory;
        this.counters = counters;
        this.loader = recovery.loader();
        this.journal = recovery.journal();
        this.recovered = recovery.report();
        this.bytesSinceCheckpoint = recovery.appliedBytes();
        BoostLog boost = new BoostLog(context, recovery.boost(), this::shards);
        this.checkpoints = new Checkpoints(
                context,
                recovery.writer(),
                recovery.space(),
                boost,
                outbox,
                loader,
                memory,
                counters,
                this::checkpointEnded);
        this.space = new CellSpace(
                context, new SpaceHost(), recovery, links.timers().map(this::committing), counters::segmentAbandoned);
        this.collection =
                new SegmentCollection(space, () -> Recount.differences(shards(), space.counts(), context.pool()));
        this.reserve = new SpaceReserve(
                context.limits().spaceReservedBytes(),
                () -> Math.min(journal.usableBytes(), context.pool().usableBytes()),
                context.workers(),
                counters,
                this::checkpoint);
        this.shared = new Shard.Shared(
                context,
                outbox,
                loader,
                space,
                committing(links.way()),
                links.timers().map(this::committing),
                counters);
        recovery.states().forEach(this::add);
    }

    /** What is journaled for another shard's sake is written at once: nobody may come after it who has it written. */
    private Peers committing(UnaryOperator<Peers> way) {
        Peers there = way.apply((envelope, sink) -> {
            submit(envelope, sink);
            commit();
        });
        return (envelope, sink) -> there.ask(envelope, reply -> {
            sink.answer(reply);
            commit();
        });
    }

    /** What is journaled when a timer rings is written after it. */
    private Timers committing(Timers timers) {
        return (delayNs, task) -> timers.after(delayNs, () -> {
            task.run();
            commit();
        });
    }

    private Member add(ShardState state) {
        Member member = new Member(new Shard(state, shared));
        members.put(state.shard(), member);
        return member;
    }

    /**
     * Recovers these shards from what is in the pool and the journal, and serves them. The journal is opened by {@code
     * journals}, with the listener that it must tell what became of what was appended. A shard that holds nothing costs
     * nothing until it is asked for something.
     */
    public static ShardGroup open(GroupContext given, List<ShardId> shards, JournalFactory journals) {
        return open(given, shards, journals, Links.DIRECT);
    }

    /** The same, with another way from shard to shard than the direct one. */
    public static ShardGroup open(GroupContext given, List<ShardId> shards, JournalFactory journals, Links links) {
        Listener listener = new Listener();
        GroupWorkers workers =
                new GroupWorkers(given.workers(), () -> listener.group().jobEnded());
        GroupContext context = given.withWorkers(workers);
        Set<ShardId> served = new TreeSet<>(shards);
        GroupCounters counters = new GroupCounters();
        SliceMemory memory = new SliceMemory(context.sliceMemoryBytes(), counters);
        Recovery recovery = Recovery.run(context, served, journals.open(listener), memory, counters);
        ShardGroup group = new ShardGroup(context, workers, served, memory, counters, recovery, links);
        listener.group = group;
        group.shards().forEach(Shard::resume);
        return group;
    }

    /** Opens the journal of a group. */
    @FunctionalInterface
    public interface JournalFactory {
        Journal open(Journal.Listener listener);
    }

    public Shard shard(ShardId id) {
        Member member = members.get(id);
        if (member != null) {
            return member.shard;
        }
        if (!served.contains(id)) {
            throw new PfsException(ErrorCode.NOT_OWNER, id + " is not served here");
        }
        return add(ShardState.empty(context, id, loader, memory)).shard;
    }

    /** Those that hold anything or were asked for anything, in their order. */
    public List<Shard> shards() {
        return members.values().stream().map(m -> m.shard).toList();
    }

    /**
     * Serves a request in the shard of its table. What it changes is on its way to the disk after the next {@link
     * #commit}: many requests can go together.
     */
    public void submit(Envelope envelope, Reply.Sink sink) {
        try {
            requireServing();
            requireRoom();
            reserve.require(envelope.request());
            Shard shard = shard(envelope.shard());
            requestsOpen++;
            shard.submit(envelope, reply -> {
                requestsOpen--;
                sink.answer(reply);
            });
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    private void requireServing() {
        if (stopped.isPresent()) {
            PfsException cause = stopped.get();
            throw new PfsException(
                    ErrorCode.CLOSED, "these shards are not served any more: " + cause.getMessage(), cause);
        }
    }

    private void requireRoom() {
        if (requestsOpen >= Limits.REQUESTS_OPEN_MAX) {
            throw new PfsException(
                    ErrorCode.BUSY, requestsOpen + " requests wait for an answer, which is as many as may");
        }
    }

    /** Brings rows back into memory. */
    SliceLoader loader() {
        return loader;
    }

    /** Why nothing is served any more, if so: only opening the shards anew helps. */
    public Optional<PfsException> stopped() {
        return stopped;
    }

    /** What was found when these shards were opened. */
    public RecoveryReport recovered() {
        return recovered;
    }

    public GroupCounters counters() {
        return counters;
    }

    /** What rows, overlays and filters of slices take in memory now, about. */
    public long sliceMemoryUsed() {
        return memory.usedBytes();
    }

    /** Ends a turn of the loop: lets the journal write what was appended in it. */
    public void commit() {
        if (uncommitted) {
            uncommitted = false;
            journal.commit();
        }
    }

    /**
     * Starts a checkpoint of all shards, unless one is under way or there is nothing new: first the cells that only the
     * journal has are copied, then the slices are written, which point to the copies.
     */
    public void checkpoint() {
        bytesSinceCheckpoint = 0;
        checkpointWanted = isCheckpointing();
        if (stopped.isEmpty() && !checkpointWanted) {
            shards().stream()
                    .filter(shard -> shard.state().window().count() > 0)
                    .forEach(toFlush::add);
            flushing = true;
            flushNext();
        }
    }

    /** What keeps cells from being copied keeps the journal, but not the checkpoint. */
    private void flushNext() {
        Shard next = toFlush.poll();
        if (next == null) {
            flushing = false;
            takeSnapshot();
            checkpoints.start(shards(), true);
        } else {
            next.flush().start(failure -> flushNext());
        }
    }

    /** Before the slices are written: so the journal can go from where both need it. */
    private void takeSnapshot() {
        boolean hasNews = shards().stream().anyMatch(shard -> shard.state().hasNewsSinceCheckpoint());
        if (hasNews && stopped.isEmpty()) {
            Map<ShardId, Long> applied = new TreeMap<>();
            members.forEach((id, member) -> applied.put(id, member.shard.state().applied()));
            space.takeSnapshot(members.firstEntry().getValue().shard.moving(), applied);
        }
    }

    /** Collection of segments: how it goes, and who wants to start or stop it. */
    public SegmentCollection collection() {
        return collection;
    }

    CellSpace space() {
        return space;
    }

    public boolean isCheckpointing() {
        return flushing || checkpoints.isRunning();
    }

    private void checkpointIfDue() {
        boolean isDue = bytesSinceCheckpoint > context.limits().journalFileBytes();
        if (isDue || (checkpointWanted && !isCheckpointing())) {
            checkpoint();
        } else if (memory.wantsCheckpoint()) {
            checkpointForMemory();
        }
    }

    /** Lets storage catch up, so that there is something to let go of. */
    private void checkpointForMemory() {
        if (stopped.isEmpty() && !isCheckpointing()) {
            counters.checkpointForMemory();
            checkpoints.start(shards(), false);
        }
    }

    private void checkpointEnded(Optional<PfsException> failure, List<Long> unneeded) {
        if (stopped.isPresent()) {
            return; // what is left over, the next recovery deletes
        }
        if (failure.isEmpty()) {
            memory.storageCaughtUp();
            memory.relieve();
            trim();
            checkpoints.deleteUnneeded(shards(), journal::afterForce);
            space.collectIfDue();
        } else {
            memory.storageFellBehind();
            bytesSinceCheckpoint = context.limits().journalFileBytes() / 2; // soon again, but not at once
        }
        unneeded.forEach(this::deleteUnlessNamed);
    }

    /** A file that no checkpoint counts on only takes space; if it can't be deleted now, the next recovery does it. */
    private void deleteUnlessNamed(long fileId) {
        boolean isNamed = members.values().stream()
                .flatMap(member -> member.shard.state().keptCheckpoints().stream())
                .flatMap(done -> done.files().stream())
                .anyMatch(file -> file.fileId() == fileId);
        if (!isNamed) {
            context.workers().run(() -> MetadataFiles.deleteWhatCan(context.pool(), List.of(fileId)), () -> {});
        }
    }

    private final class SpaceHost implements CellSpace.Host {
        @Override
        public Optional<CellFlush.Means> shardOf(TableId table) {
            return Optional.ofNullable(members.get(table.maker())).map(member -> member.shard.moving());
        }

        @Override
        public Optional<CellFlush.Means> anyShard() {
            return Optional.ofNullable(members.firstEntry())
                    .map(first -> first.getValue().shard.moving());
        }

        @Override
        public Whereabouts whereabouts() {
            return new FileTrail(id -> Optional.ofNullable(members.get(id)).map(member -> member.shard));
        }

        @Override
        public boolean isServing() {
            return stopped.isEmpty();
        }

        @Override
        public void afterForce(Runnable then) {
            journal.afterForce(then);
        }
    }

    private final class GroupOutbox implements Outbox {
        @Override
        public void requireServing() {
            ShardGroup.this.requireServing();
        }

        @Override
        public void requireMemory() {
            try {
                memory.requireRoom();
            } catch (PfsException e) {
                checkpointForMemory();
                throw e;
            }
        }

        @Override
        public long nextSequence(Shard shard) {
            return Check.present(members.get(shard.id()), "a shard journals in its own group").appended + 1;
        }

        @Override
        public void journal(Shard shard, List<Change> changes, Runnable durable, Consumer<PfsException> failed) {
            append(shard, changes, durable, failed);
        }
    }

    private void append(Shard shard, List<Change> changes, Runnable durable, Consumer<PfsException> failed) {
        Member member = Check.present(members.get(shard.id()), "a shard journals in its own group");
        requireServing();
        payload.clear();
        ChangeCodec.encode(changes, payload);
        Position position = new Position(context.epoch(), member.appended + 1);
        Journal.Appended appended = appendOrTryToGoOn(shard, position);
        member.appended = position.sequence();
        inFlight.add(new InFlight(appended, member, position, changes, durable, failed));
        bytesSinceCheckpoint += payload.length();
        uncommitted = true;
    }

    /** A journal that takes nothing, for want of space, tries to go on when it is told to commit. */
    private Journal.Appended appendOrTryToGoOn(Shard shard, Position position) {
        try {
            return journal.append(shard.id(), position, payload.array(), 0, payload.length());
        } catch (PfsException e) {
            uncommitted = true;
            throw e;
        }
    }

    private void durable(Journal.Durable durable) {
        lastDurable = durable.record();
        while (!inFlight.isEmpty() && durable.covers(inFlight.peek().appended)) {
            apply(inFlight.remove());
        }
        space.collectObjectsIfDue();
        memory.relieve();
        checkpointIfDue();
    }

    private void apply(InFlight record) {
        Shard shard = record.member.shard;
        List<HeldSlice> touched;
        try {
            Check.that(!context.faultPoints().maybe("record.apply"), "nothing is wrong with it");
            touched = shard.state().apply(record.position.sequence(), record.changes);
            space.applied(record.changes);
        } catch (RuntimeException e) {
            inFlight.addFirst(record);
            stop(shard.state().notApplied(record.position, e));
            return;
        }
        checkpoints.applied(shard, touched);
        touched.forEach(memory::account);
        if (record.changes.get(0) instanceof SliceSplit) {
            counters.split(checkpoints.isRunning());
        }
        record.durable.run();
        touched.forEach(shard::splitIfDue);
    }

    /**
     * From here on what would be answered could be wrong: a durable record is not in the state. Nobody hears that anything
     * was done, and who waits is refused.
     */
    public void stop(PfsException cause) {
        stopped = Optional.of(cause);
        giveUpInFlight("the shards stopped: " + cause.getMessage(), cause);
    }

    private void trim() {
        Map<ShardId, Long> firstNeeded = new TreeMap<>();
        members.forEach((id, member) ->
                firstNeeded.put(id, Math.min(member.shard.state().firstNeededSequence(), space.firstNeeded(id))));
        try {
            journal.trim(firstNeeded);
            trimFailure = Optional.empty();
        } catch (PfsException e) {
            trimFailure = Optional.of(e);
        }
    }

    /** Why the journal keeps files that nobody needs, if it does. Nothing is lost by it but space. */
    public Optional<PfsException> trimFailure() {
        return trimFailure;
    }

    /**
     * Each shard goes on after its last kept record. In a mode that acknowledges before the force, what was lost may have
     * been applied: then only a new recovery knows what is true, and nothing is served any more.
     */
    private void failed(PfsException cause, Journal.Durable kept) {
        checkpoints.lost();
        if (kept.record() > lastDurable) {
            durable(kept);
        } else if (kept.record() < lastDurable) {
            stopped = Optional.of(cause);
        }
        members.values()
                .forEach(member -> member.appended = member.shard.state().applied());
        giveUpInFlight("the journal failed: " + cause.getMessage(), cause);
    }

    /** Whether it happened is not known here: until the journal takes records again, a restart may find it. */
    private void giveUpInFlight(String why, PfsException cause) {
        List<InFlight> lost = new ArrayList<>(inFlight);
        inFlight.clear();
        PfsException unknown = new PfsException(ErrorCode.UNKNOWN_OUTCOME, why, cause);
        lost.forEach(record -> record.failed.accept(unknown));
    }

    /**
     * Ends serving. What was appended is still written, but its outcome is told to nobody any more; who closes goes on
     * running the workers until {@link #isClosed}.
     */
    @Override
    public void close() {
        if (stopped.isEmpty()) {
            commit();
        }
        PfsException closed = new PfsException(ErrorCode.CLOSED, "they were closed");
        stopped = Optional.of(closed);
        giveUpInFlight("the shards were closed meanwhile", closed);
        uncommitted = false;
        closing = true;
        toFlush.clear();
        journal.close();
        closeIfIdle();
    }

    private void jobEnded() {
        space.collectObjectsIfDue();
        if (checkpointWanted && !isCheckpointing()) {
            checkpoint();
        }
        commit();
        closeIfIdle();
    }

    /** A job that is under way has its files to itself. */
    private void closeIfIdle() {
        if (closing && workers.isIdle()) {
            checkpoints.close();
            space.close();
        }
    }

    /** Whether closing has come to its end: until then the disks must stay open. */
    public boolean isClosed() {
        return closing && journal.isClosed() && workers.isIdle();
    }

    /** Ties the journal, which must exist first, to the group. */
    private static final class Listener implements Journal.Listener {
        private @Nullable ShardGroup group;

        private ShardGroup group() {
            return Check.present(group, "a journal speaks only after the group was opened");
        }

        @Override
        public void durable(Journal.Durable durable) {
            group().durable(durable);
            group().commit();
        }

        @Override
        public void failed(PfsException cause, Journal.Durable kept) {
            group().failed(cause, kept);
            group().commit();
        }
    }
}
