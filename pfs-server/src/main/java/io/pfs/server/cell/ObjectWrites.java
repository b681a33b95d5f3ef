package io.pfs.server.cell;

import io.pfs.Check;
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
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Who was silent for so long is not waited for by others; he may well write on. */
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(2);

    private final GroupContext context;
    private final SegmentFiles files;
    private final LongConsumer freed;
    private final OpenObject.Heard heard = new Heard();
    private final Map<ObjectTicket, OpenObject> byTicket = new LinkedHashMap<>();
    /** Whose files must stay. */
    private final Set<Long> open = new TreeSet<>();

    private long waitingBytes;

    /**
     * None so far.
     *
     * @param freed hears how many bytes became garbage
     */
    public ObjectWrites(GroupContext context, SegmentFiles files, LongConsumer freed) {
        this.context = context;
        this.files = files;
        this.freed = freed;
    }

    private final class Heard implements OpenObject.Heard {
        @Override
        public void left(long bytes) {
            waitingBytes -= bytes;
        }

        @Override
        public void garbage(OpenObject object) {
            if (open.remove(object.id()) && !object.isReferred()) {
                freed.accept(object.accepted());
            }
        }
    }

    /** Begins an object, unless that was done; returns how many bytes it has. */
    public long begin(ObjectTicket ticket, ObjectLabel label) {
        OpenObject known = byTicket.get(ticket);
        if (known == null) {
            giveUpSilent();
            requireRoom(byTicket.size(), Limits.OBJECTS_OPEN_MAX, "objects are being written");
            known = create(label);
            known.touch(nowNs());
            byTicket.put(ticket, known);
        }
        requireGood(known);
        return known.accepted();
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
        return new PfsException(
                ErrorCode.OBJECT_LOST, "the object is lost, and has to be written anew: " + cause.getMessage(), cause);
    }

    /** Writes a piece; {@code then} hears of it when it is written. */
    public void write(ObjectTicket ticket, long offset, byte[] piece, Runnable then, Consumer<PfsException> failed) {
        OpenObject object = find(ticket);
        if (!object.isRepeated(offset, piece.length)) {
            requireRoom(waitingBytes, Limits.OBJECT_WAITING_BYTES_MAX, "bytes wait to be written to objects");
            waitingBytes += piece.length;
            object.add(piece);
        }
        object.whenWritten(offset + piece.length, then, cause -> failed.accept(lost(cause)));
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
        }
    }

    /** Whether an object is being written for a row of this table with such a hash, by somebody who was heard of lately or waits for a disk. */
    public boolean areWritten(TableId table, LongPredicate nameHash) {
        long nowNs = nowNs();
        return byTicket.values().stream()
                .filter(object -> object.isAwaited() || nowNs - object.touchedNs() <= QUIET_NS)
                .map(OpenObject::label)
                .anyMatch(label -> label.table().equals(table) && nameHash.test(label.nameHash()));
    }

    private void giveUpSilent() {
        long nowNs = nowNs();
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
    void writeWhole(ObjectLabel label, byte[] bytes, Consumer<CellLocation> then, Consumer<PfsException> failed) {
        OpenObject object = create(label);
        waitingBytes += bytes.length;
        object.add(bytes);
        object.seal(bytes.length);
        object.whenSealed(() -> then.accept(object.durable().orElseThrow()), failed);
    }

    /** The outcome of the edit is known that an object was written for. */
    void release(long id) {
        open.remove(id);
    }

    /** Those whose files must stay, whatever is counted. */
    public Set<Long> open() {
        giveUpSilent();
        return new TreeSet<>(open);
    }

    private long nowNs() {
        return context.clock().monotonicNs();
    }

    /** Lets go of all files. Nothing is under way. */
    public void close() {
        byTicket.values().forEach(OpenObject::close);
    }
}
