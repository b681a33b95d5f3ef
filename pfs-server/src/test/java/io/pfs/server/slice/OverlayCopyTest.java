package io.pfs.server.slice;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An overlay that is copied to be written tells apart what changes after that. */
final class OverlayCopyTest {
    private static final SliceKey KEY = new SliceKey(new TableId(7), new SliceId(0));
    private static final String REMOVED = "removed";
    private static final int NAMES = 60;

    @Test
    void whatCameSinceTheCopyIsToldApart() {
        Seeds.each("OverlayCopyTest#whatCameSinceTheCopyIsToldApart", 300, seed -> run(new Random(seed)));
    }

    private static void run(Random random) {
        Slice overlay = overlay();
        SortedMap<String, String> before = new TreeMap<>();
        for (int copies = 0; copies < 4; copies++) {
            change(random, overlay, before, random.nextInt(150));
            Slice copy = overlay.copyToWrite();
            long copiedAt = overlay.sequence();
            SortedMap<String, String> after = new TreeMap<>();
            change(random, overlay, after, random.nextInt(150));

            Slice since = overlay.sinceCopy();

            assertTrue(overlay.isCopiedAt(copiedAt), "the copy is known by its newest change");
            assertEquals(before, contents(copy), "the copy");
            assertEquals(after, contents(since), "what came since");
            before.putAll(after);
            assertEquals(before, contents(overlay), "all of it");
            assertEquals(overlay.sequence(), since.sequence(), "its newest change");
            Slice bothLaidOver = slice(copy);
            bothLaidOver.merge(since);
            assertEquals(rows(slice(overlay)), rows(bothLaidOver), "rows, as either way makes them");
        }
    }

    @Test
    void aRowOfTheSameLengthLeavesTheCopiedOneWhereItIs() {
        Slice overlay = overlay();
        put(overlay, "a", new byte[RowLayout.FIXED_BYTES], 1);
        overlay.copyToWrite();
        byte[] changed = new byte[RowLayout.FIXED_BYTES];
        changed[7] = 1;
        put(overlay, "a", changed, 2);

        Slice since = overlay.sinceCopy();

        assertEquals(1, overlay.rowCount());
        assertEquals(describe(changed), contents(since).get("a"));
    }

    @Test
    void aRemovedNameIsRememberedThoughItsRowWasCopied() {
        Slice overlay = overlay();
        put(overlay, "a", new byte[RowLayout.FIXED_BYTES], 1);
        put(overlay, "b", new byte[RowLayout.FIXED_BYTES], 2);
        overlay.copyToWrite();
        remove(overlay, "a", 3);

        Slice since = overlay.sinceCopy();

        assertEquals(1, overlay.rowCount());
        assertEquals(1, overlay.removedCount());
        assertEquals(new TreeMap<>(Map.of("a", REMOVED)), contents(since));
    }

    @Test
    void repliesThatWereCopiedAreLeftBehind() {
        Slice overlay = overlay();
        RequestId first = new RequestId(1, 1, 1);
        RequestId second = new RequestId(2, 2, 1);
        put(overlay, "a", new byte[RowLayout.FIXED_BYTES], 1);
        overlay.replies().add(new Replies.Kept(first, 1, 0, 0, 1, new byte[] {1}));
        overlay.copyToWrite();
        assertFalse(overlay.sinceCopy().findReply(first).isPresent(), "it is in the copy");
        overlay.replies().add(new Replies.Kept(second, 1, 0, 0, 2, new byte[] {2}));

        Slice since = overlay.sinceCopy();

        assertEquals(1, since.replyCount());
        assertEquals(2, since.findReply(second).orElseThrow()[0]);
        assertEquals(2, overlay.replyCount());
    }

    @Test
    void whatWasCopiedAtAnotherTimeIsNotMistakenForIt() {
        Slice overlay = overlay();
        assertFalse(overlay.isCopiedAt(0), "it was never copied");
        put(overlay, "a", new byte[RowLayout.FIXED_BYTES], 1);
        overlay.copyToWrite();
        put(overlay, "b", new byte[RowLayout.FIXED_BYTES], 2);

        assertTrue(overlay.isCopiedAt(1));
        assertFalse(overlay.isCopiedAt(2));
    }

    private static void change(Random random, Slice overlay, SortedMap<String, String> model, int changes) {
        for (int i = 0; i < changes; i++) {
            String name = "name-" + random.nextInt(NAMES);
            long sequence = overlay.sequence() + 1;
            if (random.nextInt(4) == 0) {
                boolean wasRemoved = REMOVED.equals(contents(overlay).get(name));
                remove(overlay, name, sequence);
                if (!wasRemoved) { // else nothing has changed
                    model.put(name, REMOVED);
                }
            } else {
                byte[] row = SliceModel.row(random);
                put(overlay, name, row, sequence);
                model.put(name, describe(row));
            }
        }
    }

    private static Slice overlay() {
        return Slice.overlay(KEY, 0, SliceModel.HASH, Limits.DEFAULT);
    }

    private static Slice slice(Slice overlay) {
        Slice slice = new Slice(KEY, 0, SliceModel.HASH, Limits.DEFAULT);
        slice.merge(overlay);
        return slice;
    }

    private static void put(Slice slice, String name, byte[] row, long sequence) {
        byte[] bytes = name.getBytes(US_ASCII);
        slice.put(SliceModel.HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length, row, 0, row.length);
        slice.advance(sequence);
    }

    private static void remove(Slice slice, String name, long sequence) {
        byte[] bytes = name.getBytes(US_ASCII);
        slice.remove(SliceModel.HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length);
        slice.advance(sequence);
    }

    private static SortedMap<String, String> contents(Slice slice) {
        SortedMap<String, String> contents = rows(slice);
        RowCursor removed = slice.removedNames();
        while (removed.next()) {
            contents.put(name(removed), REMOVED);
        }
        return contents;
    }

    private static SortedMap<String, String> rows(Slice slice) {
        SortedMap<String, String> contents = new TreeMap<>();
        RowCursor rows = slice.rows();
        while (rows.next()) {
            byte[] row = Arrays.copyOfRange(rows.array(), rows.rowAt(), rows.rowAt() + rows.rowLength());
            contents.put(name(rows), describe(row));
        }
        return contents;
    }

    private static String describe(byte[] row) {
        return row.length + " bytes of hash " + Arrays.hashCode(row);
    }

    private static String name(RowCursor cursor) {
        return new String(cursor.array(), cursor.nameAt(), cursor.nameLength(), US_ASCII);
    }
}
