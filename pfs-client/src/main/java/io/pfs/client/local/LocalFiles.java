package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.Unpacker;
import io.pfs.env.Clock;
import io.pfs.pool.HostedPool;
import io.pfs.pool.PoolReader;
import io.pfs.row.CellLocation;
import io.pfs.wire.PoolPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The files of pools that this process can open, some of which are kept open. Any thread may use it. */
final class LocalFiles implements AutoCloseable {
    private static final int OPEN_MAX = 64;

    private static final ServerId FIRST = new ServerId(0);

    /** A pool that could not be read, or not in time, is looked for again so much later: what it is on may be back, or the witness there by now. */
    private static final long AGAIN_NS = 10_000_000_000L;

    private final PoolFinder finder;
    private final Map<ServerId, Seen> pools = new ConcurrentHashMap<>();
    /** Where it is looked for pools: who asks a server may be a thread that must not wait for a disk. */
    private final Executor readers;

    private final Clock clock;
    /** Guarded by itself: it is meant for one thread, and only takes and gives. */
    private final OpenSegments open;

    private boolean isClosed;

    /**
     * What a server told of its pool last.
     *
     * @param pool if it is here; until somebody has looked, it is not
     * @param atNs when it was looked for last
     * @param isLeft whether it is not looked for any more
     */
    private record Seen(PoolPlace place, Optional<PoolReader> pool, long atNs, boolean isLeft) {
        boolean hasLoops() {
            return pool.filter(LoopsInFolder.class::isInstance).isPresent();
        }
    }

    LocalFiles(PoolFinder finder, Executor readers, Clock clock) {
        this.finder = finder;
        this.readers = readers;
        this.clock = clock;
        this.open = new OpenSegments(this::ofSegment, OPEN_MAX);
    }

    /**
     * Whether what this server has in the pool, which is there as it says, can be read here. Who asks first of a place is told no, and has it looked
     * for; so does who asks long after it was not found. Doesn't block.
     */
    boolean canRead(ServerId server, PoolPlace place) {
        Seen seen = pools.get(server);
        if (seen != null && seen.place().equals(place) && !isDue(seen)) {
            return seen.pool().isPresent();
        }
        look(server, place, () -> {});
        return false;
    }

    private boolean isDue(Seen seen) {
        return seen.pool().isEmpty() && !seen.isLeft() && clock.monotonicNs() - seen.atNs() >= AGAIN_NS;
    }

    /** Looks for a pool, if nobody does already, and says when that is done. */
    void look(ServerId server, PoolPlace place, Runnable done) {
        Seen sought = new Seen(place, Optional.empty(), clock.monotonicNs(), false);
        Seen before = pools.get(server);
        boolean isFirst = before == null
                ? pools.putIfAbsent(server, sought) == null
                : (!before.place().equals(place) || isDue(before)) && pools.replace(server, before, sought);
        if (!isFirst) {
            done.run(); // another thread was faster
        } else {
            readers.execute(() -> {
                if (before != null && !before.place().equals(place)) {
                    forget(server);
                }
                find(server, sought);
                done.run();
            });
        }
    }

    /** Another life of a server may be of another state of its folder, in which an id is another file's. */
    private void forget(ServerId server) {
        synchronized (open) {
            open.forgetAll(id -> {
                ServerId home = Segment.homeOf(id);
                return home.equals(server) || !pools.containsKey(home); // that of another loop, found by the first
            });
        }
    }

    private void find(ServerId server, Seen sought) {
        Optional<PoolReader> found = finder.find(server, sought.place());
        pools.replace(server, sought, new Seen(sought.place(), found, clock.monotonicNs(), false));
    }

    /**
     * Nothing of it is read here for some time.
     *
     * @param isForGood for as long as this life of the server lasts
     */
    void leave(ServerId server, PoolPlace place, boolean isForGood) {
        pools.computeIfPresent(
                server,
                (any, seen) -> seen.place().equals(place)
                        ? new Seen(place, Optional.empty(), clock.monotonicNs(), isForGood || seen.isLeft())
                        : seen);
    }

    boolean hasHomeOf(CellLocation location) {
        return poolOf(Segment.homeOf(location.segment())).isPresent();
    }

    /** What this one has, if it is here. */
    private Optional<PoolReader> poolOf(ServerId home) {
        return seenOf(home).flatMap(Seen::pool);
    }

    /** A server with several loops is known as the first of them. */
    private Optional<Seen> seenOf(ServerId home) {
        Seen own = pools.get(home);
        return own != null
                ? Optional.of(own)
                : Optional.ofNullable(pools.get(FIRST)).filter(Seen::hasLoops);
    }

    /** Of which life the folder is that the file of a cell is in, as far as it is known here; none if other hosts have it, where names are not given again. */
    Optional<PoolPlace> lifeOf(CellLocation location) {
        return seenOf(Segment.homeOf(location.segment()))
                .filter(seen -> seen.pool().filter(HostedPool.class::isInstance).isEmpty())
                .map(Seen::place);
    }

    /** Whether it can be said where the files of this server are. */
    boolean knowsHosts(ServerId server) {
        Seen seen = pools.get(server);
        return seen != null && seen.pool().filter(HostedPool.class::isInstance).isPresent();
    }

    /** The hosts that have most of these cells, the best first; none if nobody knows. Blocks. */
    List<String> hostsOf(List<CellLocation> cells) {
        return CellHosts.of(
                cells,
                id -> Optional.ofNullable(pools.get(Segment.homeOf(id)))
                        .flatMap(Seen::pool)
                        .filter(HostedPool.class::isInstance)
                        .map(HostedPool.class::cast));
    }

    private SegmentFile ofSegment(long id) {
        return new SegmentFile(homeOf(id), id, Unpacker.NONE);
    }

    private PoolReader homeOf(long id) {
        ServerId home = Segment.homeOf(id);
        return poolOf(home)
                .orElseThrow(() -> new PfsException(ErrorCode.FILE_MISSING, "the pool of " + home + " is not here"));
    }

    /** A file for one reader at a time, who gives it back. */
    SegmentFile take(CellLocation location) {
        synchronized (open) {
            return location.isObject()
                    ? open.take(location.segment(), id -> ObjectFile.open(homeOf(id), id))
                    : open.take(location.segment());
        }
    }

    void give(SegmentFile file) {
        synchronized (open) {
            open.give(file);
            if (isClosed) {
                open.close();
            }
        }
    }

    /** What is still read is closed when it is given back. */
    @Override
    public void close() {
        synchronized (open) {
            isClosed = true;
            open.close();
        }
        finder.close();
    }
}
