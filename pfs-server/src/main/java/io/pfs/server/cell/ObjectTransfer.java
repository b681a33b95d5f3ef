package io.pfs.server.cell;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectLabel;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.env.Workers;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.wire.ObjectPrefix;
import java.util.Optional;

/**
 * Gives an object what it begins with of another one, be that of this server, an earlier life of it, or another server: piece by
 * piece, each read and checked on a worker and then written like one that came from the writer.
 */
final class ObjectTransfer {
    private static final int PIECE_BYTES = Limits.OBJECT_PIECE_BYTES_MAX;
    /** After so many it is looked whether there is space for more. */
    private static final long LOOK_BYTES = 16L * PIECE_BYTES;

    private final Source source;
    private final Workers workers;
    private final Target target;
    private long at;

    /** The object that is filled. */
    interface Target {
        /** Takes a piece, unless it was given up meanwhile. */
        void add(byte[] piece);

        /** Calls back when all that was added is written, or when it is clear that it won't be. */
        void whenWritten(Runnable then, Runnable failed);

        boolean isGivenUp();

        /** Nothing is read any more: it has all that it begins with, was given up, or failed for this reason. */
        void ended(Optional<PfsException> failure);
    }

    /**
     * One that has not begun.
     *
     * @param reservedBytes of the pool that are kept for other things
     * @param label that the other object must have
     */
    ObjectTransfer(
            Pool pool, Workers workers, long reservedBytes, ObjectPrefix prefix, ObjectLabel label, Target target) {
        this.source = new Source(pool, reservedBytes, prefix, label);
        this.workers = workers;
        this.target = target;
    }

    /** The other object, as workers read it, one after the other. */
    private static final class Source {
        private final Pool pool;
        private final long reservedBytes;
        private final ObjectPrefix prefix;
        private final ObjectLabel label;
        private final long bytes;
        private Optional<SegmentFile> file = Optional.empty();

        Source(Pool pool, long reservedBytes, ObjectPrefix prefix, ObjectLabel label) {
            this.pool = pool;
            this.reservedBytes = reservedBytes;
            this.prefix = prefix;
            this.label = label;
            this.bytes = prefix.bytes();
        }

        byte[] read(long from) {
            if (from % LOOK_BYTES == 0) {
                requireSpace();
            }
            SegmentFile open = file.orElseGet(this::open);
            CellLocation location = CellLocation.ofObject(prefix.object(), bytes);
            return ObjectReader.readPart(open, location, from, PIECE_BYTES);
        }

        private void requireSpace() {
            long usable = pool.usableBytes();
            if (usable < reservedBytes) {
                throw new PfsException(
                        ErrorCode.NO_SPACE,
                        "only " + usable + " bytes are left of the disk, and the last " + reservedBytes
                                + " are not for what is written of large cells");
            }
        }

        /** It is read for nobody but its writer. */
        private SegmentFile open() {
            SegmentFile opened = ObjectFile.open(pool, prefix.object());
            file = Optional.of(opened);
            if (!ObjectReader.label(opened).equals(label)) {
                throw Refusals.corrupt(
                        opened.name(), ObjectFile.LABEL_AT, "label of an object", "that of another", "its own");
            }
            return opened;
        }

        void close() {
            try {
                file.ifPresent(SegmentFile::close);
            } catch (PfsException e) {
                // it was only read
            }
            file = Optional.empty();
        }
    }

    /** Reads a piece, and lets go of the file behind the last one. */
    private final class Job implements Runnable {
        private final long from;
        private byte[] piece = {};
        private Optional<PfsException> failure = Optional.empty();

        Job(long from) {
            this.from = from;
        }

        @Override
        public void run() {
            try {
                piece = source.read(from);
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
            if (failure.isPresent() || isLast()) {
                source.close();
            }
        }

        boolean isLast() {
            return from + piece.length >= source.bytes;
        }
    }

    void next() {
        Job job = new Job(at);
        workers.run(job, () -> read(job));
    }

    private void read(Job job) {
        if (job.failure.isPresent()) {
            target.ended(job.failure);
        } else if (target.isGivenUp()) {
            leave();
        } else {
            at += job.piece.length;
            target.add(job.piece);
            target.whenWritten(job.isLast() ? () -> target.ended(Optional.empty()) : this::next, this::leave);
        }
    }

    private void leave() {
        workers.run(source::close, () -> target.ended(Optional.empty()));
    }
}
