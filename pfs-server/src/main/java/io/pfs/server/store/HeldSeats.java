package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.Messages;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The seats that a process holds, each with an engine of its own, as one server: what is asked goes to the seat of its shard, and who
 * asks for a shard of a seat that is not here is told so. Seats are opened and closed while it serves. Any thread.
 */
public final class HeldSeats extends ManyEngines {
    /** Whoever waits for what takes longer, like the end of a lease, asks again elsewhere. */
    private static final long DRAIN_NS = 250_000_000;

    /** Most clients answer at once. If one does not, who changes a directory of this seat next waits for the end of its leases. */
    private static final long LEASES_NS = 100_000_000;

    /** Whoever opens a seat whose index takes longer makes it anew, or has an older one. */
    private static final long EXPORT_NS = 30_000_000_000L;

    /** Each writes a small file, and most of it is waiting. */
    private static final int TELLING_THREADS = 4;

    private static final Refused NOT_HERE =
            new Refused(ErrorCode.NOT_OWNER, "the seat of this shard is not served here now, it may be moving");

    private final RemoteFolders pool;
    private final HeldSeatsSetup setup;
    private final Clock clock = new SystemClock();
    private final Disk data;
    private final Connection others;
    private final Connection beside = new Beside();
    /** What is being opened or closed. */
    private final Set<ServerId> busy = ConcurrentHashMap.newKeySet();

    /** On it nothing blocks, so that whoever waits is answered in time. */
    private final Executor waiting = new BackgroundThreads("pfs-seats-waiting", 1);

    private final OpeningCalls opening = new OpeningCalls(this::later, NOT_HERE);

    private final PoolTelling telling =
            new PoolTelling(new BackgroundThreads("pfs-seats-telling", TELLING_THREADS), this::later);

    /** Somebody hears that a seat serves nothing any more, though nobody closed it. */
    private final Consumer<Failure> failed;

    /**
     * Why a seat serves nothing any more.
     *
     * @param epoch in which it was held
     */
    public record Failure(ServerId seat, Epoch epoch, PfsException cause) {}

    /** How a seat is closed. */
    public enum Ending {
        /** What was asked is answered, and storage catches up: who opens it next has little to read. */
        IN_ORDER,
        /** Another one may have it by now. */
        AT_ONCE
    }

    /**
     * How long a closing took.
     *
     * @param unservedNs from when nothing more was taken in
     * @param wholeNs from the beginning, when it was still served
     */
    public record Closed(long unservedNs, long wholeNs) {}

    /** Holds none yet, and locks the folder of its data. The pool is closed with it, and so is the way to others. */
    public HeldSeats(RemoteFolders pool, HeldSeatsSetup setup, Connection others, Consumer<Failure> failed) {
        super(pool.facts(), pool.seats());
        this.pool = pool;
        this.setup = setup;
        this.others = others;
        this.failed = failed;
        this.data = lock(pool, setup);
    }

    private static Disk lock(RemoteFolders pool, HeldSeatsSetup setup) {
        Disk data = SeatsFolder.open(setup.data());
        try {
            IntStream.range(0, pool.seats()).mapToObj(ServerId::new).forEach(seat -> requireFit(pool, setup, seat));
            SeatsFolder.mark(data);
            return data;
        } catch (PfsException e) {
            data.close();
            throw e;
        }
    }

    /**
     * What a server could open no seat with is refused before any seat is closed elsewhere for it. What storage refuses may be otherwise when the seat
     * is opened.
     */
    private static void requireFit(RemoteFolders pool, HeldSeatsSetup setup, ServerId seat) {
        try {
            DataFolder.requireFit(setup.dataOf(seat), pool.blockOf(seat));
        } catch (PfsException e) {
            if (e.code().kind() != ErrorCode.Kind.STORAGE) {
                throw new PfsException(
                        e.code(),
                        e.detail() + "; what a server of seats that move has in the folders seat-* of " + setup.data()
                                + " it makes anew: remove them, or name another folder for its data",
                        e);
            }
        }
    }

    /** How many seats there are. */
    public int count() {
        return pool.seats();
    }

    /** Refused with {@code NOT_OURS} if somebody else than this one gives out the seats of the pool. Blocks. */
    public void requireCoordinator(CoordinatorId id) {
        pool.requireCoordinator(id, clock, new SystemEntropy());
    }

    /**
     * One that is held by nobody, to be tried out.
     *
     * @param name of its folder in the pool
     * @param data where it has what is derived from the pool; a folder that is not there
     */
    public ScratchSeat scratch(String name, Path data) {
        return new ScratchSeat(pool.scratch(name), setup, data);
    }

    // Coming and going

    /** Those that are served here now. */
    public Set<ServerId> held() {
        return engines.here().keySet();
    }

    /** Whether what is asked of a seat is answered here now. */
    public boolean answers(ServerId seat) {
        EmbeddedServer engine = engines.get(seat);
        return engine != null && engine.answers();
    }

    /** How long the loop of a seat has been busy since it was opened; 0 if it is not open. */
    public long busyNs(ServerId seat) {
        EmbeddedServer engine = engines.get(seat);
        return engine == null ? 0 : engine.busyNs();
    }

    /**
     * Takes the home of a seat, recovers what is in it, and serves it. Blocks. Refused with {@code LOCKED} if a later life of the
     * seat takes it over meanwhile, or while somebody looks at the whole pool in peace, and with {@code EPOCH_PASSED} if it was held in this epoch or a
     * later one. Whether an earlier life is alive is not asked: who gives out epochs knows that it answers nothing.
     *
     * @param tenure how long nobody else is given the seat, whatever becomes of its home
     */
    public void open(ServerId seat, Epoch epoch, Tenure tenure) {
        var unused = whileBusy(seat, () -> {
            Check.that(!engines.has(seat), "a seat that is held is not opened", seat.value());
            opening.begins(seat);
            try {
                return opened(seat, epoch, tenure);
            } finally {
                goOn(seat, opening.ends(seat));
            }
        });
    }

