package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.system.LoopThread;
import io.pfs.env.system.PoolWorkers;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.identity.ProcessUser;
import io.pfs.server.journal.Losses;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.lease.LeasesBeside;
import io.pfs.server.remote.Tenure;
import io.pfs.server.shard.ShardGroup;
import io.pfs.wire.Call;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The engine on a folder of this machine, for all threads of this process: a loop of its own serves the shards, and some
 * workers read, write and force.
 */
public final class EmbeddedServer implements Engine {
    /** Nobody waits longer for the checkpoint that ends many short lives. */
    private static final long LAST_CHECKPOINT_NS = 10_000_000_000L;

    private static final int WORKERS = 4;

    private static final long LOOK_NS = 1_000_000;
    private static final long SILENCE_LOOK_NS = 1_000_000_000;

    /** Nothing was done: whether this server may still answer shows within seconds. */
    private static final Refused AWAY = new Refused(
            ErrorCode.BUSY, "this server can't show the pool that it is alive, so another one may serve what it has");

    private final Clock clock = new SystemClock();
    private final LoopThread loop;
    private final PoolWorkers workers;
    private final OpenFolder open;
    private final FileSystemFacts facts;
    private final CompletableFuture<Optional<Throwable>> ended = new CompletableFuture<>();
    private final CompletableFuture<PfsException> failed = new CompletableFuture<>();
    private final ServeByGroup byGroup = new ServeByGroup();
    private final IncomingCalls incoming;
    private final List<Runnable> afterTurn = new ArrayList<>();
    private final UnansweredCalls unanswered;
    private volatile boolean closed;
    private volatile Tenure.Listening listening = () -> {};

    private EmbeddedServer(
            Path path, Durability durability, OptionalLong sliceMemoryBytes, Optional<Seat> seat, LeaseTerms leases) {
        loop = new LoopThread("pfs-loop", clock, this::turnEnds, this::died);
        workers = new PoolWorkers("pfs-worker", WORKERS, loop);
        OpenFolder.Drive drive = new OpenFolder.Drive(
                workers,
                loop,
                clock,
                new SystemEntropy(),
                durability,
                ProcessUser.asker(),
                sliceMemoryBytes,
                leases,
                Lost.SET_APART);
        open = orEnd(
                workers,
                () -> seat.isEmpty()
                        ? OpenFolder.open(path, drive)
                        : OpenFolder.open(path, drive, seat.get(), this::post));
        unanswered = new UnansweredCalls(open.tenure());
        facts = open.folder().facts();
        incoming = new IncomingCalls(loop, byGroup);
    }

