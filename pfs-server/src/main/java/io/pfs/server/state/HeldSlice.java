package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.SliceKey;
import io.pfs.hash.NameHash;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace;
import io.pfs.server.slice.SlicePlace.Unloaded;
import io.pfs.server.slice.SlicePlace.Unreadable;
import io.pfs.server.table.TableFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A slice as its shard holds it: its rows or what does without them, what of it is on storage, what it is busy with. */
public final class HeldSlice {
    /** So often a recovery tries to read it before it goes on without. */
    private static final int READINGS_MAX = 4;

    private static final long NONE = 0;

    private final SliceKey key;
    /** That of the key: who goes through all slices should have to fetch nothing for it. */
    private final int index;

    private SlicePlace place;
    private Optional<StoredAt> stored;
    /** Of what is on storage, beside it: each change wants to know, and should have to fetch nothing for that. */
    private long storedSequence;

    /** The first change since storage had all of it, or {@link #NONE}. */
    private long firstLacked = NONE;

    private int filterBytes;
    private boolean needsImage;
    private boolean splitting;
    /** Too much was found changed in its rows for a delta, and they have not been written since: nobody has to count again. */
    private boolean isChangedMuch;
    /** Whether anybody asked for it since {@link SliceMemory} came by last. */
    private boolean used;

    /** Once it could not be read when the journal was replayed. */
    private Optional<MissedChanges> missed = Optional.empty();

    /** A checkpoint could not read what it needed of it. */
    private boolean isUnread;

    private boolean pinned;
    /** The newest checkpoint that knows of it. */
    private long knownTo;

    private int waitedWith;
    /** The overlay holds all changes after this one. */
    private long overlaySince;
    /** Rows of the slice then. */
    private int rowsBefore;

    private final SliceTally tally = new SliceTally();
    /** Of what is counted, beside it: each change wants to know. */
    private boolean changedSinceCounted;

    /** While it is being loaded. */
    private @Nullable AwaitedRows awaited;

    public HeldSlice(SlicePlace place, Optional<StoredAt> stored) {
        this.key = place.target().key();
        this.index = key.slice().value();
        Check.that(
                place instanceof Unloaded || !place.target().isOverlay(), "an overlay is no slice with its rows", key);
        this.place = place;
        setStored(stored);
        this.needsImage = stored.isEmpty();
    }

    /** One of which all is on storage. */
    static HeldSlice onStorage(SliceKey key, StoredAt stored, NameHash hash, Limits limits) {
        Slice overlay = Slice.overlay(key, stored.depth(), hash, limits);
        HeldSlice held = new HeldSlice(new Unloaded(stored.filter(), stored.sequence(), overlay), Optional.of(stored));
        held.overlayBegins(stored);
        return held;
    }

    private void setStored(Optional<StoredAt> now) {
        stored = now;
        storedSequence = now.map(StoredAt::sequence).orElse(0L);
        filterBytes = now.flatMap(StoredAt::filter)
                .map(filter -> Math.toIntExact(filter.memoryBytes()))
                .orElse(0);
    }

    private void overlayBegins(StoredAt at) {
        overlaySince = at.sequence();
        rowsBefore = at.rowCount();
    }

    public SliceKey key() {
        return key;
    }

    int index() {
        return index;
    }

    public SlicePlace place() {
        used = true;
        return place;
    }

    /** The same for who has it brought before it is asked for: that alone does not keep it in memory. */
    SlicePlace placeAhead() {
        return place;
    }

    /** What a change of it is made to: its rows, or what is laid over those that storage has. */
    public Slice target() {
        return place.target();
    }

    /** How often it split, in memory or not. */
    public int depth() {
        return place.target().depth();
    }

    /** Its rows, about: those of an image count that were removed since. */
    public int rowsAbout() {
        return isLoaded() ? place.target().rowCount() : rowsAtMost();
    }

    /** Whether anybody asked for it since this was asked last. */
    boolean wasUsed() {
        boolean was = used;
        used = false;
        return was;
    }

    /** What changed since some image or delta; all that did since the image if {@link #coversImage}. */
    public Slice overlay() {
        Check.that(!isLoaded(), "a slice without its rows has an overlay", key);
        return place.target();
    }

    /** Whether a delta can be made of the overlay alone. */
    public boolean coversImage() {
        return overlaySince <= storedOrFail().imageSequence();
    }

    /** Rows of a slice whose rows are not in memory, or a few more. */
    public int rowsAtMost() {
        return rowsBefore + overlay().rowCount();
    }

