package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.RowName;
import io.pfs.row.Row;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableView;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The attributes of directories: their mtimes, and the copies in their parents. */
final class TableTimesTest {
    private static final long HOUR = 3_600_000;

    private final NameRig rig = new NameRig();
    private final TablePointer one = rig.mkdir(root(), "one", 1);
    private final TablePointer two = rig.mkdir(root(), "two", 2);

    private TableView view(TablePointer table) {
        return ((TableFound) rig.ask(table.base(), new DescribeTable(table.table()))).table();
    }

    private long mtime(TablePointer table) {
        long shown = view(table).times().mtimeMillis();
        rig.open();
        assertEquals(shown, view(table).times().mtimeMillis(), "the same after a restart");
        return shown;
    }

    private void checkpoints() {
        rig.checkpoint();
        rig.checkpoint();
        rig.open();
    }

    @Test
    void whateverChangesNamesMovesTheMtime() {
        long birth = mtime(one);
        long created = rig.tick(HOUR);
        rig.create(one, "a", "alpha");
        assertEquals(created, mtime(one));
        assertEquals(birth, mtime(two));
        long moved = rig.tick(HOUR);
        rig.move(one, "a", two, "b");
        assertEquals(moved, mtime(one));
        assertEquals(moved, mtime(two));
        long renamed = rig.tick(HOUR);
        rig.move(two, "b", two, "c");
        assertEquals(renamed, mtime(two));
        checkpoints();
        assertEquals(renamed, mtime(two));
        long removed = rig.tick(HOUR);
        rig.ask(two.base(), new RemoveRow(two.table(), RowName.of("c"), Expected.PRESENT));
        assertEquals(removed, mtime(two));
        long made = rig.tick(HOUR);
        rig.mkdir(two, "child", 3);
        assertEquals(made, mtime(two));
        long gone = rig.tick(HOUR);
        rig.rmdir(two, "child");
        assertEquals(gone, mtime(two));
        checkpoints();
        assertEquals(gone, mtime(two));
        assertEquals(moved, mtime(one));
    }

    @Test
    void whatAFileHoldsIsNotTheTablesAffair() {
        rig.create(one, "a", "alpha");
        long before = mtime(one);
        rig.tick(HOUR);
        rig.ask(
                one.base(),
                new EditRow(
                        one.table(),
                        RowName.of("a"),
                        Expected.PRESENT,
                        NewRow.FILE,
                        NameRig.put(one, "a", "beta").edit()));
        assertEquals(before, mtime(one));
    }

    @Test
    void anMtimeThatWasSetStaysUntilANameChanges() {
        rig.create(one, "a", "alpha");
        rig.tick(HOUR);
        alter(
                one,
                new RowEdit.Attributes(
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalLong.of(12_345),
                        OptionalLong.empty()));
        assertEquals(12_345, mtime(one));
        checkpoints();
        assertEquals(12_345, mtime(one));
        rig.tick(HOUR);
        alter(one, mode(0700));
        assertEquals(12_345, mtime(one));
        long created = rig.tick(HOUR);
        rig.create(one, "b", "beta");
        assertEquals(created, mtime(one));
        rig.tick(HOUR);
        alter(one, mode(0711));
        assertEquals(created, mtime(one));
        checkpoints();
        assertEquals(created, mtime(one));
    }

    @Test
    void aListingShowsWhatADirectoryIs() {
        TablePointer near = rig.mkdir(root(), "near", 0);
        TablePointer far = rig.mkdir(two, "far", 3);
        alter(near, mode(0700));
        alter(far, mode(0711));
        assertEquals(0700, listed(root(), "near").mode());
        assertEquals(0711, listed(two, "far").mode());
        rig.move(two, "far", one, "further");
        assertEquals(0711, listed(one, "further").mode());
        rig.tick(1);
        alter(far, mode(0750));
        assertEquals(0750, listed(one, "further").mode());
        assertEquals(0750, view(far).mode());
        new TreeCheck(rig).run();
    }

    private Row listed(TablePointer table, String name) {
        return rig.list(table).stream()
                .filter(found -> found.name().toString().equals(name))
                .findFirst()
                .orElseThrow()
                .row();
    }

    private void alter(TablePointer table, RowEdit.Attributes attributes) {
        AlterTable alter = new AlterTable(table.table(), new SetAttributes(attributes));
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), alter));
    }

    private static RowEdit.Attributes mode(int mode) {
        return new RowEdit.Attributes(
                OptionalInt.of(mode),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
