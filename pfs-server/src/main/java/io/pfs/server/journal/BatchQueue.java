package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayDeque;
import java.util.Optional;

/** The batches that wait to be written: full ones in order, and the one that is being filled. */
final class BatchQueue {
    /** Full batches that may wait. More means that the disk doesn't keep up, and callers must. */
    private static final int WAITING_MAX = 64;

    private static final int FREE_MAX = 2;

    private final int batchBytesMax;
    private final ArrayDeque<Batch> full = new ArrayDeque<>();
    private final ArrayDeque<Batch> free = new ArrayDeque<>();
    private Batch open = new Batch();

    BatchQueue(int batchBytesMax) {
        this.batchBytesMax = batchBytesMax;
    }

    /** The batch that takes a record of this length; refused with {@code BUSY} when too many wait. */
    Batch open(int payloadBytes) {
        if (!open.takes(payloadBytes, batchBytesMax)) {
            if (full.size() >= WAITING_MAX) {
                throw new PfsException(
                        ErrorCode.BUSY,
                        "the journal has " + full.size() + " batches of " + batchBytesMax
                                + " bytes to write, the most it keeps; try again later");
            }
            full.add(open);
            open = fresh();
        }
        return open;
    }

    boolean hasFull() {
        return !full.isEmpty();
    }

    /** The oldest batch, for writing; give it back by {@link #recycle}. */
    Optional<Batch> poll() {
        if (!full.isEmpty()) {
            return Optional.of(full.removeFirst());
        }
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Batch batch = open;
        open = fresh();
        return Optional.of(batch);
    }

    void recycle(Batch batch) {
        if (free.size() < FREE_MAX) {
            batch.clear();
            free.add(batch);
        }
    }

    /** Forgets everything. */
    void clear() {
        full.clear();
        open.clear();
    }

    private Batch fresh() {
        return free.isEmpty() ? new Batch() : free.removeFirst();
    }
}
