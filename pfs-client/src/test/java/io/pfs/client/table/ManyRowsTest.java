package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.row.TablePointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is done to many rows at once, and walks over all of them. */
final class ManyRowsTest {
    private final ClientRig rig = new ClientRig();
    private final Table table = open("/photos");

    private Table open(String path) {
        PfsPath parsed = PfsPath.parse(path);
        Promise<TablePointer> made = new Promise<>();
        rig.catalog.ensure(parsed, TableOptions.DEFAULT, made);
        Promise.await(made);
        Promise<AsyncTable> opened = new Promise<>();
        rig.catalog.open(parsed, opened);
        return new Table(Promise.await(opened));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Optional<byte[]> cell) {
        return cell.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("nothing");
    }

    // Batches

    @Test
    void manyRowsTravelTogether() {
        Map<String, byte[]> cells = new LinkedHashMap<>();
        IntStream.range(0, 5000).forEach(i -> cells.put("r" + i, bytes("cell " + i)));
        table.addColumn("thumb");
        rig.server.forgetSeen();
        table.putAll("thumb", cells);
        assertEquals(5, rig.server.sendings(), "a thousand at once");
        List<String> asked = List.of("r7", "missing", "r4999", "r0");
        Map<String, byte[]> found = table.getAll(asked, "thumb");
        assertEquals(List.of("r7", "r4999", "r0"), List.copyOf(found.keySet()));
        assertArrayEquals(bytes("cell 4999"), found.get("r4999"));
        assertEquals(Map.of(), table.getAll(List.of(), "thumb"));
        table.createAll(List.of("x", "y"));
        PfsException refused = assertThrows(PfsException.class, () -> table.createAll(List.of("w", "x", "y", "z")));
        assertEquals(ErrorCode.ALREADY_EXISTS, refused.code());
        assertTrue(refused.getMessage().contains("2 of 4 rows"), refused.getMessage());
        assertTrue(table.row("z").isPresent(), "the others are made");
    }

    @Test
    void aBatchNeitherWaitsForEachStretchNorFillsTheServer() {
        List<String> names = IntStream.range(0, 10_000).mapToObj(i -> "r" + i).toList();
        rig.server.forgetSeen();
        rig.server.hold();
        CompletableFuture<List<RowResult>> made = table.async().createAll(names);
        assertEquals(4, rig.server.sendings(), "so many are on their way");
        assertEquals(4096 / Limits.ROWS_PER_CHANGE_MAX, rig.server.seen().size(), "as many rows a request as may be");
        rig.server.release();
        assertEquals(10_000, made.join().size());
        rig.caller.close();
        refused(ErrorCode.CLOSED, () -> table.createAll(names));
    }

    @Test
    void aBatchThatIsClosedInTheMiddleSaysSo() {
        List<String> names = IntStream.range(0, 10_000).mapToObj(i -> "r" + i).toList();
        rig.server.hold();
        CompletableFuture<List<RowResult>> made = table.async().createAll(names);
        rig.caller.close();
        assertTrue(made.isCompletedExceptionally());
    }

    @Test
    void resultsSayWhatBecameOfEach() {
        table.create("b");
        List<RowResult> results = table.applyAll(List.of(
                table.edit("a").put("p", bytes("1")).expectAbsent(),
                table.edit("b").put("q", bytes("2")).expectAbsent(),
                table.edit("c").tag("t", true)));
        assertEquals(
                List.of(RowName.of("a"), RowName.of("b"), RowName.of("c")),
                results.stream().map(RowResult::name).toList());
        assertEquals(1, results.get(0).done().orElseThrow().version());
        assertEquals(
                ErrorCode.ALREADY_EXISTS, results.get(1).failure().orElseThrow().code());
        assertTrue(results.get(2).failure().isEmpty());
        assertEquals(List.of(), table.applyAll(List.of()));
    }

    @Test
    void theSameRowTwiceIsChangedTwice() {
        List<RowResult> results = table.applyAll(List.of(
                table.edit("a").put("p", bytes("1")),
                table.edit("b").put("p", bytes("2")),
                table.edit("a").put("p", bytes("3"))));
        assertEquals(2, results.get(2).done().orElseThrow().version());
        assertEquals("3", text(table.get("a", "p")));
    }

    /** The first request is refused for another row of it, and each of it asked for again. */
    @Test
    void theSameRowTwiceIsChangedInOrderWhateverElseIsRefused() {
        table.put("b", "p", bytes("0"));
        List<RowResult> results = table.applyAll(List.of(
                table.edit("a").put("p", bytes("1")),
                table.edit("b").expectAbsent().put("p", bytes("2")),
                table.edit("a").put("p", bytes("3"))));
        assertEquals(1, results.get(0).done().orElseThrow().version());
        assertEquals(
                ErrorCode.ALREADY_EXISTS, results.get(1).failure().orElseThrow().code());
        assertEquals(2, results.get(2).done().orElseThrow().version());
        assertEquals("3", text(table.get("a", "p")));
    }

