package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.Timers;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.checkpoint.Recovery;
import io.pfs.server.checkpoint.RecoveryReport;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.collect.CellSpace;
import io.pfs.server.collect.Recount;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.indexing.IndexFeed;
import io.pfs.server.journal.Journal;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.lease.Leases;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceMemory;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The shards of one loop, with the journal and the metadata log that they share. Puts their changes into the journal and
 * hands each back to its shard once it is durable.
 */
public final class ShardGroup implements AutoCloseable {
    private final GroupContext context;
    private final GroupWorkers workers;
    private final SliceLoader loader;
    private final SliceMemory memory;
    private final GroupMembers members;
    private final RecoveryReport recovered;
    private final Apart apart;
    private final Salvage salvage;
    private final Lost lost;
    private final GroupCounters counters;
    private final IndexFeed feed;
    private final CheckpointTurns turns;
    private final CellSpace space;
    private final SegmentCollection collection;
    private final SpaceReserve reserve;
    private final MemoryWaits memoryWaits;
    private final Shard.Shared shared;
    private final Leases leases;
    private final Journal journal;
    private final GroupRecords records;
    private Optional<PfsException> trimFailure = Optional.empty();
    private boolean closing;
    private int requestsOpen;
    private long requests;

    ShardGroup(GroupOpening opening) {
        Recovery recovery = opening.recovery();
        Links links = opening.links();
        Committing committing = new Committing(this);
        this.context = opening.context();
        this.workers = opening.workers();
        this.memory = opening.memory();
        this.counters = opening.counters();
        this.feed = opening.feed();
        this.lost = opening.lost();
        this.loader = recovery.loader();
        this.journal = recovery.journal();
        this.recovered = recovery.report();
        this.apart = recovery.apart();
        this.salvage = recovery.salvage();
        this.members = new GroupMembers(
                opening.served(),
                apart,
                context.shards(),
                id -> ShardState.empty(context, id, loader, memory),
                this::newShard);
        this.space = new CellSpace(
                context,
                new GroupHost(this, context.shards()),
                recovery,
                memory.cells(),
                opening.terms().outliveServer(),
                links.timers().map(committing::timers),
                counters::segmentAbandoned);
        this.turns =
                new CheckpointTurns(context, recovery, space, memory, counters, new GroupHost(this, context.shards()));
        this.collection =
                new SegmentCollection(space, () -> Recount.differences(shards(), space.counts(), context.pool()));
        this.reserve = new SpaceReserve(
                SpaceReserve.Kept.of(context.limits(), context.pool()::totalBytes, memory.cells()::bytes),
                () -> Math.min(journal.usableBytes(), context.pool().usableBytes()),
                context.workers(),
                counters,
                new SpaceMaker(turns, space.start()));
        this.memoryWaits = new MemoryWaits(
                memory,
                feed::hasRoom,
                context.clock(),
                links.timers().filter(Timers::ring).map(committing::timers),
                counters,
                this::checkpointForMemory);
        this.records = new GroupRecords(
                new JournalQueue(journal, context.epoch()),
                links.timers().filter(Timers::ring).map(committing::timers),
                context.faultPoints(),
                new GroupRecords.Means(turns, space, memory, memoryWaits, counters));
        this.leases = new Leases(
                opening.terms(),
                context.clock(),
                links.timers().map(committing::timers),
                links.leasesBeside(),
                recovery.areLeasesBack(),
                journal::hasBegun,
                firstRecall(context));
        this.shared = new Shard.Shared(
                context,
                member -> new GroupOutbox(member, records, memoryWaits, context.faultPoints()),
                loader,
                space,
                committing.peers(links.way()),
                links.timers().map(committing::timers),
                members::isNear,
                members.fullSpread(),
                leases,
                feed,
                counters);
        recovery.states().forEach(members::add);
    }

    /** Of this server and this life of it, so that a process may have several of them. */
    private static long firstRecall(GroupContext context) {
        long life = context.epoch().value() & 0xffff;
        return ((long) context.server().value() << 48) | (life << 32);
    }

    private Shard newShard(ShardState state) {
        return new Shard(state, shared);
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
        return open(given, shards, journals, links, LeaseTerms.IN_PROCESS);
    }

