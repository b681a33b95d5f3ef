package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A large table that goes while a round of checkpoints writes it. */
final class GoneSlicesTest {
    private static final int SLICES = 50_000;

    private final GoneSlices gone = new GoneSlices();

    private static BoostEntry entry(int slice, long file) {
        RecordPlace place = new RecordPlace(file, 64, 256);
        StoredAt at = new StoredAt(place, Optional.empty(), 0, 40, 40, 10, Optional.empty());
        return new BoostEntry(new SliceKey(new TableId(7), new SliceId(slice)), at);
    }

    /** Those that storage had before are in the files of the round, too, and of others it has these alone. */
    @Test
    void whatTheRoundWroteTakesThePlaceOfWhatWasStored() {
        List<BoostEntry> expected = new ArrayList<>();
        gone.checkpointBegins();
        for (int slice = 0; slice < SLICES; slice++) {
            gone.add(entry(slice, 1));
            expected.add(entry(slice, slice % 2 == 0 ? 2 : 1));
        }
        gone.checkpointCounts(false);
        for (int slice = 0; slice < SLICES; slice += 2) {
            gone.written(entry(slice, 2));
            gone.written(entry(SLICES + slice, 2));
            expected.add(entry(SLICES + slice, 2));
        }
        assertEquals(files(expected), files(gone.needed(false)));
        gone.add(entry(3 * SLICES, 1));
        gone.checkpointBegins();
        assertEquals(List.of(), gone.needed(false), "all of them went before this one");
        assertEquals(expected.size() + 1, gone.needed(true).size());
    }

    @Test
    void whatOnlyTheRoundWroteIsKept() {
        gone.written(entry(0, 2));
        assertFalse(gone.isEmpty());
        gone.written(entry(0, 3));
        assertEquals(files(List.of(entry(0, 3))), files(gone.needed(false)));
    }

    private static List<String> files(List<BoostEntry> entries) {
        return entries.stream()
                .map(entry -> entry.key() + " in " + entry.stored().image().fileId())
                .toList();
    }
}
