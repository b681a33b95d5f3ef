package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.hash.SliceOrder;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.permission.Rights;
import io.pfs.server.slice.RowTouch;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SliceDirectory;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A table in a shard: its facts, and the slices of it that this shard has. At home that is slice 0 and whatever was split off
 * from it and stays; elsewhere, what was adopted.
 */
public final class TableState {
    private TableFacts facts;
    private final ShardId here;
    private final int shards;
    private final NameHash hash;
    /** A place for each end of a hash; null where the slice lives in another shard. */
    private @Nullable HeldSlice[] slices;

    /** Only there so that touching what it sums up is not optimized away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    private Rights rights = Rights.NONE;
    private long namesChangedMillis;
    /** Of that, what records say that a checkpoint has not left behind. */
    private long namesJournaledMillis;

    private boolean namesPending;
    private boolean dropped;

    /**
     * A table of which nothing is on storage: one empty slice at home, none elsewhere.
     *
     * @param shards of the file system
     */
    public TableState(TableFacts facts, ShardId here, int shards, Limits limits) {
        this.facts = facts;
        this.here = here;
        this.shards = shards;
        this.hash = new NameHash(facts.pointer().hashSeed());
        slices = new HeldSlice[1];
        if (isHome()) {
            SliceKey first = new SliceKey(facts.id(), new SliceId(0));
            slices[0] = new HeldSlice(new Slice(first, 0, hash, limits), Optional.empty());
        }
    }

    /** Whether the table's own row is in this shard, and not a copy of it. */
    public boolean isHome() {
        return facts.base().equals(here);
    }

    /** What its row said when it was written last. */
    public TableFacts facts() {
        return facts;
    }

    /** Whether somebody may want to know of its rows. */
    public boolean hasIndexes() {
        return !facts.indexes().isEmpty();
    }

    void note(TableFacts now) {
        facts = now;
    }

    /** What may be done with it, as its row in this shard says. */
    public Rights rights() {
        return rights;
    }

    void setRights(Rights now) {
        rights = now;
    }

    /** When a name of it came or went last; 0 if none did since the checkpoint that this shard was opened from. */
    public long namesChangedMillis() {
        return namesChangedMillis;
    }

    /** A record says so. */
    public void namesChanged(long millis) {
        namesHeard(millis);
        namesJournaledMillis = Math.max(namesJournaledMillis, millis);
    }

    /** Somebody says so, and nothing that outlives this opening. */
    public void namesHeard(long millis) {
        namesPending |= millis > namesChangedMillis;
        namesChangedMillis = Math.max(namesChangedMillis, millis);
    }

    /** When a name changed last as far as the next opening will know besides the table's row; 0 if that is all it will. */
    public long namesJournaledMillis() {
        return namesJournaledMillis;
    }

    /** A checkpoint has begun, and the row could not be written: records before it may be read no more. */
    public void namesLeftBehind() {
        namesJournaledMillis = 0;
    }

    /** Whether only this knows when a name changed last: then it must stay. */
    public boolean hasNamesPending() {
        return namesPending;
    }

    /** The table's row has this time, or nearly. */
    public void namesWritten(long millis) {
        namesPending = namesChangedMillis > millis;
        namesJournaledMillis = namesJournaledMillis > millis ? namesJournaledMillis : 0;
    }