    /** The same, for clients who may outlive it. */
    public static ShardGroup open(
            GroupContext given, List<ShardId> shards, JournalFactory journals, Links links, LeaseTerms terms) {
        return open(given, shards, journals, links, terms, Lost.SET_APART);
    }

    /** The same, for who has decided what becomes of shards whose records the journal has lost. */
    public static ShardGroup open(
            GroupContext given,
            List<ShardId> shards,
            JournalFactory journals,
            Links links,
            LeaseTerms terms,
            Lost lost) {
        return GroupOpening.run(given, new TreeSet<>(shards), journals, links, terms, lost);
    }

    /**
     * What resumed in shards that were given up has come to its end, and what that brought back is counted, too. What storage has of tables that did not
     * come back takes no space any more.
     */
    public void settleSalvage() {
        new GroupSalvage(this).settle();
    }

    /** Opens the journal of a group. */
    @FunctionalInterface
    public interface JournalFactory {
        Journal open(Journal.Listener listener);
    }

    public Shard shard(ShardId id) {
        return members.find(id);
    }

    /** Whether all shards of the file system are these. */
    boolean isAlone() {
        return members.areAll();
    }

    /** Those that hold anything or were asked for anything, in their order. */
    public List<Shard> shards() {
        return members.all();
    }

    /**
     * Serves a request in the shard of its table. What it changes is on its way to the disk after the next {@link
     * #commit}: many requests can go together.
     */
    public void submit(Envelope envelope, Reply.Sink sink) {
        if (envelope.request() instanceof ReadMany many) {
            ManyReads.serve(envelope, many, sink, this::submitOne);
        } else {
            submitOne(envelope, sink);
        }
    }

