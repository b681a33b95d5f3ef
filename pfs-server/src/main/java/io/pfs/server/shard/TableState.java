package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SliceDirectory;
import io.pfs.server.slice.SlicePlace.Loaded;
import io.pfs.server.table.TableFacts;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A table in a shard: its facts, which slices it has, and the slices. */
final class TableState {
    private final TableFacts facts;
    private final NameHash hash;
    private final SliceBitmap bitmap = new SliceBitmap();
    private HeldSlice[] slices;
    private long namesChangedMillis;
    private boolean namesPending;
    private boolean dropped;

    /** A table of which nothing is on storage: one empty slice. */
    TableState(TableFacts facts, Limits limits) {
        this.facts = facts;
        this.hash = new NameHash(facts.pointer().hashSeed());
        SliceKey first = new SliceKey(facts.id(), new SliceId(0));
        slices = new HeldSlice[] {new HeldSlice(new Loaded(new Slice(first, 0, hash, limits)), Optional.empty())};
    }

    TableFacts facts() {
        return facts;
    }

    /** When a name of it came or went last; 0 if none did since the checkpoint that this shard was opened from. */
    long namesChangedMillis() {
        return namesChangedMillis;
    }

    void namesChanged(long millis) {
        namesPending |= millis > namesChangedMillis;
        namesChangedMillis = Math.max(namesChangedMillis, millis);
    }

    /** Whether only this knows when a name changed last: then it must stay. */
    boolean hasNamesPending() {
        return namesPending;
    }

    /** The table's row has this time, or nearly. */
    void namesWritten(long millis) {
        namesPending = namesChangedMillis > millis;
    }

    /** The table is gone. */
    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }

    NameHash hash() {
        return hash;
    }

    SliceBitmap bitmap() {
        return bitmap;
    }

    HeldSlice sliceOf(long nameHash) {
        return slices[SliceDirectory.place(nameHash, slices.length)];
    }

    HeldSlice slice(int index) {
        Check.that(bitmap.has(index), "a slice that is asked for exists", index);
        return slices[index];
    }

    boolean has(int index) {
        return bitmap.has(index);
    }

    /** Takes in a slice that came from storage or from a split. */
    void add(HeldSlice held) {
        int index = held.key().slice().value();
        bitmap.add(index);
        slices = SliceDirectory.with(slices, index, held);
    }

    void forEachSlice(Consumer<HeldSlice> visitor) {
        bitmap.forEach(index -> visitor.accept(slice(index)));
    }

    /** How many places {@link #at} knows. */
    int places() {
        return slices.length;
    }

    /** The slice with this index, if there is one. */
    Optional<HeldSlice> at(int index) {
        HeldSlice slice = slices[index];
        return slice.key().slice().value() == index ? Optional.of(slice) : Optional.empty();
    }

    boolean allMatch(Predicate<HeldSlice> condition) {
        boolean[] all = {true};
        forEachSlice(slice -> all[0] &= condition.test(slice));
        return all[0];
    }
}
