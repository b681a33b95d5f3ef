package io.pfs.server.cell;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.cell.ObjectLabel;
import io.pfs.cell.Segment;
import io.pfs.row.CellLocation;
import io.pfs.server.gc.SegmentFiles;
import io.pfs.server.object.ObjectWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HashedName;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * The objects of a loop that are being written. Each is known to its writer by a ticket, but for those that are written in
 * one go. What is here is not collected; what leaves without an edit that happened is garbage. An edit may refer to what was
 * forced of an object, and then it goes on being written; it leaves when an edit refers to all of it, or its writer gives it up.
 */
public final class ObjectWrites {
    private static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(Limits.OBJECT_SILENT_MILLIS);
    private static final long LOOKED_FOR_SILENT_NS = SILENT_NS / 60;

    private final GroupContext context;
    private final SegmentFiles files;
    private final LongConsumer freed;
    private final OpenObject.Heard heard = new Heard();
    private final Map<ObjectTicket, OpenObject> byTicket = new LinkedHashMap<>();
    /** Whose files must stay. */
    private final Set<Long> open = new TreeSet<>();

    private final LeftObjects left = new LeftObjects();
    private final ObjectFillings fillings;
    private long waitingBytes;
    private long lookedForSilentNs;

    /**
     * None so far.
     *
     * @param left those that nobody refers to, and that were being written to an earlier life of this server perhaps
     * @param freed hears how many bytes became garbage
     */
    public ObjectWrites(GroupContext context, SegmentFiles files, Collection<Long> left, LongConsumer freed) {
        this.context = context;
        this.files = files;
        this.freed = freed;
        this.fillings = new ObjectFillings(
                context.pool(),
                context.workers(),
                context.clock(),
                context.limits().spaceReservedBytes(),
                new FilledHere());
        left.forEach(object -> this.left.add(object, nowNs()));
    }

    private final class Heard implements OpenObject.Heard {
        @Override
        public void left(long bytes) {
            waitingBytes -= bytes;
        }

        @Override
        public void garbage(OpenObject object) {
            boolean isNeeded = !open.remove(object.id()) || object.isReferred();
            if (!isNeeded && object.isGivenUp()) {
                freed.accept(object.accepted());
            } else if (!isNeeded) {
                left.add(object.id(), nowNs());
            }
        }
    }

    /** An object that is begun. */
    public interface Begun {
        void is(long object, long bytes);
    }

    /**
     * Begins an object, unless that was done; {@code then} hears of it when it has what it is to begin with, or before, if that takes long. The
     * label of what that is taken from must be the same, but for its proof.
     */
    public void begin(
            ObjectTicket ticket,
            ObjectLabel label,
            Optional<ObjectPrefix> prefix,
            Begun then,
            Consumer<PfsException> failed) {
        OpenObject known = byTicket.get(ticket);
        OpenObject object = known == null ? create(ticket, label, prefix) : begunBefore(known);
        fillings.await(object, then, cause -> failed.accept(canBeRepeated(cause) ? cause : lost(cause)));
    }

    /** Who waits for one that is filled hears of a failure when that has come to its end. */
    private OpenObject begunBefore(OpenObject object) {
        object.touch(nowNs());
        return object.isFilling() ? object : requireGood(object);
    }

    /** The same request would begin another one, which may do better. */
    private static boolean canBeRepeated(PfsException cause) {
        return cause.code().retry() == ErrorCode.Retry.LATER || cause.code().retry() == ErrorCode.Retry.SAME_REQUEST;
    }

    private OpenObject create(ObjectTicket ticket, ObjectLabel label, Optional<ObjectPrefix> prefix) {
        giveUpSilent();
        requireRoom(byTicket.size(), Limits.OBJECTS_OPEN_MAX, "objects are being written");
        OpenObject created = create(label);
        created.touch(nowNs());
        byTicket.put(ticket, created);
        prefix.ifPresent(its -> fillings.begin(created, label, its));
        return created;
    }

    private final class FilledHere implements ObjectFillings.Host {
        @Override
        public void add(OpenObject object, byte[] piece) {
            object.touch(nowNs());
            ObjectWrites.this.add(object, piece);
        }

        @Override
        public void failed(OpenObject object, PfsException cause) {
            byTicket.values().removeIf(one -> one == object);
            object.abandon(cause);
            forget(object);
        }
    }

