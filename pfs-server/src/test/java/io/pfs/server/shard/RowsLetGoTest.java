package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.row.TagValue;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.TableState;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows that leave memory before storage has all changes of them: what changed stays, and nothing else comes back. */
final class RowsLetGoTest {
    private static final int ROWS = 16;

    private final ShardRig rig = new ShardRig(new MemoryDisk());

    RowsLetGoTest() {
        rig.limits = Limits.DEFAULT;
        rig.open();
        rig.makeTables();
        rig.create(0, 0, ROWS);
        rig.checkpoint();
    }

    private HeldSlice slice() {
        TableState table = rig.group().shards().stream()
                .filter(shard -> shard.state().tables().exists(rig.table(0)))
                .findFirst()
                .orElseThrow()
                .state()
                .tables()
                .find(rig.table(0));
        assertEquals(1, table.places(), "all rows are in one slice");
        return table.at(0).orElseThrow();
    }

    private void tag(int row, long value) {
        RowEdit edit = RowEdit.ofTags(Map.of("tag", new TagValue.OfLong(value)), Set.of());
        assertInstanceOf(
                RowChanged.class, rig.ask(new EditRow(rig.table(0), name(row), Expected.PRESENT, NewRow.FILE, edit)));
    }

    private void assertRows(int present, int removed) {
        for (int i = 0; i < present; i++) {
            if (i != removed) {
                assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
            }
        }
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, removed))));
    }

    @Test
    void changesStayAndAreWritten() {
        tag(3, 7);
        rig.ask(rig.remove(0, 5));
        rig.create(0, ROWS, ROWS + 1);
        long usedBefore = slice().loaded().memoryBytes();
        assertTrue(slice().letRowsGo());
        assertFalse(slice().isLoaded());
        assertTrue(slice().isDirty(), "storage does not have them");
        assertTrue(slice().overlay().memoryBytes() < usedBefore / 2, "only the changes are left");
        assertEquals(ROWS, slice().rowsAtMost());
        long read = rig.group().counters().recordsRead();
        rig.checkpoint();
        assertEquals(read, rig.group().counters().recordsRead(), "all that changed since the image is there");
        assertFalse(slice().isDirty());
        assertRows(ROWS + 1, 5);
        rig.open();
        assertRows(ROWS + 1, 5);
        RowFound tagged = (RowFound) rig.ask(rig.read(0, 3));
        assertEquals(2, tagged.found().row().version(), "it was created and changed once");
    }

    /** A delta has a row that came after the image and went before the next delta: no change of the slice tells of it. */
    @Test
    void aRowThatCameAndWentDoesNotComeBack() {
        rig.create(0, ROWS, ROWS + 1);
        rig.checkpoint();
        assertTrue(slice().storedOrFail().delta().isPresent(), "the row is in a delta");
        assertTrue(slice().isLoaded());
        rig.ask(rig.remove(0, ROWS));
        tag(3, 7);
        assertFalse(slice().letRowsGo(), "the changes alone would not hide it");
        assertRows(ROWS, ROWS);
        rig.checkpoint();
        assertTrue(slice().letRowsGo(), "storage has it all");
        assertRows(ROWS, ROWS);
    }

    /** The same without a delta: the image does not have it, so nothing has to be hidden. */
    @Test
    void aRowThatNoDeltaHasMayBeForgotten() {
        rig.create(0, ROWS, ROWS + 1);
        rig.ask(rig.remove(0, ROWS));
        tag(3, 7);
        assertTrue(slice().letRowsGo());
        assertRows(ROWS, ROWS);
    }

    /** It would only have to be read again for that. */
    @Test
    void aSliceThatGetsAnImageNextKeepsItsRows() {
        rig.create(0, ROWS, 2 * ROWS);
        assertFalse(slice().letRowsGo());
        rig.checkpoint();
        assertTrue(slice().letRowsGo(), "storage has it all");
        assertRows(2 * ROWS, 2 * ROWS);
    }

    @Test
    void aRepeatedRequestIsStillKnown() {
        Reply first = rig.ask(9, 1, rig.remove(0, 4));
        assertTrue(slice().letRowsGo());
        assertEquals(first, rig.ask(9, 1, rig.remove(0, 4)));
    }
}
