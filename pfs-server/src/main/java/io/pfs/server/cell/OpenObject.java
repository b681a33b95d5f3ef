package io.pfs.server.cell;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.cell.ObjectLabel;
import io.pfs.env.Workers;
import io.pfs.row.CellLocation;
import io.pfs.server.object.ObjectWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * An object while it is written: takes its pieces in their order and has them written on a worker, those together that came
 * while the last ones were on their way.
 */
final class OpenObject {
    private final long id;
    private final ObjectLabel label;
    private final ObjectWriter writer;
    private final Workers workers;
    private final Heard heard;
    private final List<Wait> waits = new ArrayList<>();
    private List<byte[]> pieces = new ArrayList<>();
    private boolean writing;
    private boolean sealing;
    private boolean isSealed;
    private boolean inEdit;
    /** That edit refers to all of it: it had ended when the edit took its place. */
    private boolean whollyInEdit;

    /** It is given what it begins with, and takes nothing else meanwhile. */
    private boolean filling;
    /** It takes nothing any more, and what it has is made durable, so that another one can begin with it. */
    private boolean leaving;

    private boolean toDrop;
    private boolean givenUp;
    private boolean isReferred;
    private long accepted;
    private long written;
    /** Somebody waits until so many bytes are durable. */
    private long forceUpTo;

    private Optional<CellLocation> durable = Optional.empty();
    private Optional<PfsException> failure = Optional.empty();
    private long touchedNs;

    /** Hears of what concerns others. */
    interface Heard {
        /** So many bytes wait no more. */
        void left(long bytes);

        /** Nothing more will be written, and nobody will refer to it: its file is garbage. */
        void garbage(OpenObject object);
    }

    /** What can be waited for. */
    private enum Until {
        WRITTEN,
        DURABLE,
        SEALED
    }

    /** Who waits until that has become of so many bytes. */
    private record Wait(Until until, long upTo, Runnable then, Consumer<PfsException> failed) {}

    OpenObject(long id, ObjectLabel label, ObjectWriter writer, Workers workers, Heard heard) {
        this.id = id;
        this.label = label;
        this.writer = writer;
        this.workers = workers;
        this.heard = heard;
    }

    /** One write on a worker, and a force, or the end of the object, if that comes behind it. */
    private static final class Job implements Runnable {
        private final ObjectWriter writer;
        private final List<byte[]> pieces;
        private final Until upTo;
        private Optional<CellLocation> durable = Optional.empty();
        private Optional<PfsException> failure = Optional.empty();

        Job(ObjectWriter writer, List<byte[]> pieces, Until upTo) {
            this.writer = writer;
            this.pieces = pieces;
            this.upTo = upTo;
        }

        @Override
        public void run() {
            try {
                if (!pieces.isEmpty()) {
                    writer.write(pieces);
                }
                if (upTo == Until.WRITTEN) {
                    writer.flush();
                } else {
                    durable = Optional.of(upTo == Until.SEALED ? writer.seal() : writer.force());
                }
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        long bytes() {
            return pieces.stream().mapToLong(piece -> piece.length).sum();
        }
    }

    long id() {
        return id;
    }

    /** Whether it is for a row with such a hash. */
    boolean isFor(TableId table, LongPredicate nameHash) {
        return label.table().equals(table) && nameHash.test(label.nameHash());
    }

    /** Bytes that were taken in. */
    long accepted() {
        return accepted;
    }

    /** What an edit can refer to: all that was there when it was last forced, or ended. */
    Optional<CellLocation> durable() {
        return durable;
    }

    /** Whether an edit happened that refers to it, so that it is no garbage for having been given up. */
    boolean isReferred() {
        return isReferred;
    }

    Optional<PfsException> failure() {
        return failure;
    }

    /** Whether an edit refers to it whose outcome is not known. */
    boolean isInEdit() {
        return inEdit;
    }

    /** Whether that edit refers to all of it; it may have ended since the edit took a part. */
    boolean isWhollyInEdit() {
        return whollyInEdit;
    }

    /** An edit refers to it from now on, as far as it is durable. */
    void enterEdit() {
        inEdit = true;
        whollyInEdit = isSealed;
    }

    /** Its writer gave it up while an edit was on its way. */
    void dropLater() {
        toDrop = true;
    }

    boolean isToDrop() {
        return toDrop;
    }

    /** The outcome of that edit is known. */
    void leaveEdit(boolean happened) {
        inEdit = false;
        whollyInEdit = false;
        isReferred |= happened;
        if (failure.isPresent()) {
            endIfLost();
        }
    }

    long touchedNs() {
        return touchedNs;
    }

    void touch(long nowNs) {
        touchedNs = nowNs;
    }

    /** Whether this piece has come before. Refuses one that does not belong at the end. */
    boolean isRepeated(long offset, int length) {
        if (offset + length <= accepted) {
            return true;
        }
        requireTaking();
        if (offset > accepted) {
            throw new PfsException(
                    ErrorCode.BUSY, "a piece at " + offset + " came before that at " + accepted + " of its object");
        }
        if (offset < accepted || sealing) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "an object is written at its end, which is " + accepted + (sealing ? " for good" : "") + ", not "
                            + offset);
        }
        return false;
    }