    private OpenObject create(ObjectLabel label) {
        Segment object = new Segment(files.nextObject(), context.owner());
        open.add(object.id());
        long createdMillis = context.clock().wallMillis();
        ObjectWriter writer = new ObjectWriter(context.pool(), object, label, createdMillis);
        return new OpenObject(object.id(), label, writer, context.workers(), heard);
    }

    private static void requireRoom(long now, long max, String what) {
        if (now >= max) {
            throw new PfsException(ErrorCode.BUSY, now + " " + what + ", of at most " + max);
        }
    }

    private OpenObject find(ObjectTicket ticket) {
        OpenObject found = byTicket.get(ticket);
        if (found == null) {
            throw new PfsException(
                    ErrorCode.OBJECT_LOST,
                    "the object is not known: its server began anew, its writer was silent too long, or it was given up");
        }
        found.touch(nowNs());
        return requireGood(found);
    }

    private static OpenObject requireGood(OpenObject object) {
        object.failure().ifPresent(cause -> {
            throw lost(cause);
        });
        return object;
    }

    /** Whatever became of it, it is of no use to repeat a request that is about it. */
    private static PfsException lost(PfsException cause) {
        return new PfsException(ErrorCode.OBJECT_LOST, "the object is lost: " + cause.getMessage(), cause);
    }

    /** Writes a piece; {@code then} hears of it when it is written. */
    public void write(ObjectTicket ticket, long offset, byte[] piece, Runnable then, Consumer<PfsException> failed) {
        OpenObject object = find(ticket);
        if (!object.isRepeated(offset, piece.length)) {
            requireRoom(waitingBytes, Limits.OBJECT_WAITING_BYTES_MAX, "bytes wait to be written to objects");
            add(object, piece);
        }
        object.whenWritten(offset + piece.length, then, cause -> failed.accept(lost(cause)));
    }

    private void add(OpenObject object, byte[] piece) {
        waitingBytes += piece.length;
        object.add(piece);
    }

    /** Forces what was written of an object; {@code then} hears of it when all of it is durable. */
    public void force(ObjectTicket ticket, long bytes, Runnable then, Consumer<PfsException> failed) {
        OpenObject object = find(ticket);
        object.force(bytes);
        object.whenDurable(then, cause -> failed.accept(lost(cause)));
    }

    /** Ends an object; {@code then} hears of it when all of it is durable. */
    public void seal(ObjectTicket ticket, long bytes, Runnable then, Consumer<PfsException> failed) {
        OpenObject object = find(ticket);
        object.seal(bytes);
        object.whenSealed(then, cause -> failed.accept(lost(cause)));
    }

    /** Gives an object up, if there is one of this ticket; if an edit is about to refer to it, when that has ended. */
    public void drop(ObjectTicket ticket) {
        OpenObject object = byTicket.get(ticket);
        if (object != null && object.isInEdit()) {
            object.dropLater();
        } else if (object != null) {
            byTicket.remove(ticket);
            object.drop();
            forget(object);
        }
    }

    /** If it was left, it is for nothing. */
    private void forget(OpenObject object) {
        if (left.remove(object.id())) {
            freed.accept(object.accepted());
        }
    }

    /**
     * Makes durable what there is of objects for rows of this table with such hashes; {@code then} hears of it when nothing more can be
     * done for that.
     *
     * @param leave whether they take nothing more from now on, as their rows go to another server, where others go on with them
     */
    public void force(TableId table, LongPredicate nameHash, boolean leave, Runnable then) {
        List<OpenObject> theirs = byTicket.values().stream()
                .filter(object -> object.failure().isEmpty() && object.isFor(table, nameHash))
                .toList();
        theirs.forEach(object -> force(object, leave));
        List<OpenObject> awaited = theirs.stream()
                .filter(object -> !object.isFilling() && object.failure().isEmpty() && object.accepted() > 0)
                .toList();
        new AllDurable(awaited, then).await();
    }

    /** Nobody was told yet that what is filled has all that it begins with: that is done elsewhere. */
    private void force(OpenObject object, boolean leave) {
        if (!leave) {
            object.forceAll();
        } else if (object.isFilling()) {
            fillings.cancel(object);
        } else {
            object.touch(nowNs());
            object.leave();
        }
    }

