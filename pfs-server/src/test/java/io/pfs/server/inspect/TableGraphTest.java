package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.inspect.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TableGraphTest {
    private static final TableId ROOT = TableId.of(new ShardId(0), 1);

    private final List<String> found = new ArrayList<>();
    private final TableGraph graph = new TableGraph(ROOT);
    private final Findings findings = new Findings() {
        @Override
        public void found(Finding finding) {
            found.add(finding.kind() + " " + finding.subject() + " " + finding.text());
        }

        @Override
        public void progress(String doing, long count) {
            // nobody waits
        }
    };

    private static TableId id(int number) {
        return TableId.of(new ShardId(0), 16 + number);
    }

    private static TablePointer pointer(TableId table) {
        return new TablePointer(table, new ShardId(0), 0, 5);
    }

    private static RowAt row(TableId table, String name) {
        return new RowAt(table, RowName.of(name), false);
    }

    @BeforeEach
    void makeTables() {
        graph.table(pointer(ROOT));
        graph.table(pointer(id(1)));
        graph.table(pointer(id(2)));
        graph.link(row(ROOT, "1"), pointer(id(1)));
    }

    @Test
    void whatHangsOnTheRootIsWell() {
        graph.link(row(id(1), "2"), pointer(id(2)));
        graph.check(true, findings);
        assertEquals(List.of(), found);
    }

    @Test
    void aTableWithRowsThatNothingLeadsToIsDamageAndAnEmptyOneAnOrphan() {
        graph.rows(id(2), 1);
        graph.table(pointer(id(3)));
        graph.check(true, findings);
        assertEquals(
                List.of(
                        Kind.DAMAGE + " " + id(2) + " no path leads from the root to this table of 1 rows",
                        Kind.ORPHAN + " " + id(3) + " no path leads from the root to this table of 0 rows"),
                found);
    }

    @Test
    void whatARowThatCantBeReadMayLeadToIsNoOrphan() {
        graph.check(false, findings);
        String text =
                id(2) + ": no path leads from the root to this table of 0 rows, unless a row that can't be read does";
        assertEquals(List.of(Kind.NOTE + "  " + text), found);
    }

    @Test
    void aCircleIsNotReached() {
        graph.rows(id(2), 1);
        graph.link(row(id(2), "2"), pointer(id(2)));
        graph.check(true, findings);
        assertEquals(1, found.size(), found.toString());
    }

    @Test
    void aTableBeingRemovedIsAnOrphan() {
        graph.rows(id(2), 1);
        graph.passing(id(2));
        graph.check(true, findings);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.get(0).startsWith("ORPHAN"), found.toString());
    }

    /** What is below it is cut off by itself, and may be gone before the row that leads there. */
    @Test
    void soIsWhatIsBelowAndItMayBeGone() {
        graph.passing(id(2));
        graph.table(pointer(id(3)));
        graph.rows(id(3), 1);
        graph.link(row(id(2), "2"), pointer(id(3)));
        graph.link(row(id(2), "3"), pointer(id(4)));
        graph.check(true, findings);
        assertEquals(2, found.size(), found.toString());
        found.forEach(finding -> assertTrue(finding.startsWith("ORPHAN"), finding));
    }

    /** The table that it led to was cut off with the decision. */
    @Test
    void aRowThatIsOverwrittenByOneOnItsWayCountsNoMore() {
        graph.link(row(id(1), "2"), pointer(id(9)));
        graph.link(new RowAt(id(1), RowName.of("2"), true), pointer(id(2)));
        graph.overwritten(row(id(1), "2"), id(2));
        graph.check(true, findings);
        assertEquals(List.of(), found);
    }

    /** It has come already, and is on its way as well. */
    @Test
    void aRowThatLeadsWhereTheOneOnItsWayLeadsIsDamage() {
        graph.link(row(id(1), "2"), pointer(id(2)));
        graph.link(new RowAt(id(1), RowName.of("2"), true), pointer(id(2)));
        graph.overwritten(row(id(1), "2"), id(2));
        graph.check(true, findings);
        assertEquals(1, found.size(), found.toString());
    }

    @Test
    void thatSomethingElseIsBeingRemovedExcusesNothing() {
        graph.rows(id(2), 1);
        graph.passing(id(1));
        graph.check(true, findings);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.get(0).startsWith("DAMAGE"), found.toString());
    }

    @Test
    void aRowThatLeadsNowhereElsewhereOrToOthersTablesIsDamage() {
        graph.link(row(id(1), "2"), pointer(id(9)));
        graph.link(row(id(1), "3"), pointer(id(1)));
        graph.link(row(id(1), "4"), new TablePointer(id(2), new ShardId(7), 0, 5));
        graph.check(true, findings);
        assertEquals(3, found.size(), found.toString());
        assertEquals("DAMAGE " + row(id(1), "2") + " leads to " + id(9) + ", which does not exist", found.get(0));
        assertEquals(
                "DAMAGE " + row(id(1), "3") + " leads to " + id(1) + ", and so does " + row(ROOT, "1"), found.get(1));
        assertTrue(found.get(2).startsWith("DAMAGE " + row(id(1), "4") + " leads to TablePointer"), found.toString());
    }

    @Test
    void aTableHasThePathThatLeadsThere() {
        assertEquals(Optional.of("/"), graph.pathOf(ROOT));
        assertEquals(Optional.of("/1"), graph.pathOf(id(1)));
        assertEquals(Optional.empty(), graph.pathOf(id(2)), "nothing leads there yet");
        graph.link(row(id(1), "2"), pointer(id(2)));
        graph.link(row(id(2), "back"), pointer(id(1)));
        assertEquals(Optional.of("/1/2"), graph.pathOf(id(2)));
    }

    @Test
    void noPathLeadsAlongARowThatIsOverwritten() {
        graph.link(row(id(1), "2"), pointer(id(2)));
        graph.link(new RowAt(id(1), RowName.of("2"), true), pointer(id(3)));
        graph.overwritten(row(id(1), "2"), id(3));
        assertEquals(Optional.empty(), graph.pathOf(id(2)));
        assertEquals(Optional.of("/1/2"), graph.pathOf(id(3)));
    }
}
