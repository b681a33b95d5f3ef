package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import io.pfs.server.exchange.LeftOut.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is kept in mind of very many folders. */
final class KnownTablesTest {
    private static final TablePath TARGET = new TablePath(List.of(RowName.of("t")));

    private final MemoryTables tables = new MemoryTables();
    private final Tally tally = new Tally();
    private final KnownTables known = new KnownTables(tables, TARGET, tally);

    private static TablePath below(TablePath table, String name) {
        return table.below(List.of(RowName.of(name)));
    }

    /** As with {@code {row}/{column}}. */
    private void foldersOfRows(TablePath table) {
        for (int row = 0; row < KnownTables.NOTED_MAX + 10; row++) {
            known.folder(below(table, "row" + row), 0_700);
        }
    }

    private int modeOf(TablePath table) {
        return tables.modeOf(table).orElseThrow();
    }

    private Map<Reason, LeftOut.Group> leftOut() {
        return tally.leftOut().groups();
    }

    @Test
    void foldersThatAreNoTablesAreInNobodysWay() {
        TablePath parent = below(TARGET, "parent");
        known.folder(parent, 0_750);
        foldersOfRows(parent);
        known.folder(below(TARGET, "last"), 0_710);
        known.make(parent);
        known.make(below(TARGET, "last"));
        known.close();
        assertEquals(0_750, modeOf(parent), "many are in it");
        assertEquals(0_710, modeOf(below(TARGET, "last")));
        assertEquals(Map.of(), leftOut());
    }

    @Test
    void oneThatIsATableAfterAllIsSaid() {
        TablePath first = below(TARGET, "first");
        known.folder(first, 0_700);
        foldersOfRows(TARGET);
        known.make(below(TARGET, "other"));
        assertEquals(Map.of(), leftOut());
        known.make(first);
        assertEquals(1, leftOut().get(Reason.REFUSED).count());
    }

    /** Nothing is known any more of how it was made. */
    @Test
    void aFolderThatComesVeryLateIsSaid() {
        TablePath first = below(TARGET, "first");
        known.make(first);
        for (int table = 0; table < KnownTables.REMEMBERED_MAX; table++) {
            known.make(below(TARGET, "table" + table));
        }
        known.folder(first, 0_755);
        assertEquals(Map.of(), leftOut());
        known.folder(first, 0_700);
        known.make(first);
        known.folder(first, 0_700);
        assertEquals(2, leftOut().get(Reason.REFUSED).count());
    }
}
