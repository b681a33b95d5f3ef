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

/** The files of pools that this process can open, some of which are kept open. Any thread may use it. */
final class LocalFiles implements AutoCloseable {
    private static final int OPEN_MAX = 64;

    private final PoolFinder finder;
    private final Map<ServerId, Seen> pools = new ConcurrentHashMap<>();
    /** Guarded by itself: it is meant for one thread, and only takes and gives. */
    private final OpenSegments open;

    /** What a server told of its pool last, and whether that is here. */
    private record Seen(PoolPlace place, Optional<Pool> pool) {}

    LocalFiles(PoolFinder finder) {
        this.finder = finder;
        this.open = new OpenSegments(this::ofSegment, OPEN_MAX);
    }

    /** Whether what this server has in the pool, which is there as it says, can be read here. */
    boolean canRead(ServerId server, PoolPlace place) {
        Seen seen = pools.get(server);
        if (seen == null || !seen.place().equals(place)) {
            seen = pools.compute(server, (id, before) -> look(before, place));
        }
        return seen.pool().isPresent();
    }

    /** Another life of a server may be of another state of its folder, in which an id is another file's. */
    private Seen look(Seen before, PoolPlace place) {
        if (before != null && before.place().equals(place)) {
            return before; // another thread was faster
        }
        synchronized (open) {
            open.forgetAll();
        }
        return new Seen(place, finder.find(place));
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
        }
    }

    @Override
    public void close() {
        synchronized (open) {
            open.close();
        }
    }
}