    /** The table is gone. */
    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }

    public NameHash hash() {
        return hash;
    }

    public int spread() {
        return facts.pointer().spread();
    }

    /** Where a slice of it belongs. */
    public ShardId shardOf(int slice) {
        return shardOf(slice, spread());
    }

    private ShardId shardOf(int slice, int spread) {
        return facts.pointer().shardOf(slice, spread, shards);
    }

    /** Whether a slice belonged into this shard before the table was spread further, if it is being distributed. */
    boolean belongedHere(int slice) {
        return shardOf(slice, facts.settledSpread()).equals(here);
    }

    /** Whether a slice belongs into another shard. */
    public boolean isForeign(int slice) {
        return spread() > 0 && !shardOf(slice).equals(here);
    }

    /** Has memory bring at once what lookups of the first of these hashes will need, and changes of their rows: see {@link RowTouch}. */
    public void touch(long[] hashes, int count) {
        touched = touching(hashes, count).rows(hashes);
    }

    /** The same with the replies that are kept with them. */
    public void touchWithReplies(long[] hashes, int count) {
        touched = touching(hashes, count).rowsAndReplies(hashes);
    }

    private RowTouch touching(long[] hashes, int count) {
        RowTouch touch = new RowTouch(count);
        for (int i = 0; i < count; i++) {
            HeldSlice slice = slices[SliceDirectory.place(hashes[i], slices.length)];
            if (slice != null) {
                touch.set(i, slice.placeAhead());
            }
        }
        return touch;
    }

    /** The slice of the names of this hash, if it is in this shard. */
    public Optional<HeldSlice> sliceAt(long nameHash) {
        HeldSlice slice = slices[SliceDirectory.place(nameHash, slices.length)];
        return slice != null && (spread() == 0 || covers(slice, nameHash)) ? Optional.of(slice) : Optional.empty();
    }

    /** The slice of the names at a position, or else of those behind it the first that is here. */
    public Optional<HeldSlice> firstFrom(long position) {
        int depth = Integer.numberOfTrailingZeros(slices.length);
        int unused = Long.SIZE - depth;
        Optional<HeldSlice> first = sliceAt(SliceOrder.hashAt(position));
        for (long nth = depth == 0 ? 1 : (position >>> unused) + 1; first.isEmpty() && nth < slices.length; nth++) {
            first = sliceAt(SliceOrder.hashAt(nth << unused));
        }
        return first;
    }

    private static boolean covers(HeldSlice slice, long nameHash) {
        return SplitArithmetic.covers(slice.key().slice().value(), depth(slice), nameHash);
    }

    static int depth(HeldSlice slice) {
        return slice.place().target().depth();
    }

    /** The slice of the names of this hash, which must be in this shard. */
    public HeldSlice sliceOf(long nameHash) {
        if (spread() == 0) {
            return Check.present(slices[SliceDirectory.place(nameHash, slices.length)], "a table at home is whole");
        }
        return sliceAt(nameHash)
                .orElseThrow(() ->
                        new PfsException(ErrorCode.MISPLACED, "these names of " + facts.id() + " are not in " + here));
    }

    public HeldSlice slice(int index) {
        Check.that(has(index), "a slice that is asked for exists", index);
        return Check.present(slices[index], "a slice that is there");
    }

    public boolean has(int index) {
        return index < slices.length && at(index).isPresent();
    }

    /** Takes in a slice that came from storage, from a split or from another shard, instead of one that stood for it. */
    void add(HeldSlice held) {
        int index = held.key().slice().value();
        if (has(index)) {
            remove(slice(index));
        }
        int step = 1 << depth(held);
        while (slices.length < step) {
            widen();
        }
        for (int place = index; place < slices.length; place += step) {
            slices[place] = held;
        }
    }

    private void widen() {
        int length = slices.length;
        slices = Arrays.copyOf(slices, 2 * length);
        System.arraycopy(slices, 0, slices, length, length);
    }

    /** Lets go of a slice that lives in another shard now. */
    void remove(HeldSlice held) {
        int step = 1 << SplitArithmetic.birthDepth(held.index());
        for (int place = held.index(); place < slices.length; place += step) {
            if (slices[place] == held) {
                slices[place] = null;
            }
        }
    }

    /** The slice that has the names of one that was never split off it: it could not be read then. */
    public Optional<HeldSlice> undivided(int index) {
        HeldSlice lower = slices[index & (slices.length - 1)];
        return lower == null || lower.index() == index ? Optional.empty() : Optional.of(lower);
    }

    /** Nothing here has the names of this slice any more, which lives in another shard. */
    void removePlaces(int index, int depth) {
        int step = 1 << depth;
        while (slices.length < step) {
            widen();
        }
        for (int place = index; place < slices.length; place += step) {
            slices[place] = null;
        }
    }

    public void forEachSlice(Consumer<HeldSlice> visitor) {
        for (int index = 0; index < slices.length; index++) {
            at(index).ifPresent(visitor);
        }
    }

    /** How many slices of it this shard has. */
    public int sliceCount() {
        int[] count = {0};
        forEachSlice(slice -> count[0]++);
        return count[0];
    }

    /** How many places {@link #at} knows. */
    public int places() {
        return slices.length;
    }

    /** The slice with this index, if there is one. */
    public Optional<HeldSlice> at(int index) {
        HeldSlice slice = slices[index];
        return slice != null && slice.index() == index ? Optional.of(slice) : Optional.empty();
    }

    public boolean allMatch(Predicate<HeldSlice> condition) {
        boolean[] all = {true};
        forEachSlice(slice -> all[0] &= condition.test(slice));
        return all[0];
    }

    // The table elsewhere

    /**
     * Which slices exist, down to the spread that clients are told of, as far as follows from those of this shard.
     *
     * @param isMoving slices that nobody is told of yet, since they are between shards
     */
    public SliceBitmap known(Predicate<SliceKey> isMoving) {
        SliceBitmap known = new SliceBitmap();
        int told = facts.settledSpread();
        int end = Math.min(1 << told, slices.length); // of all others, which may be very many, nobody is told
        for (int index = 0; index < end; index++) {
            at(index)
                    .filter(held -> !isMoving.test(held.key()))
                    .ifPresent(held -> addKnown(known, held, told, isMoving));
        }
        return known;
    }

    private void addKnown(SliceBitmap known, HeldSlice held, int told, Predicate<SliceKey> isMoving) {
        addWithAncestors(known, held.index());
        children(held, told).stream()
                .filter(child -> !isMoving.test(new SliceKey(facts.id(), new SliceId(child))))
                .forEach(child -> addWithAncestors(known, child));
    }

    private static void addWithAncestors(SliceBitmap known, int slice) {
        if (!known.has(slice)) {
            addWithAncestors(known, SplitArithmetic.predecessor(slice));
            known.add(slice);
        }
    }

    /** What a slice has split off, down to a spread. */
    private static List<Integer> children(HeldSlice held, int spread) {
        int index = held.key().slice().value();
        List<Integer> children = new ArrayList<>();
        for (int at = SplitArithmetic.birthDepth(index); at < Math.min(depth(held), spread); at++) {
            children.add(SplitArithmetic.child(index, at));
        }
        return children;
    }

    /**
     * The slice that was split off here, on the way to the names of this hash, and is in another shard: as much as is known of
     * them here. Empty if their slice is here, or nothing of which it was split off.
     */
    public Optional<SliceId> splitOff(long nameHash) {
        for (int depth = Integer.numberOfTrailingZeros(slices.length); depth >= 0; depth--) {
            Optional<HeldSlice> nearest = at(SplitArithmetic.ancestor((int) nameHash, depth));
            if (nearest.isPresent()) {
                return children(nearest.get(), Limits.SLICE_DEPTH_MAX).stream()
                        .filter(child -> SplitArithmetic.covers(child, SplitArithmetic.birthDepth(child), nameHash))
                        .findFirst()
                        .map(SliceId::new);
            }
        }
        return Optional.empty();
    }

    /** The slices that belong into other shards, the last first. */
    public Optional<HeldSlice> lastForeign() {
        for (int index = slices.length - 1; index > 0; index--) {
            Optional<HeldSlice> held = at(index);
            if (held.isPresent() && isForeign(index)) {
                return held;
            }
        }
        return Optional.empty();
    }

    /** What a slice has split off, and all that it may have, if that is not known. */
    private List<Integer> splitOffBy(HeldSlice held) {
        List<Integer> all = children(held, Limits.SLICE_DEPTH_MAX);
        if (held.isUndivided()) {
            int step = 1 << depth(held);
            for (int index = held.index() + step; index < 1 << spread(); index += step) {
                all.add(index);
            }
        }
        return all;
    }

    /** The shards that have adopted what was split off here, or may have. */
    public Set<ShardId> heirs() {
        Set<ShardId> heirs = new TreeSet<>();
        forEachSlice(held -> splitOffBy(held).stream()
                .filter(child -> isForeign(child) && !has(child))
                .forEach(child -> heirs.add(shardOf(child))));
        return heirs;
    }
}