    private void submitOne(Envelope envelope, Reply.Sink sink) {
        if (!ApplyQueue.mayPrecede(envelope.request())) {
            catchUp();
        }
        try {
            records.requireServing();
            boolean isStep = envelope.request() instanceof TakeStep;
            if (!isStep) {
                requireRoom();
            }
            reserve.require(envelope.request());
            Shard shard = shard(envelope.shard());
            requests++;
            shard.submit(envelope, isStep ? sink : open(sink));
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /** Steps are not counted: requests that take all the room may wait for them. */
    private OpenRequest open(Reply.Sink sink) {
        requestsOpen++;
        return new OpenRequest(this, sink);
    }

    void requestEnded() {
        requestsOpen--;
    }

    /** The leases that clients have on rows of these shards. */
    public Leases leases() {
        return leases;
    }

    /** These come one after the other: memory can bring what they need together. */
    public void expect(List<Call> calls) {
        if (calls.size() > 1) {
            Prefetch.of(calls, this);
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
        return records.stopped();
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

    /** Others take more or less of the memory of this process now. */
    public void resizeMemory(long sliceMemoryBytes) {
        memory.resize(sliceMemoryBytes);
    }

    /** Ends a turn of the loop: lets the journal write what was appended in it, after who waited for what happened in it. */
    public void commit() {
        memoryWaits.goOn();
        records.commit();
    }

    /** Between two requests of a turn: has those before written if that pays. */
    public void commitEarly() {
        records.commitEarly();
    }

    /**
     * Starts a checkpoint of all shards, unless one is under way or there is nothing new, and goes on with further ones that
     * tidy up, while nothing else happens.
     */
    public void checkpoint() {
        catchUp();
        turns.beginTidying();
    }

    /**
     * The same without tidying up: these shards are to be opened elsewhere, which shall have little to read.
     *
     * @return how many checkpoints will have ended when this one has: one that runs already may lack what was just written
     */
    public long checkpointToClose() {
        catchUp();
        long last = turns.ended() + (turns.isRunning() ? 2 : 1);
        turns.begin();
        return last;
    }

    /** The same once nothing is served any more, if it is more than a little that came since: who waits for these shards waits for this. */
    public void checkpointRest() {
        catchUp();
        turns.beginUnlessLittle();
    }

    /** The same if many lives before this one were too short for any; says whether it began. */
    public boolean checkpointIfManyLives() {
        catchUp();
        return turns.beginIfManyLives();
    }

    /**
     * Writes what the index knows to the pool, while these shards are served: they are to be opened elsewhere.
     *
     * @param withinNs nobody waits longer: nothing is written if that is known to be too short
     */
    public void exportIndex(long withinNs) {
        feed.runs().write(withinNs);
    }

    public boolean isExportingIndex() {
        return feed.runs().isRunning();
    }

    void checkpointed(long journaledBytes) {
        feed.runs().checkpointed(journaledBytes);
    }

    /** How many requests of clients wait for their answers. */
    public int requestsOpen() {
        return requestsOpen;
    }

    /** Starts a round that makes room in memory: it writes what holds most. */
    void checkpointForMemory() {
        turns.beginForMemory();
    }

    /** Collection of segments: how it goes, and who wants to start or stop it. */
    public SegmentCollection collection() {
        return collection;
    }

    CellSpace space() {
        return space;
    }

    /** Why the last checkpoint that ended does not count, if so. */
    public Optional<PfsException> checkpointFailure() {
        return turns.failure();
    }

    public boolean isCheckpointing() {
        return turns.isRunning();
    }

    /** How many checkpoints have ended so far. */
    public long checkpointsEnded() {
        return turns.ended();
    }

    boolean isServing() {
        return records.stopped().isEmpty();
    }

    /** How many requests have come so far. */
    long requests() {
        return requests;
    }

    /** The shard, if it holds anything or was asked for anything. */
    Optional<Shard> member(ShardId id) {
        return members.known(id);
    }

    GroupRecords records() {
        return records;
    }

    /** As the journal's. */
    public void afterForce(Runnable then) {
        journal.afterForce(then);
    }

    /** Applies what is durable, so that the state is what everybody was told. */
    public void catchUp() {
        records.catchUp();
    }

    /**
     * From here on what would be answered could be wrong: a durable record is not in the state. Nobody who has not heard yet hears
     * that anything was done, and who waits is refused.
     */
    public void stop(PfsException cause) {
        records.stop(cause);
    }

    /** Those of these shards that are not served, since the journal has lost what was theirs. */
    public Apart apart() {
        return apart;
    }

    /** What was given up when they were opened, if that was allowed, and what is left. It is so for good after the next checkpoint. */
    public Salvage salvage() {
        return salvage;
    }

    /**
     * Whether what nobody seems to need may go: not before it is known what everybody needs, nor while it is not for good what was given up. Who may give up
     * anything journals in memory first, and may leave it at that, even if he found nothing: the journal that stays needs what it names.
     */
    boolean mayForget() {
        return apart.isNothing()
                && !lost.isGivenUp()
                && space.counting().unknown().isEmpty();
    }

    /** Lets the journal forget what no shard needs. */
    void trim() {
        Map<ShardId, Long> firstNeeded = new TreeMap<>();
        members.byId()
                .forEach((id, shard) -> firstNeeded.put(
                        id,
                        Math.min(
                                shard.state().firstNeededSequence(),
                                space.counting().firstNeeded(id))));
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
     * Ends serving. What was appended is still written, but its outcome is told to nobody any more; who closes goes on
     * running the workers until {@link #isClosed}.
     */
    @Override
    public void close() {
        if (leases.areAllBack() && isServing()) {
            noteLeasesReturned();
        }
        records.end();
        feed.close();
        closing = true;
        space.objects().end();
        turns.end();
        records.closeJournal();
        closeIfIdle();
    }

    /** The last that is journaled in this life. A journal that does not take it has whoever comes next wait for leases. */
    private void noteLeasesReturned() {
        try {
            members.all().stream()
                    .findFirst()
                    .ifPresent(any -> records.append(
                            any, List.of(new LeasesReturned(context.owner())), Optional.empty(), () -> {}, e -> {}));
        } catch (PfsException e) {
            // said by nobody
        }
    }

    void jobEnded() {
        space.start().collectGarbageIfDue();
        turns.beginIfWanted();
        commit();
        closeIfIdle();
    }

    /** What went wrong when its journal was closed, if anything did. */
    public Optional<PfsException> endFailure() {
        return journal.endFailure();
    }

    /** A job that is under way has its files to itself. */
    private void closeIfIdle() {
        if (closing && workers.isIdle()) {
            turns.checkpoints().close();
            space.close();
        }
    }

    /** Whether closing has come to its end: until then the disks must stay open. */
    public boolean isClosed() {
        return closing && journal.isClosed() && workers.isIdle();
    }
}