    /** Whether it has no rows, as is known without loading it: a table keeps its slices when its rows are gone. */
    public boolean isKnownEmpty() {
        return place instanceof Unloaded && rowsAtMost() == 0;
    }

    /** Whether it is of a table that is always in memory. */
    public boolean isResident() {
        return TableFacts.isResident(key.table());
    }

    /** Whether the checkpoint of this number hears of it for the first time: it is told of each change. */
    public boolean isNewTo(long checkpoint) {
        boolean isNew = knownTo != checkpoint;
        knownTo = checkpoint;
        return isNew;
    }

    /** Keeps its place in memory while something is done with it. */
    public void pin(boolean now) {
        pinned = now;
    }

    /** Keeps its rows for somebody who waits for those of another slice; as often, lets them go again. */
    public void waitWith(boolean now) {
        waitedWith += now ? 1 : -1;
    }

    /** Whether something is done with it that it has to stay for. */
    public boolean isBusy() {
        return isLoading() || splitting || pinned || waitedWith > 0;
    }

    /** Whether nothing would be lost with it but what storage tells. */
    boolean isClosable() {
        boolean isEmpty = stored.isEmpty() && place.target().sequence() == 0;
        boolean isOnStorage = stored.isPresent() && !isLoaded() && isEmpty(place.target());
        return !isBusy() && !isDirty() && !lacksChange() && !isResident() && (isEmpty || isOnStorage);
    }

    private static boolean isEmpty(Slice slice) {
        return slice.rowCount() == 0 && slice.removedCount() == 0 && slice.replyCount() == 0;
    }

    public Optional<StoredAt> stored() {
        return stored;
    }

    public StoredAt storedOrFail() {
        Check.that(stored.isPresent(), "a slice that is not in memory is on storage");
        return stored.get();
    }

    /** The first change that storage may lack of it. */
    public long lacksFrom() {
        return Math.max(storedSequence + 1, firstLacked);
    }

    /** No later: all that storage has came before. */
    public long lacksFromAtMost() {
        return storedSequence + 1;
    }

    /** A change is about it. Of one that is not on storage even its birth is lacking. */
    void changed(long sequence) {
        if (firstLacked == NONE && stored.isPresent()) {
            firstLacked = sequence;
        }
    }

    public boolean isLoaded() {
        return place instanceof Slice;
    }

    /** The rows, which must be in memory. */
    public Slice loaded() {
        Check.that(isLoaded(), "the slice is loaded", key);
        return place.target();
    }

    /** Whether it has changes that storage does not have, or an image there that does not count. */
    public boolean isDirty() {
        return place.sequence() > storedSequence || (needsImage && stored.isPresent());
    }

    /**
     * Brings its rows here and now, for cells of them that were moved; says whether they are here. One that can't be read is
     * refused to everybody, and others must not suffer for it: should it be read again after all, the move is made up for.
     */
    boolean loadForMove(SliceLoader loader, CellsMoved move, long nameHash, long sequence) {
        boolean isHere = loadIfSound(loader, sequence);
        if (!isHere) {
            missed.orElseThrow().add(move, nameHash, sequence);
        }
        return isHere;
    }

    /**
     * The same for a split of it. If it can't be read it stays undivided, and nobody is served from it, until the next recovery, which
     * comes by this split again: nothing of it is written.
     */
    boolean loadForSplit(SliceLoader loader, long sequence) {
        boolean isHere = loadIfSound(loader, sequence);
        if (!isHere) {
            overlay().advance(sequence);
            place = new Unreadable(overlay());
        }
        return isHere;
    }

    private boolean loadIfSound(SliceLoader loader, long sequence) {
        changed(sequence);
        if (isUndivided()) {
            return false;
        }
        Optional<PfsException> failure = tryToLoad(loader);
        for (int again = 1; again < READINGS_MAX && isOfDisk(failure); again++) {
            failure = tryToLoad(loader); // for as long as this server lives it matters
        }
        failure.ifPresent(why -> missed = missed.or(() -> Optional.of(new MissedChanges(why))));
        return failure.isEmpty();
    }

