package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.table.SpreadRule;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The engine on a folder of this machine, on several loops: each is one of the servers that share the pool in it. That the others are in the same process counts
 * for leases alone, and when one fails.
 */
public final class EmbeddedLoops extends ManyEngines implements Engine {
    /** Whoever runs a program runs many threads of one client: how many there are says nothing. */
    private static final SpreadRule SPREAD_RULE =
            new SpreadRule(SpreadRule.DEFAULT.rows(), SpreadRule.DEFAULT.requestsPerSecond(), 1);

    private static final int HEAP_SHARE = 4;

    /** For as long as the others are opened, or closed: who asks for a step asks again. */
    private static final Refused NOT_OPEN =
            new Refused(ErrorCode.UNREACHABLE, "the loop of this shard is being opened or closed");

    private final LoopsFolder folder;

    private EmbeddedLoops(LoopsFolder folder) {
        super(folder.block().fileSystem().facts(), folder.block().servers());
        this.folder = folder;
    }

    /**
     * Opens the folder of so many loops, formatting it if it is new, and recovers what is in it, all of them at a time.
     *
     * @param sliceMemoryBytes what the slices of all of them may take; a part of the heap if nobody says
     */
    static EmbeddedLoops open(
            Path path, int loops, Durability durability, OptionalLong sliceMemoryBytes, LeaseTerms leases) {
        if (durability != Durability.SYNC) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "several loops serve in mode sync only, so far: what one tells another must not be undone at the one");
        }
        LoopsFolder folder = LoopsFolder.openOrFormat(path, loops, new SystemClock(), new SystemEntropy());
        EmbeddedLoops opened = new EmbeddedLoops(folder);
        try {
            opened.open(sliceMemoryBytes.orElse(Runtime.getRuntime().maxMemory() / HEAP_SHARE) / loops, leases);
            return opened;
        } catch (RuntimeException | Error e) {
            ClosingAll.after(e, List.of(opened::close));
            throw e;
        }
    }

    private void open(long memoryBytes, LeaseTerms leases) {
        onAll(loop -> open(loop, memoryBytes, leases));
        loops().forEach(loop -> loop.whenFailed(this::stopAll));
    }

    /** Does something with all of them at a time, and waits for all; throws in the end what went wrong first. */
    private void onAll(Consumer<ServerId> task) {
        BackgroundThreads threads =
                new BackgroundThreads("pfs-loops", folder.loops().size());
        List<CompletableFuture<Optional<Throwable>>> outcomes = folder.loops().stream()
                .map(loop -> CompletableFuture.runAsync(() -> task.accept(loop), threads)
                        .<Optional<Throwable>>thenApply(done -> Optional.empty())
                        .exceptionally(wrapped -> Optional.ofNullable(wrapped.getCause())))
                .toList();
        outcomes.stream().map(CompletableFuture::join).toList().stream()
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(EmbeddedLoops::rethrow);
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw failure instanceof RuntimeException runtime ? runtime : new IllegalStateException(failure);
    }

    /** What one does not answer any more others would ask for ever, and who waits for them would wait as long. */
    private void stopAll(PfsException cause) {
        loops().forEach(loop -> loop.stop(cause));
    }

    /** What other loops than this one have granted on a row that has come to it. */
    private void recallBeside(ServerId asker, TableId table, RowName name, Runnable back) {
        AtomicInteger left = new AtomicInteger(folder.loops().size() - 1);
        Runnable one = () -> {
            if (left.decrementAndGet() == 0) {
                Optional.ofNullable(engines.get(asker)).ifPresent(loop -> loop.post(back));
            }
        };
        engines.here().forEach((loop, engine) -> {
            if (!loop.equals(asker)) {
                engine.recallGone(table, name, one);
            }
        });
    }

    private void open(ServerId loop, long memoryBytes, LeaseTerms leases) {
        Seat seat = Seat.ofLoop(
                new PoolAt.Loops(folder.path()),
                loop,
                folder.block().servers(),
                SPREAD_RULE,
                known -> new Beside(),
                (table, name, back) -> recallBeside(loop, table, name, back));
        engines.put(
                loop,
                EmbeddedServer.open(folder.dataOf(loop), Durability.SYNC, OptionalLong.of(memoryBytes), seat, leases));
    }

    @Override
    public boolean readsMany(ShardId shard) {
        return true;
    }

    @Override
    public void send(List<Call> calls) {
        List<Call> split = new ArrayList<>(calls.size());
        calls.forEach(call -> split.addAll(SplitRead.of(call, engines::ownerOf)));
        engines.each(split, this::send);
    }

    private void send(ServerId loop, List<Call> calls) {
        EmbeddedServer engine = engines.get(loop);
        if (engine == null) {
            calls.forEach(call -> call.sink().answer(NOT_OPEN));
        } else {
            engine.send(calls);
        }
    }

    /** One place for all of them, as clients know of one server. */
    @Override
    public Optional<PoolPlace> tellPool() {
        return folder.leaveWitness(new SystemClock(), new SystemEntropy());
    }

    @Override
    public Optional<String> lacking() {
        String all = engines.here().entrySet().stream()
                .flatMap(loop -> loop.getValue().lacking().stream()
                        .map(why -> "loop " + loop.getKey().value() + ": " + why))
                .collect(Collectors.joining("; "));
        return Optional.of(all).filter(why -> !why.isEmpty());
    }

    @Override
    public void whenFailed(Consumer<PfsException> told) {
        loops().forEach(engine -> engine.whenFailed(told));
    }

    @Override
    public void takeLeasesBack(long withinNs) {
        onAll(loop -> Optional.ofNullable(engines.get(loop)).ifPresent(engine -> engine.takeLeasesBack(withinNs)));
    }

    @Override
    public void checkpoint() {
        loops().forEach(EmbeddedServer::checkpoint);
    }

    @Override
    public List<EmbeddedServer> loops() {
        return List.copyOf(engines.here().values());
    }

    /** One after the other: what one asks of another that is closed by then waits for the next life. */
    @Override
    public void close() {
        List<Runnable> closings = new ArrayList<>();
        loops().forEach(loop -> closings.add(loop::close));
        closings.add(folder::close);
        ClosingAll.of(closings);
    }

    /** The way from one loop to all others. It is that of all of them, so none closes it. */
    private final class Beside implements Connection {
        @Override
        public FileSystemFacts facts() {
            return EmbeddedLoops.this.facts();
        }

        @Override
        public void send(List<Call> calls) {
            EmbeddedLoops.this.send(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }
}
