package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer;
import io.pfs.row.TablePointer;
import io.pfs.table.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A table in parts, for many who read it together; how large it is; and rows by their names. */
final class PartsTest {
    private static final int ROWS = 5000;
    private static final Duration LONG = Duration.ofHours(1);

    private final ClientRig rig = new ClientRig();
    private final Table table = open();

    private Table open() {
        PfsPath parsed = PfsPath.parse("/photos");
        Promise<TablePointer> made = new Promise<>();
        rig.catalog.ensure(parsed, TableOptions.DEFAULT, made);
        Promise.await(made);
        Promise<AsyncTable> opened = new Promise<>();
        rig.catalog.open(parsed, opened);
        return new Table(Promise.await(opened));
    }

    private void fill(int rows) {
        Map<String, byte[]> cells = new LinkedHashMap<>();
        for (int i = 0; i < rows; i++) {
            cells.put("r" + i, new byte[10]);
        }
        table.putAll("content", cells);
    }

    @Test
    void eachRowIsInOnePart() {
        fill(ROWS);
        List<String> whole = new ArrayList<>();
        table.scan().forEach(row -> whole.add(row.name()));
        for (int count : new int[] {1, 2, 8, 64, 4096, TablePart.COUNT_MAX}) {
            if (count > ROWS) {
                continue;
            }
            List<String> met = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Scan part = table.scan().part(new TablePart(i, count));
                part.pages(100, 1).forEach(row -> met.add(row.name()));
            }
            assertEquals(whole, met, count + " parts follow each other in the order of the table");
        }
    }

    @Test
    void theLastPartsEndWhereTheTableDoes() {
        fill(10);
        TreeSet<String> met = new TreeSet<>();
        int count = TablePart.COUNT_MAX;
        for (int i = 0; i < count; i += count / 2) {
            table.scan().part(new TablePart(i / (count / 2), 2)).forEach(row -> met.add(row.name()));
        }
        assertEquals(10, met.size());
        TablePart last = new TablePart(count - 1, count);
        assertTrue(last.interval().isLast());
        assertEquals(-1L >>> 16, last.interval().last() - last.interval().first());
    }

    @Test
    void aPartBringsHardlyMoreThanItHas() {
        fill(ROWS);
        int rowsOfPage = table.estimate(List.of()).rowsOfPage(16, 1024);
        assertTrue(rowsOfPage > ROWS / 16 && rowsOfPage < ROWS / 10, rowsOfPage + " rows");
        rig.server.forgetSeen();
        int met = 0;
        for (RowView row : table.scan().part(new TablePart(3, 16)).pages(rowsOfPage, 1 << 20)) {
            assertTrue(row.size() == 10);
            met++;
        }
        assertTrue(met > ROWS / 32 && met < ROWS / 8, met + " rows");
        assertEquals(1, rig.server.seen().size(), "requests");
    }

    @Test
    void aPageOfAPartEndsWithIt() {
        fill(100);
        TablePart second = new TablePart(1, 2);
        Page page = table.scan().part(new TablePart(0, 2)).page().join();
        assertEquals(Optional.empty(), page.next());
        Page rest = table.scan().part(second).pages(5, 1).page().join();
        List<String> names = new ArrayList<>();
        rest.rows().forEach(row -> names.add(row.name()));
        table.scan().part(second).after(rest.next().orElseThrow()).forEach(row -> names.add(row.name()));
        assertEquals(100, page.rows().size() + names.size());
        assertEquals(names.size(), new TreeSet<>(names).size());
    }

    private List<String> hosts(Duration atMost) {
        return table.hostsOf(new TablePart(0, 2), List.of(), atMost);
    }

    @Test
    void theHostsOfAPartAreThoseOfItsCellsOrOfItsServer() {
        fill(10);
        rig.server.forgetSeen();
        assertEquals(List.of("of-server"), hosts(LONG));
        assertEquals(0, rig.server.seen().size(), "nobody knows more");
        rig.server.knowsHosts();
        assertEquals(List.of("of-cells"), hosts(LONG));
        assertEquals(1, rig.server.seen().size());
        assertEquals(List.of("of-server"), hosts(Duration.ZERO));
        assertEquals(1, rig.server.seen().size(), "there was no time for it");
    }

    /** A job can do without. */
    @Test
    void whatCantBeFoundOutOfHostsIsNotKnown() {
        rig.server.knowsHosts();
        rig.server.mishaps(TinyServer.Mishap.refused(ErrorCode.CORRUPT));
        assertEquals(List.of("of-server"), hosts(LONG));
        rig.server.hold();
        assertEquals(List.of("of-server"), hosts(Duration.ofNanos(1)), "the answer never comes");
    }

    @Test
    void theNumberOfPartsIsAPowerOfTwo() {
        assertEquals(1, TablePart.countFor(0));
        assertEquals(1, TablePart.countFor(1));
        assertEquals(4, TablePart.countFor(3));
        assertEquals(4, TablePart.countFor(4));
        assertEquals(TablePart.COUNT_MAX, TablePart.countFor(TablePart.COUNT_MAX));
        assertEquals(TablePart.COUNT_MAX, TablePart.countFor(Long.MAX_VALUE));
        PfsException refused = assertThrows(PfsException.class, () -> new TablePart(0, 3));
        assertEquals(ErrorCode.OUT_OF_RANGE, refused.code());
        assertThrows(PfsException.class, () -> new TablePart(0, 0));
        assertThrows(PfsException.class, () -> new TablePart(2, 2));
    }

    @Test
    void anEstimateOfASmallTableIsExact() {
        fill(1000);
        TableEstimate all = table.estimate(table.columns());
        assertEquals(1000, all.rows());
        assertEquals(10_000, all.bytes());
        assertEquals(0, table.estimate(List.of()).bytes());
        assertEquals(1000 / 8 + 16 + 3 * Math.sqrt(125), all.rowsOfPage(8, 1024), 1);
    }

    @Test
    void anEstimateSaysOfWhatItKnowsNothing() {
        fill(10);
        for (int i = 0; i < Limits.DIRECT_COLUMNS_MAX; i++) {
            table.addColumn("more" + i);
        }
        String last = "more" + (Limits.DIRECT_COLUMNS_MAX - 1);
        table.edit("a").put(last, new byte[1000]).apply();
        Column behind = table.columns().stream()
                .filter(column -> column.name().equals(last))
                .findFirst()
                .orElseThrow();
        assertEquals(new TableEstimate(11, 0, 1), table.estimate(List.of(behind)));
    }

    @Test
    void anEstimateOfALargeOneIsNear() {
        fill(ROWS * 4);
        TableEstimate estimate = table.estimate(table.columns());
        assertEquals(ROWS * 4, estimate.rows(), ROWS * 4 * 0.15);
        assertEquals(ROWS * 40, estimate.bytes(), ROWS * 40 * 0.15);
    }

    @Test
    void rowsAreReadByTheirNames() {
        table.edit("a").put("p", new byte[1]).put("q", new byte[2]).apply();
        table.edit("b").put("q", new byte[3]).apply();
        List<RowName> names = List.of(RowName.of("b"), RowName.of("none"), RowName.of("a"));
        List<Optional<RowView>> rows = table.rows(names, "p", "q");
        assertEquals("b", rows.get(0).orElseThrow().name());
        assertEquals(Optional.empty(), rows.get(0).orElseThrow().cell("p"));
        assertEquals(Optional.empty(), rows.get(1));
        assertEquals(2, rows.get(2).orElseThrow().cell("q").orElseThrow().length);
        assertEquals(List.of(), table.rows(List.of()));
    }
}