    /** Takes in a piece of what it begins with, or of what its writer sends; its array must not change. */
    void add(byte[] piece) {
        pieces.add(piece);
        accepted += piece.length;
        proceed();
    }

    /** From now on pieces of something else are added, until {@link #filled}. */
    void fill() {
        filling = true;
    }

    void filled() {
        filling = false;
    }

    boolean isFilling() {
        return filling;
    }

    /** Refuses what comes while it is filled, or when it is to go on elsewhere. */
    private void requireTaking() {
        if (filling) {
            throw new PfsException(ErrorCode.BUSY, "an object takes nothing before it has what it begins with");
        }
        if (leaving) {
            throw new PfsException(
                    ErrorCode.OBJECT_LOST, "its row goes to another server, where another object can go on with it");
        }
    }

    /** Takes nothing any more. */
    void leave() {
        leaving = true;
        forceAll();
    }

    /** Makes durable what it has. */
    void forceAll() {
        if (forceUpTo < accepted) {
            forceUpTo = accepted;
            proceed();
        }
    }

    /** Forces what was written, which must be so many bytes. */
    void force(long bytes) {
        requireAll(bytes);
        if (forceUpTo < bytes) {
            requireTaking();
            forceUpTo = bytes;
            proceed();
        }
    }

    private void requireAll(long bytes) {
        if (bytes > accepted) {
            requireTaking();
            throw new PfsException(
                    ErrorCode.BUSY, "the end of an object at " + bytes + " came before the piece at " + accepted);
        }
        if (bytes < accepted || bytes == 0) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, "an object with " + accepted + " bytes can't end at " + bytes);
        }
    }

    /** Ends it behind so many bytes. */
    void seal(long bytes) {
        requireAll(bytes);
        if (!sealing) {
            requireTaking();
            sealing = true;
            proceed();
        }
    }

    /** Calls back when so many bytes are written. */
    void whenWritten(long upTo, Runnable then, Consumer<PfsException> failed) {
        await(new Wait(Until.WRITTEN, upTo, then, failed));
    }

    /** Calls back when all is durable that was taken in. */
    void whenDurable(Runnable then, Consumer<PfsException> failed) {
        await(new Wait(Until.DURABLE, accepted, then, failed));
    }

    void whenSealed(Runnable then, Consumer<PfsException> failed) {
        await(new Wait(Until.SEALED, accepted, then, failed));
    }

    private void await(Wait wait) {
        waits.add(wait);
        answer();
    }

    /** Whether its writer, or who waited for him, has given it up. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** Nobody will refer to it. */
    void drop() {
        Check.that(!inEdit, "an object in an edit is not given up", id);
        abandon(new PfsException(ErrorCode.OBJECT_LOST, "the object was given up"));
    }

    /** Nothing more will become of it, and nobody will begin another one with what it has. */
    void abandon(PfsException cause) {
        givenUp = true;
        fail(cause);
    }

    private void fail(PfsException cause) {
        if (failure.isPresent()) {
            return;
        }
        failure = Optional.of(cause);
        heard.left(pieces.stream().mapToLong(piece -> piece.length).sum());
        pieces = new ArrayList<>();
        answer();
        endIfLost();
    }

    /** As long as an edit may come to refer to what was forced of it, its file stays. */
    private void endIfLost() {
        if (!writing && !inEdit) {
            writer.close();
            heard.garbage(this);
        }
    }

    private void proceed() {
        Until upTo = due();
        if (writing || failure.isPresent() || (pieces.isEmpty() && upTo == Until.WRITTEN)) {
            return;
        }
        writing = true;
        Job job = new Job(writer, pieces, upTo);
        pieces = new ArrayList<>();
        workers.run(job, () -> ended(job));
    }

    /** How far the next job goes. */
    private Until due() {
        if (sealing && !isSealed) {
            return Until.SEALED;
        }
        return durableBytes() < forceUpTo ? Until.DURABLE : Until.WRITTEN;
    }

    private long durableBytes() {
        return durable.map(CellLocation::size).orElse(0L);
    }

    private void ended(Job job) {
        writing = false;
        heard.left(job.bytes());
        if (failure.isPresent()) {
            endIfLost(); // it was given up meanwhile
        } else if (job.failure.isPresent()) {
            fail(job.failure.get());
        } else {
            written += job.bytes();
            durable = job.durable.or(() -> durable);
            isSealed = job.upTo == Until.SEALED;
            answer();
            proceed();
        }
    }

    private void answer() {
        List<Wait> all = List.copyOf(waits);
        waits.clear();
        for (Wait wait : all) {
            if (failure.isPresent()) {
                wait.failed.accept(failure.get());
            } else if (isOver(wait)) {
                wait.then.run();
            } else {
                waits.add(wait);
            }
        }
    }

    private boolean isOver(Wait wait) {
        return switch (wait.until) {
            case WRITTEN -> wait.upTo <= written;
            case DURABLE -> wait.upTo <= durableBytes();
            case SEALED -> isSealed;
        };
    }

    /** Lets go of the file; nothing is under way. */
    void close() {
        writer.close();
    }
}
