package io.pfs.server.serve;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.Seats;
import io.pfs.server.remote.Tenure;
import io.pfs.server.store.HeldSeats.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The seats of a {@link SeatServer}, as their keeper wants them: what blocks is done by other threads than its loop. */
final class SeatServing implements Seats {
    /** So many seats are opened and closed at a time: each takes memory, and most of it is waiting. */
    private static final int THREADS = 8;

    private final SeatServer server;
    private final Consumer<Runnable> loop;
    private final Executor threads = new BackgroundThreads("pfs-seats", THREADS);

    SeatServing(SeatServer server, Consumer<Runnable> loop) {
        this.server = server;
        this.loop = loop;
    }

    @Override
    public void open(ServerId seat, Epoch epoch, Tenure tenure, Consumer<Optional<PfsException>> told) {
        threads.execute(() -> {
            Optional<PfsException> failure = attempt(() -> server.open(seat, epoch, tenure));
            loop.accept(() -> told.accept(failure));
        });
    }

    /** What a closing could not do is left to the recovery. */
    @Override
    public void close(ServerId seat, Closing closing, Runnable told) {
        Ending how = switch (closing) {
            case IN_ORDER -> Ending.IN_ORDER;
            case AT_ONCE -> Ending.AT_ONCE;
        };
        threads.execute(() -> {
            Optional<PfsException> unused = attempt(() -> server.close(seat, how));
            loop.accept(told);
        });
    }

    private static Optional<PfsException> attempt(Runnable task) {
        try {
            task.run();
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        }
    }

    @Override
    public void seen(ClusterView view) {
        server.publish(map(view));
    }

    static ClusterMap map(ClusterView view) {
        List<Optional<Address>> addresses = new ArrayList<>();
        for (int seat = 0; seat < view.seats().size(); seat++) {
            addresses.add(view.addressOf(new ServerId(seat)));
        }
        return new ClusterMap(SeatServer.NOWHERE_VERSION + 1 + view.version(), addresses);
    }
}
