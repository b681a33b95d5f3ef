package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.Timers;
import io.pfs.server.access.Peers;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.LeadingRows;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The shards of one loop, with the journal and the metadata log that they share. Puts their changes into the journal and
 * hands each back to its shard once it is durable.
 */
public final class ShardGroup implements AutoCloseable {
    /** With so many, and shards for them, no server has a twentieth more of a table than the mean. */
    private static final int PLACES_PER_SERVER = 16;

    private final GroupContext context;
    private final GroupWorkers workers;
    private final Set<ShardId> served;
    private final SliceLoader loader;
    private final SliceMemory memory;
    /** Those that hold anything or were asked for anything; the others cost nothing. */
    private final TreeMap<ShardId, Shard> members = new TreeMap<>();

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

    private ShardGroup(
            GroupContext context,
            GroupWorkers workers,
            Set<ShardId> served,
            SliceMemory memory,
            GroupCounters counters,
            Recovery recovery,
            IndexFeed feed,
            Links links,
            LeaseTerms terms,
            Lost lost) {
        this.context = context;
        this.workers = workers;
        this.served = served;
        this.memory = memory;
        this.counters = counters;
        this.feed = feed;
        this.loader = recovery.loader();
        this.journal = recovery.journal();
        this.recovered = recovery.report();
        this.apart = recovery.apart();
        this.salvage = recovery.salvage();
        this.lost = lost;
        this.space = new CellSpace(
                context,
                new GroupHost(this, context.shards()),
                recovery,
                memory.cells(),
                terms.outliveServer(),
                links.timers().map(this::committing),
                counters::segmentAbandoned);
        this.turns =
                new CheckpointTurns(context, recovery, space, memory, counters, new GroupHost(this, context.shards()));
        this.collection =
                new SegmentCollection(space, () -> Recount.differences(shards(), space.counts(), context.pool()));
        this.reserve = new SpaceReserve(
                context.limits().spaceReservedBytes(),
                () -> Math.min(journal.usableBytes(), context.pool().usableBytes()),
                context.workers(),
                counters,
                turns::begin);
        this.memoryWaits = new MemoryWaits(
                memory,
                feed::hasRoom,
                context.clock(),
                links.timers().filter(Timers::ring).map(this::committing),
                counters,
                this::checkpointForMemory);
        this.records = new GroupRecords(
                new JournalQueue(journal, context.epoch()),
                links.timers().filter(Timers::ring).map(this::committing),
                context.faultPoints(),
                new GroupRecords.Means(turns, space, memory, memoryWaits, counters));
        this.leases = new Leases(
                terms,
                context.clock(),
                links.timers().map(this::committing),
                recovery.areLeasesBack(),
                journal::hasBegun,
                firstRecall(context));
        this.shared = new Shard.Shared(
                context,
                member -> new GroupOutbox(member, records, memoryWaits, context.faultPoints()),
                loader,
                space,
                committing(links.way()),
                links.timers().map(this::committing),
                this::isNear,
                fullSpread(),
                leases,
                feed,
                counters);
        recovery.states().forEach(this::add);
    }

    /** Whether a shard is one of these, and answers. */
    private boolean isNear(ShardId shard) {
        return served.contains(shard) && !apart.holds(shard);
    }