    /** What can't be opened is perhaps tried again, and leaves no threads behind. */
    private static OpenFolder orEnd(PoolWorkers workers, Supplier<OpenFolder> opening) {
        try {
            return opening.get();
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    /** Opens the folder, formatting it if it is new, and recovers what is in it. */
    public static EmbeddedServer open(Path path, Durability durability) {
        return open(path, durability, OptionalLong.empty());
    }

    /** The same with a budget for the slices that are kept in memory. */
    public static EmbeddedServer open(Path path, Durability durability, OptionalLong sliceMemoryBytes) {
        return open(path, durability, sliceMemoryBytes, LeaseTerms.IN_PROCESS);
    }

    /** The same, granting leases on these terms: there are others for clients of other processes. */
    public static EmbeddedServer open(
            Path path, Durability durability, OptionalLong sliceMemoryBytes, LeaseTerms leases) {
        return start(new EmbeddedServer(path, durability, sliceMemoryBytes, Optional.empty(), leases));
    }

    /**
     * The same with the data of one of several servers that share a pool, or of the one of a pool elsewhere, and for clients of
     * other processes.
     */
    public static EmbeddedServer open(Path path, Durability durability, OptionalLong sliceMemoryBytes, Seat seat) {
        return open(path, durability, sliceMemoryBytes, seat, LeaseTerms.SERVED);
    }

    /** The same, granting leases on these terms. */
    static EmbeddedServer open(
            Path path, Durability durability, OptionalLong sliceMemoryBytes, Seat seat, LeaseTerms leases) {
        return start(new EmbeddedServer(path, durability, sliceMemoryBytes, Optional.of(seat), leases));
    }

    private static EmbeddedServer start(EmbeddedServer server) {
        server.loop.start();
        try {
            server.listening = server.open.tenure().whenLost(cause -> server.post(() -> server.lost(cause)));
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
        server.loop.post(() -> {}); // the turn that ends then writes what was journaled by opening
        return server;
    }

    /** What comes for a loop that has ended is for nobody. */
    void post(Runnable task) {
        loop.post(task);
    }

    @Override
    public FileSystemFacts facts() {
        return facts;
    }

    @Override
    public List<EmbeddedServer> loops() {
        return List.of(this);
    }

    @Override
    public Optional<PoolPlace> tellPool() {
        return open.tellPool();
    }

    @Override
    public Optional<String> lacking() {
        Apart apart = open.group().apart();
        Losses losses = apart.losses();
        if (!apart.isNothing()) {
            return apart.refusal().map(PfsException::getMessage);
        } else if (!losses.isNothing()) {
            return Optional.of(losses.told() + ", which nobody seems to need");
        }
        return losses.mended().stream().findFirst().map(place -> place + " is damaged, and was read all the same");
    }

    /** The folder that it serves. */
    public DataFolder folder() {
        return open.folder();
    }

    @Override
    public boolean readsMany(ShardId shard) {
        return true;
    }

    @Override
    public void send(List<Call> calls) {
        if (closed) {
            calls.forEach(byGroup::refuse);
        } else if (open.tenure().holds()) {
            // looked at again when the answer leaves (UnansweredCalls); what is written is refused by the storage
            // itself
            incoming.add(calls);
        } else {
            calls.forEach(call -> call.sink().answer(AWAY));
        }
    }

    @Override
    public void hears(LeaseHolder listener) {
        loop.post(() -> open.group().leases().hears(listener));
    }

    @Override
    public void returned(long recallNumber) {
        loop.post(() -> open.group().leases().returned(recallNumber));
    }

    @Override
    public void returnedAll(LeaseHolder holder) {
        loop.post(() -> open.group().leases().returnedAll(holder));
    }

    /** Rows that went to another loop of this process are wanted there: see {@link LeasesBeside}. */
    void recallGone(TableId table, RowName name, Runnable back) {
        loop.post(() -> open.group().leases().recallGone(table, name, back));
    }

    /** Serves nothing any more, as another one that it depends on does not. */
    void stop(PfsException cause) {
        loop.post(() -> open.group().stop(cause));
    }

    private final class ServeByGroup implements IncomingCalls.Server {
        @Override
        public void expect(List<Call> calls) {
            open.group().expect(calls);
        }

        @Override
        public void serve(Call call) {
            open.group().submit(call.envelope(), unanswered.add(call));
            open.group().commitEarly();
        }

        @Override
        public void served() {
            letAnswersGo();
        }

        @Override
        public void refuse(Call call) {
            call.sink().answer(new Refused(ErrorCode.CLOSED, "this file system was closed"));
        }
    }

    /** What a turn of the loop answers can leave together, and so can what some calls that came together are answered. */
    @Override
    public void afterAnswers(Runnable task) {
        if (loop.isHere() && !closed) { // else there may be no end of a turn any more
            afterTurn.add(task);
        } else {
            task.run();
        }
    }

    private void letAnswersGo() {
        afterTurn.forEach(Runnable::run);
        afterTurn.clear();
    }

    /** Does something with the shards, on their loop, and waits for it. */
    public void onLoop(Consumer<ShardGroup> task) {
        Check.that(!loop.isHere(), "the loop does not wait for itself");
        CompletableFuture<Optional<RuntimeException>> done = new CompletableFuture<>();
        loop.post(() -> {
            open.group().catchUp();
            try {
                task.accept(open.group());
                done.complete(Optional.empty());
            } catch (RuntimeException e) {
                done.complete(Optional.of(e));
            }
        });
        CompletableFuture.anyOf(done, ended).join();
        done.getNow(Optional.of(new PfsException(ErrorCode.CLOSED, "this file system was closed")))
                .ifPresent(e -> {
                    throw e;
                });
    }

    @Override
    public void checkpoint() {
        await(ShardGroup::checkpoint, group -> !group.isCheckpointing());
    }

    /** The same without tidying up, for who opens these shards next; not with those that follow at once, as others go on writing. */
    void checkpointToClose() {
        AtomicLong last = new AtomicLong();
        await(
                group -> last.set(group.checkpointToClose()),
                group -> !group.isCheckpointing() || group.checkpointsEnded() >= last.get());
    }

    /** The same once nothing more may be asked, if it is more than a little that came since. */
    void checkpointRest() {
        await(ShardGroup::checkpointRest, group -> !group.isCheckpointing());
    }

    /** Has the journal not grow by a file a life, if each is as short as a command. What is a mistake of ours is returned: closing goes on. */
    private Optional<RuntimeException> checkpointIfManyLives() {
        long endNs = clock.monotonicNs() + LAST_CHECKPOINT_NS;
        AtomicBoolean isBegun = new AtomicBoolean();
        AtomicBoolean isForced = new AtomicBoolean();
        Predicate<ShardGroup> isInVain =
                group -> group.stopped().isPresent() || !mayAnswer() || clock.monotonicNs() - endNs > 0;
        try {
            onLoop(group -> isBegun.set(group.checkpointIfManyLives()));
            if (isBegun.get()) {
                await(group -> {}, group -> !group.isCheckpointing() || isInVain.test(group));
                // only then does the journal let go of files, in every mode
                await(
                        group -> group.afterForce(() -> isForced.set(true)),
                        group -> isForced.get() || isInVain.test(group));
            }
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.empty(); // the next life has more to read
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    /** Writes what the index knows to the pool, for who opens these shards next; waits for it, but not longer than so, and not while another may have them. */
    void exportIndex(long withinNs) {
        long endNs = clock.monotonicNs() + withinNs;
        await(
                group -> group.exportIndex(withinNs),
                group -> !group.isExportingIndex() || !mayAnswer() || clock.monotonicNs() - endNs > 0);
    }

    @Override
    public void takeLeasesBack(long withinNs) {
        long endNs = clock.monotonicNs() + withinNs;
        await(
                group -> group.leases().handOver(),
                group -> group.leases().areAllBack() || clock.monotonicNs() - endNs > 0);
    }

    /** Waits until all that was asked is answered, but not longer than so; nothing more may be asked. */
    void drain(long withinNs) {
        long endNs = clock.monotonicNs() + withinNs;
        await(group -> {}, group -> unanswered.isEmpty() || clock.monotonicNs() - endNs > 0);
    }

    /** Begins something on the loop, and waits until it has come to its end. */
    public void await(Consumer<ShardGroup> begin, Predicate<ShardGroup> isDone) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        onLoop(group -> {
            begin.accept(group);
            completeOnce(isDone, done);
        });
        CompletableFuture.anyOf(done, ended).join();
    }

    private void completeOnce(Predicate<ShardGroup> isDone, CompletableFuture<Void> done) {
        if (isDone.test(open.group())) {
            done.complete(null);
        } else {
            loop.after(LOOK_NS, () -> completeOnce(isDone, done));
        }
    }

    /** Whether nobody else can have what it serves. */
    boolean mayAnswer() {
        return open.tenure().holds();
    }

    /** Whether what is asked now is answered: nobody else can have what it serves, and it has not stopped by itself. */
    boolean answers() {
        return mayAnswer() && !failed.isDone();
    }

    /** Whether the caller is on the loop of these shards. */
    boolean isHere() {
        return loop.isHere();
    }

    /** How long its loop has been busy since it was opened. Any thread. */
    long busyNs() {
        return loop.busyNs();
    }

    /** Its slices may take so much of the memory from now on. */
    void resizeMemory(long sliceMemoryBytes) {
        loop.post(() -> open.group().resizeMemory(sliceMemoryBytes));
    }

    private void turnEnds() {
        ShardGroup group = open.group();
        group.commit();
        letAnswersGo();
        if (!closed) {
            group.stopped().ifPresent(this::stopped);
        } else if (group.isClosed()) {
            unanswered.giveUp();
            letAnswersGo();
            ended.complete(Optional.empty());
        }
    }

    /** What waits for others' answers, or for its own procedures, would wait until somebody closes this. */
    private void stopped(PfsException cause) {
        unanswered.giveUp();
        letAnswersGo();
        failed.complete(cause);
    }

    @Override
    public void whenFailed(Consumer<PfsException> told) {
        var unused = failed.thenAccept(told);
    }

    /** Gives up, as one whose storage failed, once it has been silent for long though by this lease it has what it serves. */
    void giveUpIfSilent(Tenure lease) {
        Silence silence = new Silence(open.tenure(), lease, Silence.LONG_NS);
        loop.post(() -> lookForSilence(silence));
    }

    private void lookForSilence(Silence silence) {
        if (closed) {
            return;
        }
        if (silence.isTooLong(clock.monotonicNs())) {
            open.group()
                    .stop(new PfsException(
                            ErrorCode.IO_FAILED, "the storage of this seat was out of reach for too long"));
        } else {
            loop.after(SILENCE_LOOK_NS, () -> lookForSilence(silence));
        }
    }

    /** Another life of this server has what this one had, and may have changed it. On the loop. */
    private void lost(PfsException cause) {
        open.group().stop(cause);
    }

    /** Nobody knows in which state the shards are: what is asked from now on is refused, and reopening recovers. */
    private void died(Throwable cause) {
        closed = true;
        PfsException mistake = new PfsException(ErrorCode.INVARIANT_BROKEN, "a mistake of ours: " + cause, cause);
        try {
            open.group().stop(mistake);
            unanswered.giveUp();
            letAnswersGo();
        } finally { // whatever else is broken: who waits for the end must not wait for ever
            failed.complete(mistake);
            ended.complete(Optional.of(cause));
        }
    }

    @Override
    public void close() {
        Optional<RuntimeException> mistake = Optional.empty();
        if (!closed) {
            if (answers()
                    && open.tenure() == Tenure.LOCKED) { // a seat that moves lasts, or is to be given back at once
                mistake = checkpointIfManyLives();
            }
            closed = true; // first: that the group stops from here on is no failure
            loop.post(() -> open.group().close());
        }
        Optional<Throwable> cause = ended.join();
        listening.end(); // what is open in a session outlives this, and would keep it
        loop.close();
        workers.close();
        open.close();
        cause.ifPresent(e -> {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "the shards' loop ended by a mistake of ours: " + e, e);
        });
        open.group().endFailure().ifPresent(e -> {
            throw new PfsException(e.code(), "the journal was not ended in order: " + e.detail(), e);
        });
        mistake.ifPresent(e -> {
            throw e;
        });
    }
}
