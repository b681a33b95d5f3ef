package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.SliceKey;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace;
import io.pfs.server.slice.SlicePlace.Loaded;
import io.pfs.server.slice.SlicePlace.Unloaded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A slice as its shard holds it: its rows or what does without them, what of it is on storage, what it is busy with. */
final class HeldSlice {
    private final SliceKey key;
    private SlicePlace place;
    private Optional<StoredAt> stored;
    private boolean needsImage;
    private boolean splitting;
    private boolean loading;
    private final List<Consumer<Optional<PfsException>>> waitingForLoad = new ArrayList<>(0);

    HeldSlice(SlicePlace place, Optional<StoredAt> stored) {
        this.key = place.target().key();
        this.place = place;
        this.stored = stored;
        this.needsImage = stored.isEmpty();
    }

    SliceKey key() {
        return key;
    }

    SlicePlace place() {
        return place;
    }

    Optional<StoredAt> stored() {
        return stored;
    }

    StoredAt storedOrFail() {
        Check.that(stored.isPresent(), "a slice that is not in memory is on storage");
        return stored.get();
    }

    boolean isLoaded() {
        return place instanceof Loaded;
    }

    /** The rows, which must be in memory. */
    Slice loaded() {
        Check.that(isLoaded(), "the slice is loaded: " + key);
        return place.target();
    }

    /** Whether it has changes that storage does not have, or an image there that does not count. */
    boolean isDirty() {
        boolean changed = stored.isEmpty()
                ? place.sequence() > 0
                : place.sequence() > stored.get().sequence();
        return changed || (needsImage && stored.isPresent());
    }

    /** A delta can't follow: there is no image that counts. */
    boolean needsImage() {
        return needsImage;
    }

    void requireImage() {
        needsImage = true;
    }

    void imageEncoded() {
        needsImage = false;
    }

    void storedAs(StoredAt newest) {
        stored = Optional.of(newest);
    }

    /** Whether a split is due; rows that are on storage count as they did when they were written. */
    boolean isOverThreshold() {
        if (splitting) {
            return false;
        }
        if (isLoaded()) {
            return place.target().isOverThreshold();
        }
        int rows = stored.map(StoredAt::rowCount).orElse(0) + place.target().rowCount();
        return rows > place.target().splitThreshold();
    }

    boolean isSplitting() {
        return splitting;
    }

    void setSplitting(boolean now) {
        splitting = now;
    }

    /** Whether this request may have been answered before; false only if it surely was not. */
    boolean mayKnow(RequestId request) {
        if (place instanceof Unloaded unloaded) {
            Optional<NameFilter> valid = unloaded.filter().filter(f -> f.isValidFor(unloaded.storedSequence()));
            return valid.isEmpty() || valid.get().mightContain(NameFilter.hashOf(request));
        }
        return false;
    }

    /**
     * Calls {@code waiter} when loading has ended, with what went wrong if it did; says whether the caller has to see to
     * it that it begins.
     */
    boolean awaitLoad(Consumer<Optional<PfsException>> waiter) {
        waitingForLoad.add(waiter);
        boolean first = !loading;
        loading = true;
        return first;
    }

    /** The rows have come: changes made meanwhile are laid over them. */
    void load(Slice fromStorage) {
        if (place instanceof Unloaded unloaded) {
            place = unloaded.load(fromStorage);
        }
    }

    /** Loading has ended, well or not; returns those that waited. */
    List<Consumer<Optional<PfsException>>> endLoading() {
        loading = false;
        List<Consumer<Optional<PfsException>>> waited = List.copyOf(waitingForLoad);
        waitingForLoad.clear();
        return waited;
    }

    /** Lets go of the rows, which storage has all of. */
    void unload() {
        Check.that(!isDirty() && !splitting && stored.isPresent(), "only a clean slice is let go: " + key);
        Slice rows = loaded();
        Slice overlay = Slice.overlay(key, rows.depth(), rows.hash(), rows.limits());
        place = new Unloaded(Optional.of(NameFilter.of(rows)), stored.get().sequence(), overlay);
    }
}
