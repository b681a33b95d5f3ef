package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.system.LoopThread;
import io.pfs.env.system.Messages;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.SeatKeeper;
import io.pfs.server.store.HeldSeats.Failure;
import io.pfs.server.zookeeper.ZooKeeperCoordinator;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ClusterSeen;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ManageCluster;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One of several servers that come and go: ZooKeeper says who they are, and each holds the seats that it is wanted for. */
final class CoordinatedServer implements Served {
    private static final long LOOK_NS = 20_000_000;
    /** A rehearsal that is in vain ends with its turn, unless storage hangs. */
    private static final long REHEARSAL_END_SECONDS = 5;
    /** What keeps the loop for longer may do so for ever. */
    private static final long STILL_MILLIS = 10_000;

    private final LoopThread loop;
    private final String pool;
    private final Address address;
    private final SeatServer server;
    private final SeatKeeper keeper;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    private final CompletableFuture<Void> rehearsed = new CompletableFuture<>();
    private volatile boolean isRehearsing;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private final CompletableFuture<Optional<PfsException>> ended = new CompletableFuture<>();

    private CoordinatedServer(ServerConfig config, CoordinatorSettings settings) {
        settings.hosts().requireKnown();
        Clock clock = new SystemClock();
        pool = settings.pool().toString();
        loop = new LoopThread("pfs-keeper", clock, () -> {}, this::died);
        server = SeatServer.start(config, settings.pool(), failure -> loop.post(() -> stopped(failure)));
        Coordinator coordinator = new ZooKeeperCoordinator(
                settings.hosts(),
                server.facts(),
                server.count(),
                settings.times(),
                new ZooKeeperCoordinator.Drive(
                        loop::post, loop, clock, new SystemEntropy(), Messages::tell, server::requireCoordinator));
        address = settings.reachedAt(
                new Address(config.listen().host(), server.address().port()));
        ClusterMap.requireRoom(List.of(address), server.count());
        SeatServing serving = new SeatServing(server, loop::post, Messages::tell);
        keeper = new SeatKeeper(
                coordinator,
                address,
                settings.weight(),
                server.count(),
                serving,
                new SeatKeeper.Drive(loop, clock, Messages::tell, refusal -> ended.complete(Optional.of(refusal))));
        server.staff((request, sink) -> loop.post(() -> manage(request, sink)));
    }

    /** Returns when it serves all that it is wanted for, or was closed; throws if that can't be. */
    static CoordinatedServer start(ServerConfig config, CoordinatorSettings settings) {
        return start(config, settings, begun -> {});
    }

    /**
     * The same.
     *
     * @param begun is given the server before anything is waited for, so that it can be closed meanwhile: it may hold seats by then
     */
    static CoordinatedServer start(ServerConfig config, CoordinatorSettings settings, Consumer<Served> begun) {
        CoordinatedServer started = new CoordinatedServer(config, settings);
        started.loop.start();
        begun.accept(started);
        if (started.awaitTurn()) {
            started.rehearse(config);
        }
        started.loop.post(started.keeper::ready);
        started.loop.post(started::look);
        CompletableFuture.anyOf(started.settled, started.ended).join();
        started.ended.getNow(Optional.empty()).ifPresent(cause -> {
            started.close();
            throw cause;
        });
        return started;
    }

    /** In the pool its folder has this server's name, so that what it leaves there if it is killed, or if storage hangs, goes when it starts again. */
    private void rehearse(ServerConfig config) {
        isRehearsing = true;
        String name = "rehearsal-" + address.toString().replaceAll("[^A-Za-z0-9.]", "-");
        new Rehearsal(
                        config.data(),
                        data -> server.scratch(name, data),
                        config.transport(),
                        isClosing::get,
                        Messages::tell)
                .play();
        rehearsed.complete(null);
    }

    /** Joins, and waits until it may get ready; says whether it comes to that. */
    private boolean awaitTurn() {
        CompletableFuture<Void> turn = new CompletableFuture<>();
        loop.post(() -> keeper.prepare(() -> turn.complete(null)));
        CompletableFuture.anyOf(turn, ended).join();
        return !ended.isDone();
    }

    private void manage(ManageCluster request, Reply.Sink sink) {
        try {
            switch (request.deed()) {
                case LOOK -> look(sink);
                case DRAIN -> drain(request.server(), true, sink);
                case UNDRAIN -> drain(request.server(), false, sink);
            }
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    private void drain(String server, boolean drained, Reply.Sink sink) {
        keeper.drain(Address.parse(server), drained, () -> look(sink), unknown -> sink.answer(Refused.of(unknown)));
    }

    private void look(Reply.Sink sink) {
        keeper.look(pool, picture -> sink.answer(new ClusterSeen(picture)));
    }

    private void look() {
        if (keeper.isSettled()) {
            keeper.look(pool, picture -> {
                tellIfDrained(picture);
                settled.complete(null);
            });
        } else {
            loop.after(LOOK_NS, this::look);
        }
    }

    /** It was started so that it serves, by somebody who may not know that an address stays drained when its server is gone. */
    private void tellIfDrained(ClusterPicture picture) {
        String self = address.toString();
        if (picture.drained().contains(self)) {
            Messages.tell(self
                    + " is drained: it holds nothing while other servers are there that can; to have it hold seats again:"
                    + " bin/pfs admin drain --undo " + self);
        }
    }

    private void stopped(Failure failure) {
        keeper.stopped(failure.seat(), failure.epoch(), failure.cause());
    }

    private void died(Throwable cause) {
        ended.complete(Optional.of(new PfsException(ErrorCode.INVARIANT_BROKEN, "a mistake of ours: " + cause, cause)));
    }

    /** Those that it serves now. */
    Set<ServerId> held() {
        return server.held();
    }

    @Override
    public Address address() {
        return server.address();
    }

    /** Hands all seats over, then ends all connections. */
    @Override
    public void close() {
        if (isClosing.getAndSet(true)) {
            return;
        }
        CompletableFuture<List<ServerId>> handedOver = new CompletableFuture<>();
        loop.post(() -> keeper.stop(handedOver::complete));
        try {
            if (LoopPatience.await(loop, CompletableFuture.anyOf(handedOver, ended), STILL_MILLIS)) {
                finish(handedOver);
            } else {
                leave();
            }
        } finally {
            Messages.finish();
        }
    }

    private void finish(CompletableFuture<List<ServerId>> handedOver) {
        if (isRehearsing) { // and tidies up in the pool
            rehearsed
                    .completeOnTimeout(null, REHEARSAL_END_SECONDS, TimeUnit.SECONDS)
                    .join();
        }
        try {
            end(handedOver.getNow(List.of()));
            loop.close();
        } finally {
            ended.complete(Optional.empty());
        }
    }

    /** Nobody can be asked which seats it has. */
    private void leave() {
        Messages.tell("what hands the seats over stands still, so they are left as they are; whoever serves them next"
                + " recovers them, as after a crash");
        try {
            server.leave();
        } finally {
            ended.complete(Optional.empty());
        }
    }

    /** What waits for a storage that hangs would have all else wait for it. */
    private void end(List<ServerId> left) {
        if (left.isEmpty()) {
            server.close();
            return;
        }
        Messages.tell("still being opened or closed, and left as they are: seats "
                + left.stream().map(seat -> Integer.toString(seat.value())).collect(Collectors.joining(", "))
                + "; whoever serves them next recovers them, as after a crash");
        server.leave();
    }

    @Override
    public Optional<PfsException> awaitEnd() {
        return ended.join();
    }
}
