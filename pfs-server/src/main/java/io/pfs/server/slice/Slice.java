package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.change.Change.ReplyKept;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one slice, packed. A place in the arena ("ref") is valid until the next change.
 *
 * <p>Names come with their hash, so that a name is hashed once per request. Arrays handed in are copied from, never kept.
 */
public final class Slice extends PackedRows implements SlicePlace {
    /** A slice of big rows splits before its image grows too large. */
    private static final int SPLIT_BYTES = Limits.SLICE_IMAGE_BYTES_MAX / 4;
    /** So long nobody is refused a new row, even if it can't be split; an image holds as many again. */
    private static final int FULL_BYTES = Limits.SLICE_IMAGE_BYTES_MAX / 2;

    private static final int FULL_ROWS = 1 << 16;
    /** What the objects of a slice take beside its arena. */
    private static final int OBJECT_BYTES = 168;

    private static final long NEVER = -1;
    private static final int SLACK_SHIFT = 1;
    /** Changes of slices that are not in memory share what there is of it: the fewer fit, the more often all are written. */
    private static final int OVERLAY_SLACK_SHIFT = 3;
    /** There are as many as there are slices, each new name looks through one, and none is in any cache: slots are looked at sooner. */
    private static final int OVERLAY_TINY_ROWS_MAX = 3;

    private final SliceKey key;
    private final NameHash hash;
    private final Limits limits;
    /** Those of the key; a change must not have to fetch more objects to see that it is in the right place. */
    private final int index;

    private final long table;
    /** It stands for rows it does not hold: a name it does not know may still have an image. */
    private final boolean isOverlay;

    private int depth;
    private long sequence;
    /** Whether a row that came since the newest image has gone without a trace. */
    private boolean forgot;

    /** Of an overlay: its newest change when it was copied to be written. */
    private long copiedSequence = NEVER;

    private @Nullable Replies replies;

    /** An empty slice, of which there is no image. */
    public Slice(SliceKey key, int depth, NameHash hash, Limits limits) {
        this(key, depth, hash, limits, false);
    }

    private Slice(SliceKey key, int depth, NameHash hash, Limits limits, boolean isOverlay) {
        super(
                isOverlay ? Math.min(limits.tinyRowsMax(), OVERLAY_TINY_ROWS_MAX) : limits.tinyRowsMax(),
                SplitThreshold.of(key, depth, limits.sliceRowsMax()),
                isOverlay ? OVERLAY_SLACK_SHIFT : SLACK_SHIFT);
        this.key = key;
        this.index = key.slice().value();
        this.table = key.table().value();
        this.hash = hash;
        this.limits = limits;
        this.isOverlay = isOverlay;
        this.depth = depth;
        Check.inRange("slice depth", depth, 0, Limits.SLICE_DEPTH_MAX);
    }

    /** An empty slice for changes to one that is not in memory: it remembers every name removed. */
    public static Slice overlay(SliceKey key, int depth, NameHash hash, Limits limits) {
        return new Slice(key, depth, hash, limits, true);
    }

    public SliceKey key() {
        return key;
    }

    public int depth() {
        return depth;
    }

    public NameHash hash() {
        return hash;
    }

    public Limits limits() {
        return limits;
    }

    public boolean isOverlay() {
        return isOverlay;
    }

    /** Sequence of the shard's newest change that is in it. */
    @Override
    public long sequence() {
        return sequence;
    }