    /** Of this server and this life of it, so that a process may have several of them. */
    private static long firstRecall(GroupContext context) {
        long life = context.epoch().value() & 0xffff;
        return ((long) context.server().value() << 48) | (life << 32);
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

    private Shard add(ShardState state) {
        Shard shard = new Shard(state, shared);
        members.put(state.shard(), shard);
        return shard;
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
        GroupListener listener = new GroupListener();
        GroupWorkers workers =
                new GroupWorkers(given.workers(), () -> listener.group().jobEnded());
        GroupContext context = given.withWorkers(workers);
        Set<ShardId> served = new TreeSet<>(shards);
        GroupCounters counters = new GroupCounters();
        SliceMemory memory = new SliceMemory(context.sliceMemoryBytes(), context.limits(), context.clock(), counters);
        IndexFeed feed = new IndexFeed(context, counters, links.timers().filter(Timers::ring));
        Recovery recovery = Recovery.run(
                context,
                served,
                journals.open(listener),
                memory,
                feed,
                counters,
                lost,
                row -> Recount.isCountable(row, context.pool()));
        ShardGroup group =
                new ShardGroup(context, workers, served, memory, counters, recovery, feed, links, terms, lost);
        listener.tell(group);
        group.goOnWithoutWhatWasLost();
        group.space.forgetWhatWasGivenBack();
        group.shards().forEach(Shard::beginResuming);
        group.shards().forEach(Shard::resume);
        group.space.resume();
        feed.recovered(recovery.loader());
        if (terms.outliveServer()) { // who only looks at what is there lets it be
            group.space.collectWhatWasLeft();
        }
        return group;
    }

    private void goOnWithoutWhatWasLost() {
        if (!salvage.isNothing()) {
            recount();
            space.countsLackSome(); // what resumes may bring back more
            salvage.outcomes().forEach(lacking -> shard(lacking.shard()).passOverWhatWasLost(salvage.mostLost()));
            salvage.cameBack().forEach((id, rows) -> shard(id).sayAgain(rows));
            new GivenUpArrivals(this).end();
        }
    }

    private void recount() {
        if (apart.isNothing()) { // else there are rows that nobody can look at
            space.recount();
        }
    }

    /**
     * What resumed in shards that were given up has come to its end, and what that brought back is counted, too. What storage has of tables that did not
     * come back takes no space any more.
     */
    public void settleSalvage() {
        shards().forEach(shard -> shard.state().tables().forgetOwnerless());
        recount();
    }

    /** Opens the journal of a group. */
    @FunctionalInterface
    public interface JournalFactory {
        Journal open(Journal.Listener listener);
    }

    public Shard shard(ShardId id) {
        Shard known = members.get(id);
        if (known != null) {
            return known;
        }
        if (!served.contains(id)) {
            throw new PfsException(ErrorCode.NOT_OWNER, id + " is not served here");
        }
        apart.refusal(id).ifPresent(refusal -> {
            throw refusal;
        });
        return add(ShardState.empty(context, id, loader, memory));
    }

    /** Whether all shards of the file system are these. */
    boolean isAlone() {
        return served.size() == context.shards();
    }

    /**
     * How far a table is spread that goes over all servers: over so many shards that each server has about as much of it, and
     * no further, so that slices soon split where they are.
     */
    private int fullSpread() {
        if (isAlone()) {
            return 0;
        }
        int servers = (context.shards() + served.size() - 1) / served.size();
        int depth = Integer.SIZE - Integer.numberOfLeadingZeros(PLACES_PER_SERVER * servers - 1);
        return Math.min(depth, Integer.numberOfTrailingZeros(context.shards()));
    }

    /** Those that hold anything or were asked for anything, in their order. */
    public List<Shard> shards() {
        return List.copyOf(members.values());
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
            requireRoom();
            reserve.require(envelope.request());
            Shard shard = shard(envelope.shard());
            requestsOpen++;
            requests++;
            shard.submit(envelope, new OpenRequest(this, sink));
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
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

    /** The same without tidying up: these shards are to be opened elsewhere, which shall have little to read. */
    public void checkpointToClose() {
        catchUp();
        turns.begin();
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

    /** How many requests wait for their answers. */
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

    boolean isServing() {
        return records.stopped().isEmpty();
    }

    /** How many requests have come so far. */
    long requests() {
        return requests;
    }

    /** The shard, if it holds anything or was asked for anything. */
    Optional<Shard> member(ShardId id) {
        return Optional.ofNullable(members.get(id));
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

    /** The rows, wherever they are, that lead to tables of these shards. */
    public LeadingRows leadingRows() {
        return LeadingRows.to(members.values().stream().map(Shard::state).toList());
    }

    /**
     * Whether what nobody seems to need may go: not before it is known what everybody needs, nor while it is not for good what was given up. Who may give up
     * anything journals in memory first, and may leave it at that, even if he found nothing: the journal that stays needs what it names.
     */
    boolean mayForget() {
        return apart.isNothing() && !lost.isGivenUp() && space.unknown().isEmpty();
    }

    /** Lets the journal forget what no shard needs. */
    void trim() {
        Map<ShardId, Long> firstNeeded = new TreeMap<>();
        members.forEach((id, shard) ->
                firstNeeded.put(id, Math.min(shard.state().firstNeededSequence(), space.firstNeeded(id))));
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
            members.values().stream()
                    .findFirst()
                    .ifPresent(any -> records.append(
                            any, List.of(new LeasesReturned(context.owner())), Optional.empty(), () -> {}, e -> {}));
        } catch (PfsException e) {
            // said by nobody
        }
    }

    void jobEnded() {
        space.collectGarbageIfDue();
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
