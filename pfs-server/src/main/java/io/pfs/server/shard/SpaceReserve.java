package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.server.state.GroupCounters;
import io.pfs.wire.CellPut;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.WriteObject;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Keeps the last space of the disks for removals, checkpoints and collections, which can make more of it: what adds
 * something is refused before. What the journal alone has of cells is to be copied, and has its space kept as well. How
 * much is left, workers look up now and then. What others write to the same disks is
 * seen only then, so a disk may run full all the same.
 */
final class SpaceReserve {
    /** Looks again when one part in so many of the reserve may be gone. */
    private static final int LOOK_SHARE = 16;
    /** What a row takes without its cells, a little more than less. */
    private static final int ROW_BYTES = 512;

    private final long reservedBytes;
    private final LongSupplier waitingBytes;
    private final LongSupplier usableBytes;
    private final Workers workers;
    private final GroupCounters counters;
    private final Runnable whenShort;
    private final Runnable whileShort;
    private long addedSinceLook;
    private boolean looking;
    /** What was left when there was less than the reserve; empty while there is more. */
    private Optional<Long> shortOf = Optional.empty();
    /** As of the last look. */
    private long keptBytes;

    /**
     * @param waitingBytes of cells that the journal alone has
     * @param usableBytes how much is left; called on a worker
     * @param whenShort begins to make space
     * @param whileShort goes on with it, if anything was removed since
     */
    SpaceReserve(
            long reservedBytes,
            LongSupplier waitingBytes,
            LongSupplier usableBytes,
            Workers workers,
            GroupCounters counters,
            Runnable whenShort,
            Runnable whileShort) {
        this.reservedBytes = reservedBytes;
        this.waitingBytes = waitingBytes;
        this.usableBytes = usableBytes;
        this.workers = workers;
        this.counters = counters;
        this.whenShort = whenShort;
        this.whileShort = whileShort;
        this.addedSinceLook = reservedBytes;
    }

    /** Refuses what adds something while only the reserve is left. */
    void require(Request request) {
        long bytes = bytesAdded(request);
        if (bytes == 0) {
            return;
        }
        addedSinceLook += bytes;
        if (shortOf.isPresent() || addedSinceLook >= reservedBytes / LOOK_SHARE) {
            look();
        }
        if (shortOf.isPresent()) {
            counters.refusedSpace();
            throw new PfsException(
                    ErrorCode.NO_SPACE,
                    "only " + shortOf.get() + " bytes are left of the disk, and the last " + keptBytes
                            + " are kept for removing and tidying up: remove something or free space elsewhere, and go on");
        }
    }

    private void look() {
        if (!looking) {
            looking = true;
            addedSinceLook = 0;
            Look look = new Look();
            workers.run(look, () -> looked(look));
        }
    }

    private void looked(Look look) {
        looking = false;
        boolean wasShort = shortOf.isPresent();
        keptBytes = reservedBytes + waitingBytes.getAsLong();
        shortOf = Optional.of(look.usable).filter(usable -> usable < keptBytes);
        if (shortOf.isPresent()) {
            (wasShort ? whileShort : whenShort).run();
        }
    }

    /** About so many bytes; 0 for what only takes away or moves. */
    private static long bytesAdded(Request request) {
        if (request instanceof EditRow edit) {
            return bytesAdded(edit);
        } else if (request instanceof EditRows many) {
            return bytesAdded(many);
        }
        if (request instanceof WriteObject piece) {
            return (long) ROW_BYTES + piece.bytes().length;
        }
        if (request instanceof BeginObject begin) {
            return ROW_BYTES + begin.prefix().map(ObjectPrefix::bytes).orElse(0L);
        }
        return request instanceof MakeTable ? ROW_BYTES : 0;
    }

    private static long bytesAdded(EditRows many) {
        long bytes = 0;
        for (EditRow edit : many.edits()) {
            bytes += bytesAdded(edit);
        }
        return bytes;
    }

    private static long bytesAdded(EditRow edit) {
        boolean onlyTakesAway = edit.edit().puts().isEmpty()
                && edit.edit().objects().isEmpty()
                && !(edit.edit().removedCells().isEmpty()
                        && edit.edit().removedTags().isEmpty());
        if (onlyTakesAway) {
            return 0;
        }
        long bytes = ROW_BYTES;
        for (CellPut put : edit.edit().puts()) {
            bytes += put.bytes().length;
        }
        return bytes;
    }

    private final class Look implements Runnable {
        /** Who can't say how much is left says so, when it matters, by a write that fails. */
        private long usable = Long.MAX_VALUE;

        @Override
        public void run() {
            try {
                usable = usableBytes.getAsLong();
            } catch (PfsException e) {
                usable = Long.MAX_VALUE;
            }
        }
    }
}
