package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.FILE_ID;
import static io.pfs.server.image.RandomSlices.HASH;
import static io.pfs.server.image.RandomSlices.stamp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Seeds;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names and requests that are looked for in records; names of each form in which they are written. */
final class NameSearchTest {
    private static final int FORMS = RandomSlices.NAME_FORMS;

    private final SliceEncoder encoder = new SliceEncoder();

    @Test
    void allOfAnImageIsFoundAndNothingElse() {
        Seeds.each("NameSearchTest#allOfAnImageIsFoundAndNothingElse", 40 * FORMS, seed -> {
            Random random = new Random(seed);
            int rows = seed % 10 == 0 ? (int) (seed / 10 % 3) : random.nextInt(600);
            Slice slice = new RandomSlices(seed).slice(rows, 0, (int) (seed % FORMS), 0);
            ByteWriter out = new ByteWriter(1 << 10);
            encoder.image(slice, Optional.empty(), stamp(0), out);
            check(slice, slice.rows(), out, random);
        });
    }

    @Test
    void allOfADeltaIsFoundAndNothingElse() {
        Seeds.each("NameSearchTest#allOfADeltaIsFoundAndNothingElse", 10 * FORMS, seed -> {
            Slice slice = new RandomSlices(seed).slice(100, 40, (int) (seed % FORMS), 0);
            ByteWriter out = new ByteWriter(1 << 10);
            encoder.delta(slice, slice.sequence() - 40, Optional.empty(), stamp(0), out);
            check(slice, slice.changes().rows(), out, new Random(seed));
        });
    }

    private static void check(Slice slice, RowCursor rows, ByteWriter record, Random random) {
        ByteReader in = new ByteReader("test", 0, record.array(), 0, record.length());
        SlicePart part = SliceDecoder.part(in, FILE_ID, slice.key());
        Set<Long> hashes = new HashSet<>();
        while (rows.next()) {
            hashes.add(rows.hash());
        }
        for (long hash : hashes) {
            assertTrue(part.hasAny(HASH, new long[] {~hash, hash}, false), "a name that is there");
        }
        for (Replies.Kept kept : slice.replies().inOrder()) {
            long[] request = {NameFilter.hashOf(kept.request())};
            assertTrue(part.hasAny(HASH, request, true), "a request that was answered");
            assertFalse(part.hasAny(HASH, request, false), "which is no name");
        }
        for (int i = 0; i < 50; i++) {
            long hash = random.nextLong();
            assertEquals(hashes.contains(hash), part.hasAny(HASH, new long[] {hash}, i % 2 == 0), "any hash");
        }
        assertFalse(part.hasAny(HASH, new long[0], true), "who seeks nothing finds nothing");
    }
}