    @Test
    void muchGoesIntoSeveralRequests() {
        Map<String, byte[]> cells = new LinkedHashMap<>();
        IntStream.range(0, 10).forEach(i -> cells.put("r" + i, new byte[20 << 10]));
        table.addColumn("thumb");
        rig.server.forgetSeen();
        table.putAll("thumb", cells);
        assertEquals(4, rig.server.seen().size(), "three a request");
        assertEquals(10, table.getAll(cells.keySet(), "thumb").size());
    }

    @Test
    void anOutcomeThatNobodyKnowsIsSaidOfEach() {
        table.addColumn("p");
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.CORRUPT));
        List<RowResult> results = table.applyAll(
                List.of(table.edit("a").put("p", bytes("1")), table.edit("b").put("p", bytes("2"))));
        results.forEach(result ->
                assertEquals(ErrorCode.CORRUPT, result.failure().orElseThrow().code()));
        assertTrue(table.row("b").isPresent());
    }

    // All rows

    @Test
    void aScanMeetsEachRowOnce() {
        for (int i = 0; i < 100; i++) {
            table.put("r" + i, i % 2 == 0 ? "even" : "odd", bytes("" + i));
        }
        TreeSet<String> names = new TreeSet<>();
        for (RowView row : table.scan().columns("even").pages(7, 1 << 20)) {
            assertTrue(names.add(row.name()), row.name());
            boolean isEven = Integer.parseInt(row.name().substring(1)) % 2 == 0;
            assertEquals(isEven ? row.name().substring(1) : "nothing", text(row.cell("even")));
        }
        assertEquals(100, names.size());
        refused(
                ErrorCode.NOT_FOUND,
                () -> table.scan().columns("none").iterator().next());
        refused(ErrorCode.OUT_OF_RANGE, () -> table.scan().pages(0, 1));
    }

    @Test
    void aScanGoesOnWhereItStopped() {
        for (int i = 0; i < 50; i++) {
            table.create("r" + i);
        }
        List<String> all = new ArrayList<>();
        table.scan().forEach(row -> all.add(row.name()));
        for (int stop = 0; stop <= 50; stop++) {
            Rows rows = table.scan().pages(8, 1).iterator();
            List<String> met = new ArrayList<>();
            for (int i = 0; i < stop; i++) {
                met.add(rows.next().name());
            }
            String token = rows.token();
            table.scan().after(token).forEach(row -> met.add(row.name()));
            assertEquals(all, met, "stopped after " + stop);
        }
        Rows end = table.scan().iterator();
        end.forEachRemaining(row -> {});
        assertThrows(NoSuchElementException.class, end::next);
        refused(ErrorCode.OUT_OF_RANGE, () -> table.scan().after("nonsense"));
        String ofAnother = open("/other").scan().after("").iterator().token();
        assertEquals("", ofAnother, "the beginning is the same in all");
    }

    @Test
    void pagesComeInFuturesToo() {
        for (int i = 0; i < 10; i++) {
            table.create("r" + i);
        }
        Page first = table.async().scan().pages(4, 1).page().join();
        assertEquals(4, first.rows().size());
        Page rest = table.scan().after(first.next().orElseThrow()).page().join();
        assertEquals(6, rest.rows().size());
        assertEquals(Optional.empty(), rest.next());
    }

    @Test
    void theNextPageIsOnItsWayWhileOneIsReadThrough() {
        for (int i = 0; i < 9; i++) {
            table.create("r" + i);
        }
        rig.server.forgetSeen();
        Rows rows = table.scan().pages(3, 1).iterator();
        assertEquals(1, rig.server.seen().size());
        rows.next();
        assertEquals(2, rig.server.seen().size());
        rows.next();
        rows.next();
        assertEquals(2, rig.server.seen().size());
        rows.next();
        assertEquals(3, rig.server.seen().size());
    }

    @Test
    void aColumnIsLoadedWhole() {
        for (int i = 0; i < 20; i++) {
            table.put("r" + i, i % 4 == 0 ? "rare" : "content", bytes("" + i));
        }
        Map<String, String> loaded = new LinkedHashMap<>();
        for (LoadedCell cell : table.bulkLoad("rare")) {
            loaded.put(cell.name(), new String(cell.bytes(), StandardCharsets.UTF_8));
        }
        assertEquals(Map.of("r0", "0", "r4", "4", "r8", "8", "r12", "12", "r16", "16"), loaded);
        var load = table.bulkLoad("rare").iterator();
        load.forEachRemaining(cell -> {});
        assertThrows(NoSuchElementException.class, load::next);
    }

    private static void refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
