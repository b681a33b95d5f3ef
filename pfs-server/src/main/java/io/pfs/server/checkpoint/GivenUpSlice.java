package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change;
import io.pfs.server.checkpoint.GivenUpSlices.JournalReach;
import io.pfs.server.checkpoint.LeadingRows.Leading;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SliceApply;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceRemains;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A slice that storage does not give whole, as it is made of what is left: the image if that can be read, else nothing; what the
 * journal still has behind that; and the delta, which is as new as anything was on storage. Its depth and its sequence stay.
 */
final class GivenUpSlice {
    private final HeldSlice held;
    private final StoredAt at;
    private final Slice shape;
    private final SliceRemains remains;
    private final PfsException why;
    /** The journal's changes from here on are laid over it, up to where it was on storage. */
    private final long from;

    private boolean isWhole;
    private int rowsLeft;
    private int putBack;

    GivenUpSlice(HeldSlice held, SliceRemains remains, PfsException why) {
        this.held = held;
        this.at = held.storedOrFail();
        this.shape = held.overlay();
        this.remains = remains;
        this.why = why;
        this.from = remains.image().isPresent() ? at.imageSequence() + 1 : 1;
    }

    SliceKey key() {
        return held.key();
    }

    HeldSlice held() {
        return held;
    }

    /** The first change that is missing, unless the journal has it. */
    long from() {
        return from;
    }

    /** Nothing is missing: the journal has all since then. */
    void isWhole(boolean now) {
        isWhole = now;
    }

    boolean isWhole() {
        return isWhole;
    }

    /** Whether it has rows that may have been changed, renamed or removed since. */
    boolean isOld() {
        return !isWhole && remains.image().isPresent();
    }

    /** As storage alone leaves it. */
    void begin() {
        Slice rows = new Slice(key(), at.depth(), shape.hash(), shape.limits());
        remains.image().ifPresentOrElse(rows::merge, () -> remains.changes().ifPresent(rows::merge));
        rows.advance(at.sequence());
        held.giveUp(rows);
    }

    /** It came from another shard then, and all that is in it came later. */
    void adopted(long sequence, JournalReach journal) {
        if (isLost(sequence)) {
            begin();
            isWhole = journal.hasAllFrom(sequence);
        }
    }

    /** A change that the journal still has, of the row of a name. */
    void lay(Change change, RowName name, long sequence) {
        long nameHash = hash().of(name);
        if (isLost(sequence) && !isChanged(nameHash, name)) {
            SliceApply.applyLost(held.loaded(), change, nameHash, sequence);
        }
    }

    private boolean isLost(long sequence) {
        return sequence >= from && sequence <= at.sequence() && held.isLoaded();
    }

    /** Whether the delta says how the row is. */
    private boolean isChanged(long nameHash, RowName name) {
        byte[] bytes = name.sharedBytes();
        return remains.image().isEmpty()
                && remains.changes()
                        .filter(changes -> changes.find(nameHash, bytes, 0, bytes.length) >= 0
                                || changes.isRemoved(nameHash, bytes, 0, bytes.length))
                        .isPresent();
    }

    /** Its last change that storage had. */
    long upTo() {
        return at.sequence();
    }

    /** All that was on storage, and is left, is in it. */
    void laidOut() {
        rowsLeft = held.target().rowCount();
    }

    NameHash hash() {
        return shape.hash();
    }

    /** Whether a row of this hash was in it. */
    private boolean had(long nameHash) {
        return SplitArithmetic.covers(key().slice().value(), at.depth(), nameHash);
    }

    /** Whether another one is this, or a part of it as it was on storage. */
    boolean covers(SliceKey other) {
        return other.table().equals(key().table()) && had(other.slice().value());
    }

    /** Nobody has decided to do without what is missing of it. */
    PfsException notDecided() {
        return new PfsException(
                why.code(),
                "nothing was changed: " + key() + " could be read before, and can't be now; try again: " + why.detail(),
                why);
    }

    /** Rows that it has from its image, by their names. */
    Map<RowName, byte[]> oldRows() {
        Map<RowName, byte[]> rows = new HashMap<>();
        remains.image().ifPresent(image -> {
            RowCursor cursor = image.rows();
            while (cursor.next()) {
                RowName name = RowName.of(cursor.array(), cursor.nameAt(), cursor.nameLength());
                int row = cursor.rowAt();
                rows.put(name, Arrays.copyOfRange(cursor.array(), row, row + cursor.rowLength()));
            }
        });
        return rows;
    }

    /** One of them is taken away. */
    void oldRowWent() {
        rowsLeft--;
    }

    /** Makes a row again that it has lost, if it had it; says whether it did. */
    boolean putBack(ShardState state, Leading leading) {
        byte[] name = leading.name().sharedBytes();
        long nameHash = hash().of(leading.name());
        boolean isKept = state.tables()
                .intents()
                .kept(new HashedName(key().table(), nameHash))
                .isPresent(); // what comes there is under way
        Optional<Slice> rows = had(nameHash) && !isKept ? rowsNow(state, nameHash) : Optional.empty();
        boolean isMissing = rows.filter(there -> there.find(nameHash, name, 0, name.length) < 0
                        && !there.isRemoved(nameHash, name, 0, name.length))
                .isPresent();
        if (isMissing) {
            rows.get().put(nameHash, name, 0, name.length, leading.row(), 0, leading.row().length);
            putBack++;
        }
        return isMissing;
    }

    /** Where the row of a name is now: the slice may have been split since, or have left. */
    Optional<Slice> rowsNow(ShardState state, long nameHash) {
        TableId table = key().table();
        return state.tables().exists(table)
                ? state.tables()
                        .find(table)
                        .sliceAt(nameHash)
                        .filter(HeldSlice::isLoaded)
                        .map(HeldSlice::loaded)
                : Optional.empty();
    }

    Salvage.GivenUp outcome(Optional<String> path) {
        return new Salvage.GivenUp(key(), path, isWhole, isOld(), at.rowCount(), rowsLeft, putBack, why);
    }
}
