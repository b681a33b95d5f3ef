package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.inspect.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TableGraphTest {
    private static final TableId ROOT = TableId.of(new ShardId(0), 1);

    private final List<String> found = new ArrayList<>();
    private final TableGraph graph = new TableGraph(new Findings() {
        @Override
        public void found(Finding finding) {
            found.add(finding.kind() + " " + finding.subject() + " " + finding.text());
        }

        @Override
        public void progress(String doing, long count) {
            // nobody waits
        }
    });

    private static TableId id(int number) {
        return TableId.of(new ShardId(0), 16 + number);
    }

    private static TablePointer pointer(TableId table) {
        return new TablePointer(table, new ShardId(0), 0, 5);
    }

    @BeforeEach
    void makeTables() {
        graph.table(pointer(ROOT));
        graph.table(pointer(id(1)));
        graph.table(pointer(id(2)));
        graph.link(ROOT, "row 1", pointer(id(1)));
    }

    @Test
    void whatHangsOnTheRootIsWell() {
        graph.link(id(1), "row 2", pointer(id(2)));
        graph.check(ROOT, true);
        assertEquals(List.of(), found);
    }

    @Test
    void aTableWithRowsThatNothingLeadsToIsDamageAndAnEmptyOneAnOrphan() {
        graph.rows(id(2), 1);
        graph.table(pointer(id(3)));
        graph.check(ROOT, true);
        assertEquals(
                List.of(
                        Kind.DAMAGE + " " + id(2) + " no path leads from the root to this table of 1 rows",
                        Kind.ORPHAN + " " + id(3) + " no path leads from the root to this table of 0 rows"),
                found);
    }

    @Test
    void whatARowThatCantBeReadMayLeadToIsNoOrphan() {
        graph.check(ROOT, false);
        String text =
                id(2) + ": no path leads from the root to this table of 0 rows, unless a row that can't be read does";
        assertEquals(List.of(Kind.NOTE + "  " + text), found);
    }

    @Test
    void aCircleIsNotReached() {
        graph.rows(id(2), 1);
        graph.link(id(2), "row 2", pointer(id(2)));
        graph.check(ROOT, true);
        assertEquals(1, found.size(), found.toString());
    }

    @Test
    void aTableBeingRemovedIsAnOrphan() {
        graph.rows(id(2), 1);
        graph.passing(id(2));
        graph.check(ROOT, true);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.get(0).startsWith("ORPHAN"), found.toString());
    }

    /** What is below it is cut off by itself, and may be gone before the row that leads there. */
    @Test
    void soIsWhatIsBelowAndItMayBeGone() {
        graph.passing(id(2));
        graph.table(pointer(id(3)));
        graph.rows(id(3), 1);
        graph.link(id(2), "row 2", pointer(id(3)));
        graph.link(id(2), "row 3", pointer(id(4)));
        graph.check(ROOT, true);
        assertEquals(2, found.size(), found.toString());
        found.forEach(finding -> assertTrue(finding.startsWith("ORPHAN"), finding));
    }

    /** The table that it led to was cut off with the decision. */
    @Test
    void aRowThatIsOverwrittenByOneOnItsWayCountsNoMore() {
        graph.link(id(1), "row 2", pointer(id(9)));
        graph.link(id(1), "row 2 (on its way)", pointer(id(2)));
        graph.overwritten("row 2", id(2));
        graph.check(ROOT, true);
        assertEquals(List.of(), found);
    }

    /** It has come already, and is on its way as well. */
    @Test
    void aRowThatLeadsWhereTheOneOnItsWayLeadsIsDamage() {
        graph.link(id(1), "row 2", pointer(id(2)));
        graph.link(id(1), "row 2 (on its way)", pointer(id(2)));
        graph.overwritten("row 2", id(2));
        graph.check(ROOT, true);
        assertEquals(1, found.size(), found.toString());
    }

    @Test
    void thatSomethingElseIsBeingRemovedExcusesNothing() {
        graph.rows(id(2), 1);
        graph.passing(id(1));
        graph.check(ROOT, true);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.get(0).startsWith("DAMAGE"), found.toString());
    }

    @Test
    void aRowThatLeadsNowhereElsewhereOrToOthersTablesIsDamage() {
        graph.link(id(1), "row 2", pointer(id(9)));
        graph.link(id(1), "row 3", pointer(id(1)));
        graph.link(id(1), "row 4", new TablePointer(id(2), new ShardId(7), 0, 5));
        graph.check(ROOT, true);
        assertEquals(3, found.size(), found.toString());
        assertEquals("DAMAGE row 2 leads to " + id(9) + ", which does not exist", found.get(0));
        assertEquals("DAMAGE row 3 leads to " + id(1) + ", and so does row 1", found.get(1));
        assertTrue(found.get(2).startsWith("DAMAGE row 4 leads to TablePointer"), found.toString());
    }
}