    /** What waited for the seat is for whoever has it now. On another thread: a mistake there is none of the opening. */
    private void goOn(ServerId seat, List<Call> waited) {
        if (!waited.isEmpty()) {
            waiting.execute(() -> send(seat, waited));
        }
    }

    /** Where clients may find what these seats have in the pool. */
    public Optional<PoolPlace> place() {
        return pool.place();
    }

    private EmbeddedServer opened(ServerId seat, Epoch epoch, Tenure tenure) {
        Seat claimed = new Seat(
                setup.pool(),
                seat,
                pool.seats(),
                setup.spreadRule(),
                known -> beside,
                new Seat.Claim(pool, epoch, tenure));
        OptionalLong memory = OptionalLong.of(setup.memoryBytes() / sharing());
        EmbeddedServer engine = EmbeddedServer.open(setup.dataOf(seat), setup.durability(), memory, claimed);
        engine.lacking().ifPresent(why -> Messages.tell("seat " + seat.value() + ": " + why));
        try {
            serve(seat, engine);
            engine.whenFailed(cause -> failed.accept(new Failure(seat, epoch, cause)));
            engine.giveUpIfSilent(tenure);
            return engine;
        } catch (RuntimeException | Error e) {
            engines.remove(seat); // who takes it for closed gives it to others
            ClosingAll.after(e, List.of(engine::close));
            throw e;
        }
    }

    /** How many have a part of the memory, those that are being opened included: if storage lets openings wait, these are many. */
    private long sharing() {
        Set<ServerId> sharing = new TreeSet<>(engines.here().keySet());
        sharing.addAll(busy);
        return sharing.size();
    }

    private void serve(ServerId seat, EmbeddedServer engine) {
        engines.put(seat, engine);
        shareMemory();
        if (pool.place().isPresent()) {
            telling.tell(engine::tellPool, () -> engines.get(seat) == engine);
        }
    }

    private void later(long delayNs, Runnable task) {
        CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS, waiting)
                .execute(task);
    }

    /** Serves a seat no more, and gives its home back, also if it throws then what went wrong, unless the seat is not held. Blocks. */
    public Closed close(ServerId seat, Ending how) {
        return whileBusy(seat, () -> {
            EmbeddedServer engine = Check.present(engines.get(seat), "a seat that is held is closed");
            List<RuntimeException> mistakes = new ArrayList<>();
            long beganNs = clock.monotonicNs();
            if (how == Ending.IN_ORDER) {
                // while it serves, so that little is left to be written when it doesn't
                unlessFailed(engine::checkpointToClose, mistakes);
                unlessFailed(() -> engine.exportIndex(EXPORT_NS), mistakes);
                unlessFailed(() -> engine.takeLeasesBack(LEASES_NS), mistakes);
            }
            engines.remove(seat);
            long stoppedNs = clock.monotonicNs();
            if (how == Ending.IN_ORDER) {
                unlessFailed(() -> engine.drain(DRAIN_NS), mistakes);
                unlessFailed(engine::checkpointRest, mistakes);
            }
            unlessFailed(engine::close, mistakes);
            shareMemory();
            mistakes.stream().findFirst().ifPresent(mistake -> {
                throw mistake;
            });
            long endNs = clock.monotonicNs();
            return new Closed(endNs - stoppedNs, endNs - beganNs);
        });
    }

    /** An engine that does nothing any more has told why; its home is given back all the same. */
    private static void unlessFailed(Runnable task, List<RuntimeException> mistakes) {
        try {
            task.run();
        } catch (PfsException e) {
            // what was not done is done by the recovery
        } catch (RuntimeException e) {
            mistakes.add(e);
        }
    }

    private <T> T whileBusy(ServerId seat, Supplier<T> task) {
        Check.that(busy.add(seat), "one thing at a time is done with a seat", seat.value());
        try {
            return task.get();
        } finally {
            busy.remove(seat);
        }
    }

    private void shareMemory() {
        engines.shareMemory(setup.memoryBytes());
    }

    // Serving

    @Override
    public void send(List<Call> calls) {
        engines.each(calls, (seat, theirs) -> {
            List<Call> now = engines.has(seat) ? theirs : opening.hold(seat, theirs);
            if (!now.isEmpty()) {
                send(seat, now);
            }
        });
    }

    private void send(ServerId seat, List<Call> calls) {
        EmbeddedServer engine = engines.get(seat);
        if (engine == null || !engine.mayAnswer()) {
            calls.forEach(call -> call.sink().answer(NOT_HERE));
        } else {
            engine.send(calls);
        }
    }

    /** The way from one seat to all others, be they here or not. It is that of all seats, so none of them closes it. */
    private final class Beside implements Connection {
        @Override
        public FileSystemFacts facts() {
            return HeldSeats.this.facts();
        }

        @Override
        public void send(List<Call> calls) {
            engines.each(calls, (seat, theirs) -> {
                EmbeddedServer engine = engines.get(seat);
                (engine == null ? others : engine).send(theirs);
            });
        }

        @Override
        public boolean refresh() {
            return others.refresh();
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    /** Closes those that are open, one after the other. */
    @Override
    public void close() {
        List<Runnable> closings = new ArrayList<>();
        held().forEach(seat -> closings.add(() -> close(seat, Ending.AT_ONCE)));
        closings.addAll(List.of(others::close, pool::close, data::close));
        ClosingAll.of(closings);
    }
}