    /** Waits for several objects. */
    private static final class AllDurable {
        private final List<OpenObject> objects;
        private final Runnable then;
        private int left;

        AllDurable(List<OpenObject> objects, Runnable then) {
            this.objects = objects;
            this.then = then;
            this.left = objects.size() + 1;
        }

        void await() {
            objects.forEach(object -> object.whenDurable(this::oneLess, cause -> oneLess()));
            oneLess();
        }

        private void oneLess() {
            left--;
            if (left == 0) {
                then.run();
            }
        }
    }

    private void giveUpSilent() {
        long nowNs = nowNs();
        lookedForSilentNs = nowNs;
        List<ObjectTicket> silent = new ArrayList<>();
        byTicket.forEach((ticket, object) -> {
            if (nowNs - object.touchedNs() > SILENT_NS && !object.isInEdit()) {
                silent.add(ticket);
            }
        });
        silent.forEach(this::drop);
    }

    /** Where these are, for an edit that refers to them; from here on no other can. Refuses all or none. */
    List<CellLocation> take(List<ObjectPut> puts) {
        List<CellLocation> places = new ArrayList<>(puts.size());
        for (ObjectPut put : puts) {
            OpenObject object = find(put.ticket());
            if (object.isInEdit()) {
                throw new PfsException(ErrorCode.BUSY, "another edit refers to this object");
            }
            CellLocation place = object.durable().orElseThrow(() -> notForced(put));
            if (place.size() != put.bytes() || places.contains(place)) {
                throw new PfsException(
                        ErrorCode.OUT_OF_RANGE,
                        "an object of " + place.size() + " bytes is one cell of so many, and not one of "
                                + put.bytes());
            }
            places.add(place);
        }
        puts.forEach(put -> find(put.ticket()).enterEdit());
        return places;
    }

    private static PfsException notForced(ObjectPut put) {
        return new PfsException(
                ErrorCode.OUT_OF_RANGE,
                "the object for " + put.column() + " was neither forced nor sealed, so no edit can refer to it");
    }

    /** The outcome of an edit is known. If it did not happen, or may not have, another can still refer to them. */
    void taken(List<ObjectPut> puts, boolean happened) {
        for (ObjectPut put : puts) {
            OpenObject object = Check.present(byTicket.get(put.ticket()), "an object in an edit is there");
            boolean isAll = object.isWhollyInEdit();
            object.leaveEdit(happened);
            if (happened && isAll) {
                byTicket.remove(put.ticket());
                open.remove(object.id());
            } else if (object.isToDrop()) {
                drop(put.ticket());
            }
        }
    }

    /** Writes an object in one go; until {@link #release} it is not collected. */
    void writeWhole(
            HashedName row, ColumnId column, byte[] bytes, Consumer<CellLocation> then, Consumer<PfsException> failed) {
        long proofOfNobody = context.entropy().nextLong();
        OpenObject object = create(new ObjectLabel(row.table(), row.hash(), column, proofOfNobody));
        waitingBytes += bytes.length;
        object.add(bytes);
        object.seal(bytes.length);
        object.whenSealed(() -> then.accept(object.durable().orElseThrow()), cause -> {
            object.abandon(cause);
            forget(object);
            failed.accept(cause);
        });
    }

    /** The outcome of the edit is known that an object was written for. */
    void release(long id) {
        open.remove(id);
    }

    /** Those whose files must stay, whatever is counted. */
    public Set<Long> open() {
        giveUpSilent();
        expire();
        Set<Long> all = new TreeSet<>(open);
        all.addAll(left.ids());
        all.addAll(fillings.sources());
        return all;
    }

    /** Those that were left are garbage when their time is over, and so are those that nobody writes to: each of these is looked at, so not each time. */
    public void expire() {
        if (nowNs() - lookedForSilentNs > LOOKED_FOR_SILENT_NS) {
            giveUpSilent();
        }
        if (left.expire(nowNs())) {
            freed.accept(context.limits().columnFileBytes()); // or more: it is not known what they have
        }
    }

    /** What is filled is left as it is: nobody is told of it. */
    public void end() {
        fillings.end();
    }

    private long nowNs() {
        return context.clock().monotonicNs();
    }

    /** Lets go of all files. Nothing is under way. */
    public void close() {
        byTicket.values().forEach(OpenObject::close);
    }
}
