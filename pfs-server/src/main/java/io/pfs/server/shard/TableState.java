package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace.Loaded;
import io.pfs.server.table.TableFacts;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table in a shard: its facts, which slices it has, and the slices. */
final class TableState {
    private final TableFacts facts;
    private final NameHash hash;
    private final SliceBitmap bitmap = new SliceBitmap();
    private @Nullable HeldSlice[] slices = new HeldSlice[1];

    /** A table of which nothing is on storage: one empty slice. */
    TableState(TableFacts facts, Limits limits) {
        this.facts = facts;
        this.hash = new NameHash(facts.hashSeed());
        SliceKey first = new SliceKey(facts.id(), new SliceId(0));
        slices[0] = new HeldSlice(new Loaded(new Slice(first, 0, hash, limits)), Optional.empty());
    }

    TableFacts facts() {
        return facts;
    }

    NameHash hash() {
        return hash;
    }

    SliceBitmap bitmap() {
        return bitmap;
    }

    HeldSlice sliceOf(long nameHash) {
        return slice(bitmap.sliceOf(nameHash));
    }

    HeldSlice slice(int index) {
        return Check.present(index < slices.length ? slices[index] : null, "a slice in the bitmap is held");
    }

    boolean has(int index) {
        return bitmap.has(index);
    }

    /** Takes in a slice that came from storage or from a split. */
    void add(HeldSlice held) {
        int index = held.key().slice().value();
        if (index >= slices.length) {
            slices = Arrays.copyOf(slices, Integer.highestOneBit(index) << 1);
        }
        bitmap.add(index);
        slices[index] = held;
    }

    void forEachSlice(Consumer<HeldSlice> visitor) {
        bitmap.forEach(index -> visitor.accept(slice(index)));
    }
}
