package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.pool.Pool;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.Damage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A damaged segment gives the bytes that were written, or a refusal; never others, never an exception of another kind. */
final class SegmentDamageTest {
    private static final int CELLS = 4;

    @Test
    void noPrefixGivesWrongBytes() {
        for (boolean isSealed : new boolean[] {false, true}) {
            List<Written> written = new ArrayList<>();
            byte[] segment = SegmentRig.small(written, isSealed);
            Damage.eachPrefix(segment, (bytes, what) -> {
                int whole = (int) written.stream()
                        .filter(cell -> endOf(cell, segment) <= bytes.length)
                        .count();
                assertEquals(whole, readable(written, bytes, what), what);
                assertEquals(bytes.length < SegmentScan.BEGIN ? 0 : whole, scanned(written, bytes, what), what);
            });
        }
    }

    /** Where the last byte of the cell's record stands, padding aside. */
    private static long endOf(Written cell, byte[] segment) {
        byte[] file = segment.clone();
        long[] end = {0};
        SegmentScan.run(new SegmentFile(SegmentRig.poolOf(file), 1, CellBody.UNPACKER), SegmentScan.BEGIN, found -> {
            if (found.location().equals(cell.location())) {
                end[0] = cell.location().offset() + found.header().unpaddedBytes();
            }
            return true;
        });
        return end[0];
    }

    /** A bit of a cell costs that cell at most; one of the file's header costs all, unless the summary can help. */
    @Test
    void noFlippedBitGivesWrongBytes() {
        for (boolean isSealed : new boolean[] {false, true}) {
            List<Written> written = new ArrayList<>();
            byte[] segment = SegmentRig.small(written, isSealed);
            int[] at = {0};
            Damage.eachBitFlip(segment, (bytes, what) -> {
                boolean isHeader = at[0]++ / Byte.SIZE < SegmentScan.BEGIN;
                int least = isHeader && !isSealed ? 0 : isHeader ? CELLS : CELLS - 1;
                int readable = readable(written, bytes, what);
                assertTrue(readable >= least, () -> what + ": only " + readable + " are left");
                assertEquals(readable, scanned(written, bytes, what), what + ": scan and reads agree");
            });
        }
    }

    /** Two damages at once: nothing is left to say who wrote the segment. */
    @Test
    void aSegmentThatDoesNotSayWhoWroteItIsRefused() {
        List<Written> written = new ArrayList<>();
        byte[] segment = SegmentRig.small(written, true);
        segment[20] ^= 1;
        segment[segment.length - 1] ^= 1;
        assertEquals(0, readable(written, segment, "header and footer damaged"));
        assertEquals(0, scanned(written, segment, "header and footer damaged"));
    }

    private static int readable(List<Written> written, byte[] bytes, String what) {
        Pool pool = SegmentRig.poolOf(bytes);
        int readable = 0;
        for (Written cell : written) {
            try {
                assertArrayEquals(cell.bytes(), SegmentRig.read(pool, cell), what);
                readable++;
            } catch (PfsException e) {
                assertIsDamage(e, what);
            }
        }
        return readable;
    }

    private static int scanned(List<Written> written, byte[] bytes, String what) {
        try {
            List<Written> found = SegmentRig.scan(SegmentRig.poolOf(bytes), 1);
            List<Written> expected = written.stream()
                    .filter(cell ->
                            found.stream().anyMatch(other -> other.location().equals(cell.location())))
                    .toList();
            SegmentRig.assertSame(expected, found, what);
            return found.size();
        } catch (PfsException e) {
            assertIsDamage(e, what);
            return 0;
        }
    }

    private static void assertIsDamage(PfsException e, String what) {
        boolean isDamage = e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS;
        assertTrue(isDamage && e.getMessage().contains(Segment.fileName(1)), () -> what + ": " + e);
    }
}
