package io.pfs.server.serve;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The seats of a {@link SeatServer}, as their keeper wants them: what blocks is done by other threads than its loop. */
final class SeatServing implements Seats {
    private final SeatServer server;
    private final Consumer<Runnable> loop;
    private final Consumer<String> told;
    private final SeatThreads threads;
    /** Why the last map was not told. */
    private String untold = "";

    /**
     * @param loop has something done on the keeper's loop, which ends with the server if that throws
     * @param told hears, for people, what goes wrong
     */
    SeatServing(SeatServer server, Consumer<Runnable> loop, Consumer<String> told) {
        this(server, loop, told, new SeatThreads());
    }

    SeatServing(SeatServer server, Consumer<Runnable> loop, Consumer<String> told, SeatThreads threads) {
        this.server = server;
        this.loop = loop;
        this.told = told;
        this.threads = threads;
    }

    @Override
    public void open(
            ServerId seat, Epoch epoch, Tenure tenure, Runnable begun, Consumer<Optional<PfsException>> outcome) {
        Runnable opening = () -> {
            loop.accept(begun);
            openUnlessLost(seat, epoch, tenure);
        };
        attempt(threads::open, opening, outcome);
    }

    /** It may have waited for its turn: what is another's by now is left to that one, who would have to take it again. */
    private void openUnlessLost(ServerId seat, Epoch epoch, Tenure tenure) {
        AtomicReference<@Nullable PfsException> lost = new AtomicReference<>();
        tenure.whenLost(lost::set).end();
        PfsException cause = lost.get();
        if (cause != null) {
            throw cause;
        }
        server.open(seat, epoch, tenure);
    }

    /** What a closing could not do is left to the recovery; but one that is not closed must not be released. */
    @Override
    public void close(ServerId seat, Closing closing, Runnable closed) {
        Ending how = switch (closing) {
            case IN_ORDER -> Ending.IN_ORDER;
            case AT_ONCE -> Ending.AT_ONCE;
        };
        attempt(threads::close, () -> server.close(seat, how), failure -> {
            failure.ifPresent(cause -> told.accept("closing seat " + seat.value() + ": " + cause.getMessage()));
            if (server.held().contains(seat)) {
                throw failure.orElseThrow();
            }
            closed.run();
        });
    }

    private void attempt(Executor by, Runnable task, Consumer<Optional<PfsException>> outcome) {
        by.execute(() -> {
            try {
                Optional<PfsException> failure = failure(task);
                loop.accept(() -> outcome.accept(failure));
            } catch (Error e) {
                loop.accept(() -> {
                    throw e;
                });
            }
        });
    }

    /** A seat for which a mistake was made is as one that could not be opened, and others are served. */
    private static Optional<PfsException> failure(Runnable task) {
        try {
            task.run();
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        } catch (RuntimeException e) {
            return Optional.of(new PfsException(ErrorCode.INVARIANT_BROKEN, "a mistake of ours: " + e, e));
        }
    }

    @Override
    public boolean answers(ServerId seat) {
        return server.answers(seat);
    }

    @Override
    public long busyNs(ServerId seat) {
        return server.busyNs(seat);
    }

    /** Where seats are that can't be told stays what was told before: this server goes on with those that it has. */
    @Override
    public void seen(ClusterView view) {
        Optional<ClusterMap> map = Optional.empty();
        try {
            map = Optional.of(map(view));
            untold = "";
        } catch (PfsException e) {
            tellOnce(e.detail());
        }
        map.ifPresent(server::publish);
    }

    private void tellOnce(String why) {
        if (!untold.equals(why)) {
            untold = why;
            told.accept("nobody is told where seats are now: " + why);
        }
    }

    static ClusterMap map(ClusterView view) {
        List<Optional<Address>> addresses = new ArrayList<>();
        for (int seat = 0; seat < view.seats().size(); seat++) {
            addresses.add(view.addressOf(new ServerId(seat)));
        }
        return new ClusterMap(SeatServer.NOWHERE_VERSION + 1 + view.version(), addresses);
    }
}
