package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.access.Arrivals;
import io.pfs.server.access.ClientWindows;
import io.pfs.server.access.Committer;
import io.pfs.server.access.FileIds;
import io.pfs.server.access.FinishedParts;
import io.pfs.server.access.Guard;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.MovedFiles;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.Outbox;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.Peers;
import io.pfs.server.access.Records;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellStage;
import io.pfs.server.cell.RowCarrier;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.checkpoint.CheckpointSource;
import io.pfs.server.collect.CellFlush;
import io.pfs.server.collect.CellSpace;
import io.pfs.server.collect.CollectedShard;
import io.pfs.server.indexing.IndexFeed;
import io.pfs.server.indexing.ShardFeed;
import io.pfs.server.lease.Leases;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.names.AttributeCopies;
import io.pfs.server.names.Birthplace;
import io.pfs.server.names.NameMeans;
import io.pfs.server.names.NameService;
import io.pfs.server.names.NameSteps;
import io.pfs.server.names.NamesLock;
import io.pfs.server.names.PartTimes;
import io.pfs.server.names.Procedures;
import io.pfs.server.names.Reaper;
import io.pfs.server.names.RightsSteps;
import io.pfs.server.names.Seals;
import io.pfs.server.names.SliceAdopting;
import io.pfs.server.names.SliceGiving;
import io.pfs.server.names.SliceParts;
import io.pfs.server.names.SliceRest;
import io.pfs.server.names.SpreadWatch;
import io.pfs.server.names.TableBirth;
import io.pfs.server.names.TableSpreads;
import io.pfs.server.names.TableTimes;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One unit of ownership: decides what requests change, has it journaled, applies it once it is durable, then answers.
 * Its state is always that of the durable part of the journal, so nothing has to be undone when a force fails.
 */
public final class Shard implements CheckpointSource, CollectedShard {
    /** Rows of one record, however large they are. */
    private static final int CHANGES_AGAIN = 32;

    private final ShardId id;
    private final Clock clock;
    private final ShardState state;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final long openedNs;
    private final ClientWindows windows = new ClientWindows();
    private final OpenReplies openReplies;
    private final Guard guard;
    private final ShardServices services;
    private final FileIds fileIds;
    private final ShardFeed indexes;
    private final CellFlush.Means moving;
    private final CellFlush flush;
    private final PeerCalls calls;
    private final MovedFiles movedFiles;
    private final TableTimes times;
    private final NameMeans means;
    private final NameService names;
    private final NameSteps steps;
    private final SliceAdopting adopting;
    private final SliceGiving giving;
    private final SliceSplits splits;
    private final TableSpreads spreads;
    private final SpreadWatch spreadWatch;
    private final PartTimes partTimes;
    private final Whereto whereto;

    /**
     * What the shards of a loop share.
     *
     * @param outboxOf where a shard puts what it wants journaled
     * @param peers the way to other shards
     * @param near tells whether a shard is one of this group, and is served
     * @param fullSpread of a table that goes over all servers; 0 if all shards are of this group
     * @param leases that clients have on rows of these shards
     * @param feed of the index of these shards
     */
    record Shared(
            GroupContext context,
            Function<Shard, Outbox> outboxOf,
            SliceLoader loader,
            CellSpace space,
            Peers peers,
            Optional<Timers> timers,
            Predicate<ShardId> near,
            int fullSpread,
            Leases leases,
            IndexFeed feed,
            GroupCounters counters) {
        boolean isAlone() {
            return fullSpread == 0;
        }
    }

