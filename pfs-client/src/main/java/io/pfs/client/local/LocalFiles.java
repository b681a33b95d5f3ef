package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.Unpacker;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.wire.PoolPlace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The files of pools that this process can open, some of which are kept open. Any thread may use it. */
final class LocalFiles implements AutoCloseable {
    private static final int OPEN_MAX = 64;

    private final PoolFinder finder;
    private final Map<ServerId, Seen> pools = new ConcurrentHashMap<>();
    /** Where it is looked for pools: who asks a server may be a thread that must not wait for a disk. */
    private final Executor readers;
    /** Guarded by itself: it is meant for one thread, and only takes and gives. */
    private final OpenSegments open;

    private boolean isClosed;

    /** What a server told of its pool last, and the pool if that is here; until somebody has looked, it is not. */
    private record Seen(PoolPlace place, Optional<Pool> pool) {}

    LocalFiles(PoolFinder finder, Executor readers) {
        this.finder = finder;
        this.readers = readers;
        this.open = new OpenSegments(this::ofSegment, OPEN_MAX);
    }

    /**
     * Whether what this server has in the pool, which is there as it says, can be read here. Who asks first of a place is told no, and has it looked
     * for. Doesn't block.
     */
    boolean canRead(ServerId server, PoolPlace place) {
        Seen seen = pools.get(server);
        if (seen != null && seen.place().equals(place)) {
            return seen.pool().isPresent();
        }
        look(server, place, () -> {});
        return false;
    }

    /** Looks for a pool, if nobody does already, and says when that is done. */
    void look(ServerId server, PoolPlace place, Runnable done) {
        Seen sought = new Seen(place, Optional.empty());
        Seen before = pools.get(server);
        boolean isFirst = before == null
                ? pools.putIfAbsent(server, sought) == null
                : !before.place().equals(place) && pools.replace(server, before, sought);
        if (!isFirst) {
            done.run(); // another thread was faster
        } else {
            readers.execute(() -> {
                look(server, sought);
                done.run();
            });
        }
    }

    /** Another life of a server may be of another state of its folder, in which an id is another file's. */
    private void look(ServerId server, Seen sought) {
        synchronized (open) {
            open.forgetAll();
        }
        pools.replace(server, sought, new Seen(sought.place(), finder.find(sought.place())));
    }

    /** Its disk does not answer: as long as this life of the server lasts, nothing of it is read here any more. */
    void leave(ServerId server, PoolPlace place) {
        pools.put(server, new Seen(place, Optional.empty()));
    }

    boolean hasHomeOf(CellLocation location) {
        Seen seen = pools.get(Segment.homeOf(location.segment()));
        return seen != null && seen.pool().isPresent();
    }

    private SegmentFile ofSegment(long id) {
        return new SegmentFile(homeOf(id), id, Unpacker.NONE);
    }

    private Pool homeOf(long id) {
        ServerId home = Segment.homeOf(id);
        Seen seen = pools.get(home);
        return Optional.ofNullable(seen)
                .flatMap(Seen::pool)
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
    }
}