    public void advance(long newSequence) {
        Check.that(newSequence >= sequence, "the sequence of a slice only grows", newSequence);
        sequence = newSequence;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Names removed since the newest image. */
    public int removedCount() {
        return removedCount;
    }

    /** Rows put since the newest image. Looks at each row. */
    public int changedCount() {
        int changed = 0;
        for (int ref = start(); ref < used; ref += Entry.length(arena, ref)) {
            boolean isRow = !Entry.isDead(arena, ref) && !Entry.isRemoved(arena, ref);
            changed += isRow && (Entry.flags(arena, ref) & Entry.CHANGED) != 0 ? 1 : 0;
        }
        return changed;
    }

    public int splitThreshold() {
        return splitThreshold;
    }

    public boolean isOverThreshold() {
        boolean isFull = rowCount > splitThreshold || (used - dead > SPLIT_BYTES && rowCount > 1);
        return isFull && depth < Limits.SLICE_DEPTH_MAX;
    }

    /** Whether it has grown far over its threshold without being split, so that an image may not hold much more. */
    public boolean isFull(int rows) {
        return rows >= FULL_ROWS || used - dead > FULL_BYTES;
    }

    // Reading

    /** Where the row of this name is, or -1. */
    public int find(long nameHash, byte[] bytes, int nameAt, int nameLength) {
        int ref = entry(nameHash, bytes, nameAt, nameLength);
        return ref == ABSENT || Entry.isRemoved(arena, ref) ? ABSENT : ref;
    }

    /** Where the row of this file is, whose name has this hash, or -1. */
    public int findFile(long nameHash, FileId fileId) {
        return entryOfFile(nameHash, fileId.value());
    }

    @Override
    public Lookup lookUp(long nameHash, byte[] bytes, int nameAt, int nameLength) {
        return asLookup(find(nameHash, bytes, nameAt, nameLength));
    }

    @Override
    public Lookup lookUpFile(long nameHash, FileId fileId) {
        return asLookup(findFile(nameHash, fileId));
    }

    private Lookup asLookup(int ref) {
        return ref == ABSENT ? Lookup.Absent.KNOWN : new Lookup.Found(this, ref);
    }

    /** All its rows are in memory, or it is an overlay, which is nowhere without its {@link SlicePlace.Unloaded}. */
    @Override
    public Slice target() {
        return this;
    }

    /** Whether this name was removed since the newest image. */
    public boolean isRemoved(long nameHash, byte[] bytes, int nameAt, int nameLength) {
        int ref = entry(nameHash, bytes, nameAt, nameLength);
        return ref != ABSENT && Entry.isRemoved(arena, ref);
    }

    public byte[] arena() {
        return arena;
    }

    public int nameAt(int ref) {
        return ref + Entry.NAME;
    }

    public int nameLength(int ref) {
        return Entry.nameLength(arena, ref);
    }

    public int rowAt(int ref) {
        return Entry.rowAt(arena, ref);
    }

    public int rowLength(int ref) {
        return Entry.rowLength(arena, ref);
    }

    public long hash(int ref) {
        return Entry.hash(arena, ref);
    }

    public RowCursor rows() {
        return RowCursor.of(arena, start(), used, rowCount, Entry.REMOVED, 0);
    }

    /** Rows whose names have this hash: nearly always one, or none. */
    public RowCursor rowsWith(long nameHash) {
        return RowCursor.of(arena, refsWith(nameHash));
    }

    /** Rows that are not, or not so, in the newest image. */
    public RowCursor changedRows() {
        return RowCursor.of(arena, start(), used, rowCount, Entry.REMOVED | Entry.CHANGED, Entry.CHANGED);
    }

    /** Names removed since the newest image; their rows are empty. */
    public RowCursor removedNames() {
        return RowCursor.of(arena, start(), used, removedCount, Entry.REMOVED, Entry.REMOVED);
    }

    public Replies replies() {
        Replies kept = replies;
        if (kept == null) {
            kept = new Replies(limits.repliesPerSliceMax());
            replies = kept;
        }
        return kept;
    }

    /** How many replies there are; unlike {@link #replies()} it makes no room for any. */
    public int replyCount() {
        Replies kept = replies;
        return kept == null ? 0 : kept.count();
    }

    /** Keeps the reply to a request about a name of this slice. */
    void addReply(ReplyKept kept, long order) {
        checkMine(kept.table());
        checkMine(kept.nameHash());
        replies().add(kept, order);
    }

    /** Does without the reply to a request, if it is here: its client has it. */
    public void forgetReply(RequestId request) {
        Replies kept = replies;
        if (kept != null) {
            kept.drop(request);
        }
    }

    /** Reads what the next lookup of a reply will read. */
    int touchReplies() {
        Replies kept = replies;
        return kept == null ? 0 : kept.touch();
    }

    public Optional<byte[]> findReply(RequestId request) {
        Replies kept = replies;
        return kept == null ? Optional.empty() : kept.find(request);
    }

    /** What it holds in memory: its arena, itself and its replies. */
    public long memoryBytes() {
        Replies kept = replies;
        return OBJECT_BYTES + arrayBytes() + (kept == null ? 0 : kept.memoryBytes());
    }

    // Changing

    /** Makes or replaces the row of a name and marks it changed; true if it is new. */
    public boolean put(long nameHash, byte[] names, int nameAt, int nameLength, byte[] rows, int rowAt, int rowLength) {
        checkMine(nameHash, nameLength);
        int length = Entry.NAME + nameLength + rowLength;
        Check.that(length <= Entry.LENGTH_MAX, "a row with its name fits an entry", length);
        int old = entry(nameHash, names, nameAt, nameLength);
        boolean isNew = old == ABSENT || Entry.isRemoved(arena, old);
        int flags = Entry.CHANGED;
        if (old == ABSENT) {
            flags |= isOverlay ? 0 : Entry.NEW;
        } else {
            flags |= Entry.flags(arena, old) & Entry.NEW;
            if (Entry.length(arena, old) == length && old >= copiedTo) {
                revive(old, flags);
                System.arraycopy(rows, rowAt, arena, Entry.rowAt(arena, old), rowLength);
                return isNew;
            }
            drop(old);
        }
        int ref = append(length, flags, nameHash, names, nameAt, nameLength);
        System.arraycopy(rows, rowAt, arena, ref + Entry.NAME + nameLength, rowLength);
        return isNew;
    }

    /** Removes a row and remembers its name, unless no image can have it; true if there was one. */
    public boolean remove(long nameHash, byte[] bytes, int nameAt, int nameLength) {
        checkMine(nameHash, nameLength);
        int old = entry(nameHash, bytes, nameAt, nameLength);
        if (old == ABSENT) {
            append(Entry.NAME + nameLength, Entry.REMOVED, nameHash, bytes, nameAt, nameLength);
            return false;
        }
        if (Entry.isRemoved(arena, old)) {
            return false;
        }
        if ((Entry.flags(arena, old) & Entry.NEW) != 0) {
            drop(old);
            forgot = true;
        } else if (old < copiedTo) {
            drop(old);
            append(Entry.NAME + nameLength, Entry.REMOVED, nameHash, bytes, nameAt, nameLength);
        } else {
            rowCount--;
            removedCount++;
            dead += Entry.rowLength(arena, old);
            Entry.setFlags(arena, old, Entry.REMOVED);
        }
        if (dead > used >> 1) {
            rebuild(0, 0);
        }
        return true;
    }

    /** An image of all of this was written (not a delta): from now on changes count from here. */
    public void imageWritten() {
        forgot = false;
        forgetChanges();
    }

    /** Applies a delta or an overlay of this slice: its rows replace, its removed names remove, its replies are added. */
    public void merge(Slice newer) {
        Check.that(newer.key.equals(key) && newer.depth == depth, "only changes to the same slice are merged");
        putEntries(newer, newer.start());
        mergeReplies(newer);
    }

    /** The same but for the rows. */
    public void mergeReplies(Slice newer) {
        Replies added = newer.replies;
        if (added != null) {
            replies().addAll(added);
        }
        advance(newer.sequence);
    }

    /** Puts and removes what the entries of another slice say, from this one on. */
    private void putEntries(Slice newer, int first) {
        byte[] from = newer.arena;
        for (int ref = first; ref < newer.used; ref += Entry.length(from, ref)) {
            int name = ref + Entry.NAME;
            if (Entry.isDead(from, ref)) {
                continue;
            }
            if (Entry.isRemoved(from, ref)) {
                remove(Entry.hash(from, ref), from, name, Entry.nameLength(from, ref));
            } else {
                int row = Entry.rowAt(from, ref);
                int rowLength = Entry.rowLength(from, ref);
                put(Entry.hash(from, ref), from, name, Entry.nameLength(from, ref), from, row, rowLength);
            }
        }
    }

    /** Whether {@link #changes} lacks a name that came since the newest image and is gone: a delta may have it. */
    public boolean isForgetful() {
        return forgot;
    }

    /** What changed since the newest image, to be laid over that. */
    public Slice changes() {
        Slice changes = overlay(key, depth, hash, limits);
        for (int ref = start(); ref < used; ref += Entry.length(arena, ref)) {
            int name = ref + Entry.NAME;
            int nameLength = Entry.nameLength(arena, ref);
            if (Entry.isDead(arena, ref)) {
                continue;
            }
            if (Entry.isRemoved(arena, ref)) {
                changes.remove(Entry.hash(arena, ref), arena, name, nameLength);
            } else if ((Entry.flags(arena, ref) & Entry.CHANGED) != 0) {
                int row = Entry.rowAt(arena, ref);
                changes.put(Entry.hash(arena, ref), arena, name, nameLength, arena, row, Entry.rowLength(arena, ref));
            }
        }
        Replies kept = replies;
        if (kept != null) {
            changes.replies().addAll(kept);
        }
        changes.advance(sequence);
        return changes;
    }

    /** Keeps the lower half at the next depth and returns the upper half, as a slice of which there is no image. */
    public Slice split() {
        Check.that(!isOverlay, "an overlay is merged before its slice is split");
        return divided();
    }

    private Slice divided() {
        Check.that(depth < Limits.SLICE_DEPTH_MAX, "a slice that splits is above the greatest depth", depth);
        int bit = depth;
        SliceId siblingId = new SliceId(SplitArithmetic.child(index, bit));
        Slice upper = new Slice(new SliceKey(key.table(), siblingId), bit + 1, hash, limits, isOverlay);
        upper.sequence = sequence;
        depth = bit + 1;
        splitThreshold = SplitThreshold.of(key, depth, limits.sliceRowsMax());

        moveUpper(bit, upper);
        Replies kept = replies;
        if (kept != null) {
            upper.replies = kept.split(bit);
        }
        return upper;
    }

    /** Leaves the rows of its siblings behind that came into being until it had this depth. */
    public void splitTo(int newDepth) {
        while (depth < newDepth) {
            divided();
        }
    }

    /** As it is now, for who reads it row by row while this goes on changing: nothing is looked up in it. */
    public Slice copy() {
        Slice copy = new Slice(key, depth, hash, limits, isOverlay);
        copy.sequence = sequence;
        copy.copyEntries(this);
        Replies kept = replies;
        if (kept != null) {
            copy.replies = kept.copy();
        }
        return copy;
    }

    /**
     * As this overlay is now, to be written; what changes from then on is told apart, until another copy is made. An entry that
     * it has may be in no place that it shares with a later change.
     */
    public Slice copyToWrite() {
        Check.that(isOverlay, "what changes after a copy is told apart in overlays only", key);
        copiedTo = used;
        copiedSequence = sequence;
        return copy();
    }

    /** Whether the last copy to be written was made when this was the newest change. */
    public boolean isCopiedAt(long newest) {
        return copiedSequence == newest;
    }

    /** What changed since the last copy to be written, alone. */
    public Slice sinceCopy() {
        Slice since = overlay(key, depth, hash, limits);
        since.putEntries(this, Math.max(copiedTo, start()));
        Replies kept = replies;
        if (kept != null && kept.hasAfter(copiedSequence)) {
            since.replies().addAllAfter(kept, copiedSequence);
        }
        since.advance(sequence);
        return since;
    }

    /** Makes room for so many bytes of rows with their names at once, exactly. */
    public void reserve(int rows, int bytes) {
        reserveEntries(rows, bytes + rows * Entry.NAME);
    }

    private void checkMine(long nameHash, int nameLength) {
        Check.inRange("length of a row name", nameLength, 1, Limits.ROW_NAME_BYTES_MAX);
        checkMine(nameHash);
    }

    void checkMine(TableId of) {
        Check.that(of.value() == table, "a change is applied to its own table", of.value());
    }

    private void checkMine(long nameHash) {
        boolean isMine = SplitArithmetic.covers(index, depth, nameHash);
        Check.that(isMine, "the hash of a name ends in the bits of its slice", nameHash);
    }
}
