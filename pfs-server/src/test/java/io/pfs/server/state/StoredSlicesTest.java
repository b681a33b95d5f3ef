package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a replay may still meet of slices that went. */
final class StoredSlicesTest {
    private static final NameHash HASH = new NameHash(42);
    private static final SliceKey KEY = new SliceKey(new TableId(7), new SliceId(0));
    private static final RecordPlace PLACE = new RecordPlace(1, 64, 256);

    private final StoredSlices stored = StoredSlices.none();

    private static Slice changedAt(long sequence) {
        Slice rows = new Slice(KEY, 0, HASH, Limits.DEFAULT);
        rows.advance(sequence);
        return rows;
    }

    /** A replay from the midst of what it was, which no checkpoint knows, would find a slice of another depth, or none. */
    @Test
    void ofOneThatWasNeverStoredAReplayMeetsAllOrNothing() {
        stored.forget(new HeldSlice(changedAt(50), Optional.empty()));
        assertTrue(stored.gone().isEmpty(), "storage has nothing to keep of it");
        assertFalse(stored.gone().mayReplayFrom(50));
        assertTrue(stored.gone().mayReplayFrom(51));
        stored.emptied(new HeldSlice(changedAt(60), Optional.empty()));
        assertFalse(stored.gone().mayReplayFrom(60), "one that begins anew went, too");
    }

    @Test
    void oneThatWasStoredIsKept() {
        StoredAt at = new StoredAt(PLACE, Optional.empty(), 0, 40, 40, 10, Optional.empty());
        stored.use().add(at);
        stored.forget(new HeldSlice(changedAt(50), Optional.of(at)));
        assertFalse(stored.gone().isEmpty());
        assertTrue(stored.gone().mayReplayFrom(50));
    }
}
