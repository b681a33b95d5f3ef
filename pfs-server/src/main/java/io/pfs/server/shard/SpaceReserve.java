package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
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

    /** A disk that is not much larger than a segment keeps so little of itself to copy one into. */
    private static final int COPYING_SHARE = 16;

    private final Kept kept;
    private final LongSupplier usableBytes;
    private final Workers workers;
    private final GroupCounters counters;
    private final Listener listener;
    private long addedSinceLook;
    private boolean looking;
    /** What was left when there was less than the reserve; empty while there is more. */
    private Optional<Long> shortOf = Optional.empty();
    /** As of the last look. */
    private long keptBytes;

    /**
     * What is kept of a disk.
     *
     * @param journalBytes for removals and checkpoints
     * @param copyingBytes for what is needed of a segment while that is to be deleted
     * @param waitingBytes of cells that the journal alone has
     */
    record Kept(long journalBytes, long copyingBytes, LongSupplier waitingBytes) {
        static Kept of(Limits limits, LongSupplier totalBytes, LongSupplier waitingBytes) {
            long copying = Math.min(limits.columnFileBytes(), said(totalBytes) / COPYING_SHARE);
            return new Kept(limits.spaceReservedBytes(), copying, waitingBytes);
        }

        private long bytes() {
            return journalBytes + copyingBytes + waitingBytes.getAsLong();
        }

        /** Half of what the journal has is enough for removals until something is deleted. */
        private long bytesToCopyInto(long usable) {
            return Math.max(0, usable - journalBytes / 2 - waitingBytes.getAsLong());
        }
    }

    /** Who makes space. */
    interface Listener {
        /** For the first time since there was enough. */
        void runsShort();

        /** At each look; so much may be copied into before anything is deleted. */
        void isShort(long bytesToCopyInto);

        void hasEnough();
    }

    /** @param usableBytes how much is left; called on a worker */
    SpaceReserve(Kept kept, LongSupplier usableBytes, Workers workers, GroupCounters counters, Listener listener) {
        this.kept = kept;
        this.usableBytes = usableBytes;
        this.workers = workers;
        this.counters = counters;
        this.listener = listener;
        this.addedSinceLook = kept.journalBytes();
    }

    /** Refuses what adds something while only the reserve is left. */
    void require(Request request) {
        long bytes = bytesAdded(request);
        if (bytes == 0) {
            return;
        }
        addedSinceLook += bytes;
        if (shortOf.isPresent() || addedSinceLook >= kept.journalBytes() / LOOK_SHARE) {
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
        keptBytes = kept.bytes();
        shortOf = Optional.of(look.usable).filter(usable -> usable < keptBytes);
        if (shortOf.isEmpty()) {
            listener.hasEnough();
            return;
        }
        if (!wasShort) {
            listener.runsShort();
        }
        listener.isShort(kept.bytesToCopyInto(look.usable));
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

    /** Who can't say how much there is says so, when it matters, by a write that fails. */
    private static long said(LongSupplier bytes) {
        try {
            return bytes.getAsLong();
        } catch (PfsException e) {
            return Long.MAX_VALUE;
        }
    }

    private final class Look implements Runnable {
        private long usable = Long.MAX_VALUE;

        @Override
        public void run() {
            usable = said(usableBytes);
        }
    }
}
