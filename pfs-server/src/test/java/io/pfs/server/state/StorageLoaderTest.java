package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.env.system.InlineWorkers;
import io.pfs.hash.NameHash;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.testing.ManualClock;
import io.pfs.testing.MemoryDisk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What loading keeps in mind of those who ask. */
final class StorageLoaderTest {
    private static final SliceKey KEY = new SliceKey(new TableId(7), new SliceId(0));

    private final HeldSlice held = HeldSlice.onStorage(
            KEY,
            new StoredAt(new RecordPlace(1, 64, 256), Optional.empty(), 0, 100, 100, 10, Optional.empty()),
            new NameHash(42),
            Limits.DEFAULT);
    private final GroupCounters counters = new GroupCounters();
    private final StorageLoader loader = new StorageLoader(
            new LocalPool(new MemoryDisk()),
            new InlineWorkers(),
            new SliceMemory(1 << 20, Limits.DEFAULT, new ManualClock(), counters),
            counters);

    @Test
    void nothingStaysOfWhoIsRefusedForASplitThatWasMissed() {
        assertFalse(held.loadForSplit(loader, 101), "its file is not there");
        List<ErrorCode> refusals = new ArrayList<>();

        for (int name = 0; name < 3; name++) {
            loader.seek(held, name, true, () -> {}, refusal -> refusals.add(refusal.code()));
        }

        assertEquals(0, held.awaited().waiters().size());
        assertEquals(0, held.awaited().sought().length);
        assertEquals(Collections.nCopies(3, ErrorCode.CORRUPT), refusals);
    }
}