    Shard(ShardState state, Shared shared) {
        this.id = state.shard();
        this.state = state;
        this.clock = shared.context().clock();
        this.outbox = shared.outboxOf().apply(this);
        this.loader = shared.loader();
        this.counters = shared.counters();
        this.openedNs = clock.monotonicNs();
        this.openReplies = new OpenReplies(state, windows, counters);
        NameHolds holds = new NameHolds();
        CellSpace space = shared.space();
        Records records = new Records(outbox, holds);
        CellGather gather = new CellGather(state.window(), space.store());
        HoldingsReader holdings = new HoldingsReader(gather);
        calls = new PeerCalls(shared.peers(), shared.timers());
        FinishedParts finished = new FinishedParts(clock);
        Arrivals.Afar afar = new Arrivals.Afar(shared.near(), holdings, space.loans(), counters);
        Arrivals arrivals = new Arrivals(state, loader, clock, this::movedFiles, afar);
        KeptNames kept = new KeptNames(state, records, holds, calls, clock, finished, arrivals);
        SliceMoves moves = new SliceMoves(state.tables().intents(), slice -> maySplitAgain(slice.table()));
        NameAccess access = new NameAccess(state, outbox, holds, loader, counters, kept, Optional.of(moves));
        NameAccess everywhere = new NameAccess(state, outbox, holds, loader, counters, kept, Optional.empty());
        movedFiles = new MovedFiles(state, access);
        SliceRest rest = new SliceRest(state, moves, this::maySplitAgain);
        partTimes = new PartTimes(this::means);
        Seals seals = new Seals(state, holds, kept, loader, calls, rest, moves, this::decided);
        GroupContext context = shared.context();
        guard = new Guard(state.tables(), context.self());
        Committer committer = new Committer(outbox, access, holds, windows, clock, counters, seals, guard);
        fileIds = new FileIds(id, state.tables());
        RowService rows = new RowService(committer, state, clock);
        CellStage stage = new CellStage(
                space.streams().ingest(), space.objects(), space.streams().writes(), counters);
        RowEdits edits = new RowEdits(
                committer,
                access,
                gather,
                stage,
                fileIds,
                clock,
                space.streams().embedding(),
                counters,
                guard);
        TableBirth birth = new TableBirth(state, fileIds, context.entropy(), shared.fullSpread());
        times = new TableTimes(state, records, holds);
        AttributeCopies attributes = new AttributeCopies(this::means);
        ReadService reads = new ReadService(access, gather, shared.leases(), guard);
        ObjectService objects = new ObjectService(state, space.objects(), access, guard);
        RowReads rowReads = new RowReads(state, outbox, access, gather, guard);
        WalkMeans walking = new WalkMeans(state, outbox, loader, kept, moves, counters, guard);
        TableWalk walk = new TableWalk(walking);
        PositionWalk positions = new PositionWalk(walking);
        ListService lists = new ListService(walk, gather, counters, guard);
        indexes = shared.feed().follow(state);
        SearchService searches = new SearchService(walking, walk, positions, indexes);
        moving = new CellFlush.Means(
                state,
                outbox,
                access,
                holds,
                gather,
                space.streams().copies(),
                space.streams().writes(),
                counters);
        flush = new CellFlush(moving.reaching(everywhere));
        NameMeans means = new NameMeans(
                state,
                access,
                holds,
                committer,
                records,
                calls,
                new NamesLock(state, records, calls, clock),
                seals,
                rest,
                partTimes,
                kept,
                loader,
                new RowCarrier(
                        state.window(),
                        gather,
                        space.streams().copies(),
                        space.streams().writes()),
                holdings,
                space.loans(),
                shared.leases(),
                shared.near(),
                birth,
                new Procedures(state, records, calls, holdings, shared.near(), clock),
                finished,
                new Reaper(this::means),
                guard,
                counters,
                clock,
                context.entropy());
        this.means = means;
        giving = new SliceGiving(means, moving.reaching(everywhere), moves, space.objects());
        int partBytes =
                Math.min(Limits.JOURNAL_RECORD_BYTES_MAX, context.limits().journalBatchBytesMax()) / 4;
        names = new NameService(means);
        Birthplace birthplace = new Birthplace(state, context.entropy(), context.shards(), shared.isAlone());
        spreads = new TableSpreads(means, giving, rest, moves);
        int rowsPerSlice = context.limits().sliceRowsMax();
        spreadWatch = new SpreadWatch(state, context.spreadRule(), rowsPerSlice, shared.fullSpread(), spreads, clock);
        SpreadChange spreadChange =
                new SpreadChange(state, committer, spreads, shared.fullSpread(), context.shards(), clock);
        TableService tables = new TableService(
                state, access, committer, gather, birth, attributes, times, spreadChange, clock, guard);
        services = new ShardServices(
                id,
                guard,
                edits,
                rows,
                rowReads,
                reads,
                lists,
                searches,
                objects,
                tables,
                new SpaceService(context),
                names,
                birthplace);
        SliceParts parts = new SliceParts(means, giving, partBytes);
        adopting = new SliceAdopting(means, moves);
        steps = new NameSteps(means, rest, adopting, parts, new RightsSteps(means, moves), spreads);
        splits = new SliceSplits(state.tables(), outbox, loader, giving, rest);
        whereto = new Whereto(state, counters);
    }

    NameMeans means() {
        return means;
    }

    private void decided(Sealed seal, boolean committed) {
        steps.ofTables().decided(seal, committed);
    }

    /** What may be in another server by now is closed, before anything else begins. */
    void beginResuming() {
        giving.closeWhatMayBeGone();
    }

    /** Goes on with the procedures that were under way when this shard was last open. */
    void resume() {
        names.resume();
        steps.ofBirths().resume();
        adopting.resume();
        giving.resume();
        spreads.resume();
        state.tables().opened().forEach(table -> partTimes.touched(table.facts().id()));
    }

