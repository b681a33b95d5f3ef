package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.rename;
import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names that change while, or just before, a checkpoint is written. */
final class NameCheckpointTest {
    private static final int ROWS = 2;

    private final NameRig rig = new NameRig();

    /** Of the content that was replaced the journal still knows the old name. */
    @Test
    void aFileThatWasChangedAndRenamedKeepsItsContent() {
        TablePointer table = rig.mkdir(root(), "table", 0);
        rig.create(table, "old", "first");
        rig.ask(table.base(), changed(table, "old", "second"));
        rig.create(table, "over", "replaced");
        rig.ask(table.base(), rename(table, "old", table, "over", true));
        rig.checkpoint();
        assertEquals(Optional.of("second"), rig.content(table, "over"));
        rig.create(table, "old", "another");
        rig.checkpoint();
        rig.open();
        assertEquals(Optional.of("second"), rig.content(table, "over"));
        assertEquals(Optional.of("another"), rig.content(table, "old"));
    }

    /** What leads to further cells is copied together with those that came after the copying had begun. */
    @Test
    void aFileThatChangesWhileItIsCopiedAndIsRenamedKeepsItsContent() {
        int steps = 0;
        while (changedAroundCheckpoint(steps)) {
            steps++;
        }
        assertTrue(steps > 1, "a change has steps: " + steps);
    }

    /** Whether the change was still under way when the checkpoint began, after so many steps. */
    private static boolean changedAroundCheckpoint(int steps) {
        NameRig rig = new NameRig();
        TablePointer table = rig.mkdir(root(), "table", 0);
        rig.create(table, "old", "first");
        rig.checkpoint(); // a change must read from a segment now what leads to further cells
        rig.ask(table.base(), changed(table, "old", NameRig.CONTENT, "second"));
        List<Reply> replies = rig.submit(rig.envelope(table.base(), changed(table, "old", NameRig.FURTHER, "second!")));
        boolean isOver = false;
        for (int i = 0; i < steps; i++) {
            isOver = !rig.step();
        }
        rig.group().checkpoint();
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, replies.get(0));
        rig.ask(table.base(), rename(table, "old", table, "new", false));
        rig.checkpoint();
        assertEquals(Optional.of("second"), rig.content(table, "new"), "checkpoint begun after " + steps + " steps");
        return !isOver;
    }

    private static EditRow changed(TablePointer table, String name, ColumnId column, String content) {
        CellPut put = new CellPut(column, content.getBytes(StandardCharsets.UTF_8), false);
        RowEdit edit = RowEdit.ofCells(List.of(put));
        return new EditRow(table.table(), RowName.of(name), Expected.PRESENT, NewRow.FILE, edit);
    }

    private static EditRow changed(TablePointer table, String name, String content) {
        EditRow put = NameRig.put(table, name, content);
        return new EditRow(put.table(), put.name(), Expected.PRESENT, put.ifNew(), put.edit());
    }

    /** What goes with a table must not take along the files of the metadata log that others stand in. */
    @Test
    void aTableThatGoesWhileItIsWrittenLeavesTheOthers() {
        int steps = 0;
        while (removedAroundCheckpoint(steps)) {
            steps++;
        }
        assertTrue(steps > 3, "a removal has steps: " + steps);
    }

    /** Whether the removal was still under way when the checkpoint began, after so many steps. */
    private static boolean removedAroundCheckpoint(int steps) {
        NameRig rig = new NameRig();
        TablePointer going = rig.mkdir(root(), "going", 0);
        TablePointer staying = rig.mkdir(root(), "staying", 0);
        for (int i = 0; i < ROWS; i++) {
            rig.create(going, "row-" + i, "going");
            rig.create(staying, "row-" + i, "staying");
        }
        rig.checkpoint();
        rig.open(); // from here on another file is written
        rig.create(going, "row-" + ROWS, "going");
        rig.create(staying, "row-" + ROWS, "staying");
        rig.checkpoint();
        rig.open();
        rig.create(going, "one more", "going");
        List<Reply> replies =
                rig.submit(rig.envelope(root().base(), new RemoveTable(root().table(), RowName.of("going"), true)));
        boolean isOver = false;
        for (int i = 0; i < steps; i++) {
            isOver = !rig.step();
        }
        rig.group().checkpoint();
        rig.runUntilIdle();
        assertInstanceOf(TableGone.class, replies.get(0));
        for (int i = 0; i < 3; i++) {
            rig.create(root(), "news-" + i, "news");
            rig.checkpoint();
        }
        rig.open();
        for (int i = 0; i <= ROWS; i++) {
            Optional<String> content = rig.content(staying, "row-" + i);
            assertEquals(Optional.of("staying"), content, "row " + i + ", removed after " + steps + " steps");
        }
        return !isOver;
    }
}