    private Optional<PfsException> tryToLoad(SliceLoader loader) {
        try {
            loader.loadNow(this);
            return Optional.empty();
        } catch (PfsException e) {
            if (!e.code().isUnreadable()) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private static boolean isOfDisk(Optional<PfsException> failure) {
        return failure.filter(why -> why.code() == ErrorCode.IO_FAILED).isPresent();
    }

    /** What storage has of it can't be read, and was given up: it goes on with these rows, and is written anew. */
    public void giveUp(Slice rows) {
        Check.that(rows.sequence() == storedSequence, "what is given up is what storage has", key);
        place = rows;
        needsImage = true;
    }

    /** Whether it missed a split, so that it may have names that are elsewhere. */
    boolean isUndivided() {
        return place instanceof Unreadable;
    }

    /** Why nobody is served from it in this life. */
    PfsException undivided() {
        return missed.orElseThrow().refusal(key);
    }

    /** Of one that missed its splits: the half that the next one split off has a place of its own. */
    void leaveUpperHalf() {
        Check.that(isUndivided(), "only what could not be read is split without its rows", key);
        overlay().splitTo(depth() + 1);
    }

    /** Whether nothing that is written of it now may count, and the journal is needed from what is on storage on. */
    public boolean lacksChange() {
        return isUndivided() || missed.filter(MissedChanges::hasMoves).isPresent();
    }

    /** A checkpoint found it damaged on storage, and wrote nothing of it. */
    public void couldNotBeRead() {
        isUnread = true;
    }

    /** Whether the next checkpoint may well write nothing of it, too: what it holds makes no room. */
    public boolean isDoubtful() {
        return isUnread || lacksChange();
    }

    /** A delta can't follow: there is no image that counts. */
    public boolean needsImage() {
        return needsImage;
    }

    public void requireImage() {
        needsImage = true;
    }

    public void imageEncoded() {
        needsImage = false;
    }

    /**
     * Storage has it so from now on.
     *
     * @param leavesAll whether nothing of that is kept, since memory is short; else an overlay stays if there is more in it, or if
     *     the next delta can be made of it
     */
    public void storedAs(StoredAt newest, boolean leavesAll) {
        setStored(Optional.of(newest));
        boolean lacksAny = place.sequence() > newest.sequence() || lacksChange();
        firstLacked = lacksAny ? newest.sequence() + 1 : NONE;
        isUnread = false;
        isChangedMuch = false;
        if (!isLoaded()) {
            place = new Unloaded(newest.filter(), newest.sequence(), leavesAll ? leave(newest) : leaveUseless(newest));
        }
    }

    private Slice leaveUseless(StoredAt newest) {
        boolean hasMore = overlay().sequence() > newest.sequence();
        boolean isOfUse = newest.delta().isPresent() && coversImage();
        return hasMore || isOfUse ? overlay() : freshOverlay(newest);
    }

    /** What was written would be written again with the next few changes, if it stayed with those that came since. */
    private Slice leave(StoredAt newest) {
        Slice overlay = overlay();
        if (overlay.sequence() <= newest.sequence()) {
            return freshOverlay(newest);
        }
        if (!overlay.isCopiedAt(newest.sequence())) {
            return overlay;
        }
        overlayBegins(newest);
        return overlay.sinceCopy();
    }

    private Slice freshOverlay(StoredAt at) {
        overlayBegins(at);
        Slice before = place.target();
        return Slice.overlay(key, before.depth(), before.hash(), before.limits());
    }

    /** Lets go of what was laid over rows that storage has; says whether there was anything. */
    boolean dropOverlay() {
        Check.that(!isDirty(), "only a clean slice is let go", key);
        if (isEmpty(overlay())) {
            return false;
        }
        StoredAt at = storedOrFail();
        place = new Unloaded(at.filter(), at.sequence(), freshOverlay(at));
        return true;
    }

    /** Does without the filter: the next lookup of a name that is not there will read. */
    void dropFilter() {
        StoredAt at = storedOrFail().withoutFilter();
        setStored(Optional.of(at));
        place = isUndivided() ? place : new Unloaded(Optional.empty(), at.sequence(), overlay());
    }

    /** Takes stock of what it holds in memory. */
    void recount() {
        tally.count(place.target().memoryBytes(), filterBytes, isDirty(), mayLeave());
    }

    SliceTally tally() {
        return tally;
    }

    boolean isChangedSinceCounted() {
        return changedSinceCounted;
    }

    void setChangedSinceCounted(boolean now) {
        changedSinceCounted = now;
    }

    /** Whether {@link #letRowsGo} or {@link #dropOverlay} may well find something. */
    private boolean mayLeave() {
        if (isResident()) {
            return false;
        }
        if (isLoaded()) {
            return !isDirty() || mayBeLaidOver();
        }
        return !isDirty() && !isEmpty(overlay());
    }

    /** What could be let go of it if storage had its changes. */
    public long countedDirtyBytes() {
        return tally.dirtyBytes();
    }

    /** Whether a split is due; rows that are on storage count as they did when they were written. */
    public boolean isOverThreshold() {
        if (splitting) {
            return false;
        }
        if (isLoaded()) {
            return place.target().isOverThreshold();
        }
        return rowsAtMost() > place.target().splitThreshold();
    }

    /** One that can't be split for long must not grow until nothing can write it any more. */
    public void requireRoom() {
        if (place.target().isFull(rowsAbout())) {
            throw new PfsException(
                    ErrorCode.BUSY,
                    key + " is full with about " + rowsAbout()
                            + " rows, and can't be split while parts of its table are"
                            + " on their way to other shards");
        }
    }

    public boolean isSplitting() {
        return splitting;
    }

    public void setSplitting(boolean now) {
        splitting = now;
    }

    /** Whether this request may have been answered before, by what is on storage; false only if it surely was not. */
    public boolean mayKnow(RequestId request) {
        return isUndivided() || (place instanceof Unloaded unloaded && unloaded.mayKnow(request));
    }

    /** What is asked of what loads it. */
    AwaitedRows awaited() {
        AwaitedRows now = awaited;
        if (now == null) {
            now = new AwaitedRows();
            awaited = now;
        }
        return now;
    }

    private boolean isLoading() {
        return awaited != null && !awaited.waiters().isEmpty();
    }

    /** All that is asked of what loads it, if that is only whether some names and requests are known there. */
    long[] sought() {
        boolean mayMiss = !lacksChange() && place instanceof Unloaded unloaded && unloaded.hasFilter();
        return mayMiss ? awaited().sought() : AwaitedRows.NONE_SOUGHT;
    }

    /** Storage turned out to have none of what {@link #sought} told; says whether that is still all. */
    boolean missesAll(long[] hashes) {
        boolean isAll = hashes.length > 0 && sought() == hashes;
        if (isAll) {
            ((Unloaded) place).missesAll(hashes);
        }
        return isAll;
    }

    /** The rows have come: changes made meanwhile are laid over them. */
    void load(Slice fromStorage) {
        if (place instanceof Unloaded unloaded) {
            place = unloaded.load(fromStorage);
            missed.ifPresent(changes -> changes.makeUp(loaded()));
        }
    }

    /** Loading has ended, well or not; returns those that waited. */
    List<Consumer<Optional<PfsException>>> endLoading() {
        List<Consumer<Optional<PfsException>>> waited = awaited().waiters();
        awaited = null;
        return waited;
    }

    /** Lets go of the rows, but for what storage does not have; says whether it could. */
    public boolean letRowsGo() {
        if (!isDirty() && stored.isPresent()) {
            unload();
            return true;
        }
        if (mayKeepChangesAlone()) {
            keepChangesAlone();
            return true;
        }
        return false;
    }

    /** Lets go of the rows, which storage has all of. */
    public void unload() {
        Check.that(!isDirty() && !splitting && stored.isPresent(), "only a clean slice is let go", key);
        StoredAt known = knownByRows();
        known = known.withRowCount(loaded().rowCount());
        setStored(Optional.of(known));
        place = new Unloaded(known.filter(), known.sequence(), freshOverlay(known));
    }

    /**
     * Whether what changed since the image can be laid over what is on storage: that must be of the same depth, and a delta
     * there must not bring back what came and went since the image. It must be little, too: a slice that is to get an image
     * next would have to be read again for that.
     */
    private boolean mayKeepChangesAlone() {
        isChangedMuch |= mayBeLaidOver() && !DeltaShare.isDeltaWorthIt(loaded(), loaded().rowCount());
        return mayBeLaidOver();
    }

    /** The same as far as it is known without counting what changed: who stands in line for it is asked again and again. */
    private boolean mayBeLaidOver() {
        if (needsImage || stored.isEmpty() || isChangedMuch || stored.get().depth() != loaded().depth()) {
            return false;
        }
        return stored.get().delta().isEmpty() || !loaded().isForgetful();
    }

    private void keepChangesAlone() {
        Slice rows = loaded();
        Slice changes = rows.changes();
        StoredAt known = knownByRows();
        setStored(Optional.of(known));
        overlaySince = known.imageSequence();
        rowsBefore = Math.max(0, rows.rowCount() - changes.rowCount());
        place = new Unloaded(known.filter(), known.sequence(), changes);
    }

    private StoredAt knownByRows() {
        StoredAt at = storedOrFail();
        return at.filter().isPresent()
                ? at
                : at.withFilter(NameFilter.of(loaded()).asOf(at.sequence()));
    }
}