    /** Records of this shard were lost and given up: none of what they may have given out is given again. */
    void passOverWhatWasLost(long most) {
        outbox.journal(List.of(fileIds.passOver(most, clock.wallMillis())), () -> {}, e -> {});
    }

    /** What these changes say is so already: who follows the journal is told. */
    void sayAgain(List<Change> changes) {
        for (int from = 0; from < changes.size(); from += CHANGES_AGAIN) {
            List<Change> some = changes.subList(from, Math.min(changes.size(), from + CHANGES_AGAIN));
            outbox.journal(List.copyOf(some), () -> {}, e -> {});
        }
    }

    @Override
    public void checkpointBegins() {
        times.writeDown();
        indexes.checkpointBegins();
    }

    @Override
    public PeerCalls calls() {
        return calls;
    }

    @Override
    public MovedFiles movedFiles() {
        return movedFiles;
    }

    @Override
    public ShardId id() {
        return id;
    }

    @Override
    public ShardState state() {
        return state;
    }

    @Override
    public CellFlush.Means moving() {
        return moving;
    }

    /** Copies the cells that so far stand in the journal alone to segments. */
    CellFlush flush() {
        return flush;
    }

    /** Serves one request; the answer comes at once, or when what it waits for has happened. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        if (envelope.request() instanceof TakeStep step) {
            take(step, sink);
            return;
        }
        if (windows.isStale(envelope.id(), envelope.lowestOpen(), clock.monotonicNs())) {
            counters.stale();
            sink.answer(ClientWindows.stale(envelope.id()));
            return;
        }
        Optional<Refused> before = windows.refusedBefore(envelope.id());
        if (before.isPresent()) {
            sink.answer(before.get());
            return;
        }
        try {
            outbox.requireServing();
            requireAllowed(envelope.request());
            if (takesMemory(envelope.request()) && !outbox.hasMemory()) {
                outbox.awaitMemory(() -> submitAgain(envelope, sink), sink);
                return;
            }
            spreadWatch.asked(envelope.request().table(), envelope.id());
            if (envelope.request() instanceof LookUp look) {
                services.reads().lookUp(guard.asker(envelope), look, sink.holder(), whereto.placing(look, sink));
            } else {
                services.serve(envelope, whereto.placing(envelope.request(), sink));
            }
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /** What came meanwhile may be durable and not applied. */
    private void submitAgain(Envelope envelope, Reply.Sink sink) {
        if (!ApplyQueue.mayPrecede(envelope.request())) {
            outbox.catchUp();
        }
        submit(envelope, sink);
    }

    private void take(TakeStep step, Reply.Sink sink) {
        try {
            outbox.requireServing();
            steps.take(step, whereto.placing(step, sink));
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /** Rows can be removed even if there is no memory: space has to come back somehow. */
    private static boolean takesMemory(Request request) {
        return request instanceof EditRow
                || request instanceof EditRows
                || request instanceof MakeTable
                || request instanceof AlterTable;
    }

    /** Looks after the replies that a record brought. */
    void applied(List<Change> changes, Consumer<HeldSlice> changed) {
        openReplies.applied(changes, changed);
    }

    /** Looks after a slice that was changed. */
    void touched(HeldSlice slice) {
        partTimes.touched(slice.key().table());
        splits.splitIfDue(slice);
    }

    private void maySplitAgain(TableId table) {
        splits.ofTable(table);
    }

    @Override
    public void requireServing() {
        outbox.requireServing();
    }

    @Override
    public void journal(CheckpointDone done, Runnable durable, Consumer<PfsException> failed) {
        outbox.journal(state.withCellsWaiting(done), durable, failed);
    }

    /** Those that their clients have, and of clients that have long been silent, by the clock and by what was heard of them. */
    @Override
    public void expireReplies(Slice slice) {
        boolean isMoving = state.tables().intents().isMoving(slice.key()); // it is counted through, part by part
        if (isMoving || slice.replyCount() == 0) {
            return;
        }
        slice.replies().dropAll(windows::isPast);
        if (clock.monotonicNs() - openedNs > ClientWindows.KEPT_NS) {
            slice.replies().expire(clock.wallMillis(), windows::isKnown);
        }
    }

    /** Everything in it, for checks and for people. */
    public void visit(ShardState.RowVisitor visitor) {
        state.visit(visitor);
    }

    /** The engine's own tables are asked about only by requests that are made for that. */
    private static void requireAllowed(Request request) {
        boolean isSystem = TableFacts.isSystem(request.table())
                || (request instanceof RenameRow rename && TableFacts.isSystem(rename.toTable()));
        if (isSystem) {
            throw new PfsException(ErrorCode.NOT_SUPPORTED, request.table() + " is the engine's own");
        }
    }
}
