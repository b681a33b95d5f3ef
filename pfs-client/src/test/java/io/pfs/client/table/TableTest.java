package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.ClientOptions;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.testing.ClientRig;
import io.pfs.client.testing.TinyServer.Mishap;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.wire.Request;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class TableTest {
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

    // Cells and columns

    @Test
    void aCellIsWrittenAndRead() {
        assertEquals(1, table.put("a.jpg", "thumb", bytes("small")).version());
        assertEquals(2, table.put("a.jpg", "content", bytes("large")).version());
        assertEquals("small", text(table.get("a.jpg", "thumb")));
        assertEquals("large", text(table.get("a.jpg", "content")));
        assertEquals("nothing", text(table.get("b.jpg", "thumb")));
        assertEquals("mal", text(table.getRange("a.jpg", "thumb", 1, 3)));
        assertEquals("all", text(table.getRange("a.jpg", "thumb", 2, 100)));
        assertEquals("", text(table.getRange("a.jpg", "thumb", 100, 3)));
        assertEquals(Optional.of(List.of(new CellInfo("content", 5), new CellInfo("thumb", 5))), table.cells("a.jpg"));
        assertEquals(Optional.empty(), table.cells("b.jpg"));
    }

    @Test
    void aKnownColumnCostsNothing() {
        table.put("a", "thumb", bytes("x"));
        rig.server.forgetSeen();
        table.put("b", "thumb", bytes("y"));
        table.get("b", "thumb");
        assertEquals(2, rig.server.seen().size());
        Table again = open("/photos");
        rig.server.forgetSeen();
        again.get("b", "thumb");
        assertEquals(1, rig.server.seen().size(), "handles of a table share what they know");
    }

    @Test
    void anUnknownColumnIsAnErrorToReadersOnly() {
        PfsException refused = assertThrows(PfsException.class, () -> table.get("a", "thum"));
        assertEquals(ErrorCode.NOT_FOUND, refused.code());
        assertTrue(refused.getMessage().contains("'thum'"), refused.getMessage());
        assertTrue(refused.getMessage().contains("content"), "it says what there is: " + refused.getMessage());
        table.put("a", "thum", bytes("x"));
        assertEquals("x", text(table.get("a", "thum")));
    }

    @Test
    void columnsAreAddedRenamedAndDropped() {
        assertEquals(new ColumnId(1), table.addColumn("thumb"));
        assertEquals(
                new ColumnId(2),
                table.addColumn("medium", ColumnOptions.DEFAULT.withGroup("g").withCompression()));
        table.put("a", "medium", bytes("x"));
        table.renameColumn("medium", "mid");
        assertEquals("x", text(table.get("a", "mid")));
        refused(ErrorCode.NOT_FOUND, () -> table.get("a", "medium"));
        refused(ErrorCode.ALREADY_EXISTS, () -> table.addColumn("mid"));
        table.dropColumn("mid");
        refused(ErrorCode.NOT_FOUND, () -> table.get("a", "mid"));
        table.put("a", "mid", bytes("y"));
        assertEquals("y", text(table.get("a", "mid")), "another column of the same name");
        List<String> names = table.columns().stream().map(Column::name).toList();
        assertEquals(List.of("content", "thumb", "mid"), names);
        assertEquals(new ColumnId(3), table.columns().get(2).id(), "ids are never given twice");
        assertEquals(Optional.of(List.of(new CellInfo("mid", 1))), table.cells("a"), "dropped cells are not told of");
        refused(ErrorCode.NAME_INVALID, () -> table.put("a", "x/y", bytes("")));
        refused(ErrorCode.NOT_SUPPORTED, () -> table.dropColumn("content"));
    }

    /** Has another client change the columns. */
    private void elsewhere(TableChange change) {
        Promise<RowAccess> rows = new Promise<>();
        rig.catalog.keepRows(PfsPath.parse("/photos"), rows);
        Promise<ColumnId> changed = new Promise<>();
        new Columns(Promise.await(rows)).alter(change, changed);
        Promise.await(changed);
    }

    private long describes() {
        return rig.server.seen().stream()
                .filter(seen -> seen.request() instanceof DescribeTable)
                .count();
    }

    /** Else what is written for hours after it goes to a column that nobody can read. */
    @Test
    void whatAnotherClientDoesToColumnsIsSeenSoon() {
        table.put("a", "thumb", bytes("x"));
        elsewhere(new DropColumn("thumb"));
        rig.time.pass(Columns.BELIEVED_NS + 1);
        table.put("a", "thumb", bytes("y"));
        assertEquals(new ColumnId(2), table.columns().get(1).id(), "a new one of this name");
        assertEquals("y", text(table.get("a", "thumb")));
        rig.server.forgetSeen();
        table.put("a", "thumb", bytes("z"));
        assertEquals(0, describes(), "what was just seen costs nothing");
        rig.time.pass(Columns.BELIEVED_NS + 1);
        rig.server.forgetSeen();
        table.put("a", "content", bytes("c"));
        assertEquals(0, describes(), "the content is never dropped");
        elsewhere(new RenameColumn("thumb", "small"));
        table.get("a", "thumb"); // has the table asked
        refused(ErrorCode.NOT_FOUND, () -> table.get("a", "thumb"));
    }

    @Test
    void whoWritesOnceTheFileSystemIsClosedIsRefusedEachTime() {
        table.put("a", "thumb", bytes("x"));
        rig.time.pass(Columns.BELIEVED_NS + 1);
        rig.caller.close();
        for (int i = 0; i < 2; i++) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30), () -> refused(ErrorCode.CLOSED, () -> table.put("a", "thumb", bytes("y"))));
        }
    }

    @Test
    void timesThatCannotBeCountedAreRefused() {
        RowEditor edit = table.edit("a");
        for (Instant time : List.of(Instant.MIN, Instant.MAX)) {
            refused(ErrorCode.OUT_OF_RANGE, () -> edit.modified(time));
            refused(ErrorCode.OUT_OF_RANGE, () -> edit.accessed(time));
            refused(ErrorCode.OUT_OF_RANGE, () -> edit.tag("shot", time));
        }
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        assertEquals(List.of("of-server"), table.hostsOf(new TablePart(0, 2), List.of(), forEver));
        refused(ErrorCode.OUT_OF_RANGE, () -> ClientOptions.DEFAULT.withTimeout(forEver));
    }

    @Test
    void compressionGoesWithTheCell() {
        table.addColumn("text", ColumnOptions.DEFAULT.withCompression());
        rig.server.forgetSeen();
        table.edit("a").put("text", bytes("x")).put("content", bytes("y")).apply();
        Request.EditRow edit = (Request.EditRow) rig.server.seen().get(0).request();
        assertEquals(
                List.of(true, false),
                edit.edit().puts().stream().map(put -> put.compressed()).toList());
    }

    @Test
    void manyThreadsMayAddTheSameColumn() {
        List<CompletableFuture<RowVersion>> all = IntStream.range(0, 64)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> table.put("r" + i, "same" + i % 3, bytes("x"))))
                .toList();
        all.forEach(CompletableFuture::join);
        assertEquals(4, table.columns().size());
    }

    @Test
    void theTableSaysWhatItIs() {
        table.setPolicy(Policy.SMALL);
        TableInfo info = table.describe();
        assertEquals("/photos", info.path());
        assertEquals(Policy.SMALL, info.policy());
        assertEquals(List.of(Column.CONTENT), info.columns());
        assertEquals(0755, info.mode());
    }

    // Rows

    @Test
    void aRowIsMadeOnce() {
        RowVersion made = table.create("a");
        assertEquals(1, made.version());
        refused(ErrorCode.ALREADY_EXISTS, () -> table.create("a"));
        assertTrue(table.delete("a"));
        assertFalse(table.delete("a"));
        assertFalse(made.fileId().equals(table.create("a").fileId()), "another life");
        refused(ErrorCode.NAME_INVALID, () -> table.create("a/b"));
        refused(ErrorCode.NAME_INVALID, () -> table.create(".."));
    }

    @Test
    void anEditChangesAllAtOnce() {
        table.edit("a")
                .put("thumb", bytes("t"))
                .put("medium", bytes("m"))
                .tag("stars", 3)
                .apply();
        Instant then = Instant.ofEpochMilli(12345);
        RowVersion version = table.edit("a")
                .put("thumb", bytes("T"))
                .remove("medium")
                .tag("title", "sea")
                .tag("ratio", 1.5)
                .tag("seen", then)
                .tag("raw", new byte[] {1})
                .tag("public", true)
                .untag("stars")
                .mode(0600)
                .owner(7, 8)
                .modified(then)
                .accessed(then)
                .apply();
        assertEquals(2, version.version());
        RowView row = table.row("a", "medium", "thumb").orElseThrow();
        assertEquals(version.fileId(), row.fileId());
        assertEquals("T", text(row.cell("thumb")));
        assertEquals(Optional.empty(), row.cell("medium"));
        assertEquals(5, row.tags().size());
        assertEquals(new TagValue.OfString("sea"), row.tags().get("title"));
        assertEquals(new TagValue.OfDouble(1.5), row.tags().get("ratio"));
        assertEquals(new TagValue.OfTimestamp(12345), row.tags().get("seen"));
        assertEquals(List.of(0600, 7, 8), List.of(row.mode(), row.owner(), row.group()));
        assertEquals(then, row.modified());
        assertEquals(then, row.accessed());
        assertEquals(RowKind.FILE, row.kind());
        refused(ErrorCode.USAGE, () -> row.cell("content"));
        assertEquals(Optional.empty(), table.row("b"));
    }

    /** Else each refusal of a large cell would keep its bytes, and one of few places, for an hour. */
    @Test
    void ofALargeCellThatWasRefusedNothingIsLeft() {
        table.put("a", "content", new byte[] {1});
        byte[] large = new byte[Limits.CELL_BYTES_MAX + 1];
        refused(
                ErrorCode.ALREADY_EXISTS,
                () -> table.edit("a")
                        .expectAbsent()
                        .put("content", new ByteArrayInputStream(large))
                        .apply());
        RowEditor unused = table.edit("b").put("content", new ByteArrayInputStream(large));
        unused.giveUp();
        assertEquals(
                2,
                rig.server.seen().stream()
                        .filter(seen -> seen.request() instanceof Request.DropObject)
                        .count());
        table.edit("a").put("content", new ByteArrayInputStream(large)).apply();
        assertEquals(large.length, table.row("a").orElseThrow().size());
    }

    @Test
    void expectationsAreHeldTo() {
        long version = table.edit("a").expectAbsent().apply().version();
        refused(ErrorCode.ALREADY_EXISTS, () -> table.edit("a").expectAbsent().apply());
        refused(ErrorCode.NOT_FOUND, () -> table.edit("b").expectPresent().apply());
        table.edit("a").expectVersion(version).tag("t", 1).apply();
        refused(
                ErrorCode.VERSION_CHANGED,
                () -> table.edit("a").expectVersion(version).apply());
        refused(ErrorCode.VERSION_CHANGED, () -> table.delete(RowName.of("a"), version));
        table.delete(RowName.of("a"), version + 1);
        refused(ErrorCode.NOT_FOUND, () -> table.deleteCell("a", "content"));
    }

    @Test
    void anotherRowOfTheSameNameAndVersionIsNotTheSame() {
        RowVersion before = table.create("a");
        table.delete("a");
        RowVersion now = table.create("a");
        assertEquals(before.version(), now.version());
        refused(ErrorCode.VERSION_CHANGED, () -> table.edit("a").expect(before).apply());
        assertEquals(2, table.edit("a").expect(now).apply().version());
        assertEquals(2, table.row("a").orElseThrow().rowVersion().version());
    }

    @Test
    void bytesThatAreHandedOverAreCopiedUnlessTheyAreGivenAway() {
        byte[] mine = bytes("mine");
        rig.server.hold();
        CompletableFuture<RowVersion> put = table.async().put("a", "content", mine);
        CompletableFuture<RowVersion> given =
                table.async().edit("b").putOwned("content", mine).applyAsync();
        mine[0] = 'M';
        rig.server.release();
        put.join();
        given.join();
        assertEquals("mine", text(table.get("a", "content")));
        assertEquals("Mine", text(table.get("b", "content")));
    }

    @Test
    void anEditOfTooManyCellsAddsNoColumn() {
        int columns = table.describe().columns().size();
        RowEditor alone = ofTooManyCells("alone");
        List<RowEditor> together = List.of(table.edit("fine").put("other", bytes("x")), ofTooManyCells("together"));

        assertRefused(ErrorCode.TOO_LARGE, "'alone' of table '/photos' 4097", alone::apply);
        assertRefused(ErrorCode.TOO_LARGE, "'together' of table '/photos' 4097", () -> table.applyAll(together));

        assertEquals(columns, table.describe().columns().size());
        assertEquals(Optional.empty(), table.row("fine"));
    }

    private RowEditor ofTooManyCells(String row) {
        RowEditor edit = table.edit(row).remove("content");
        IntStream.range(0, Limits.CELLS_PER_ROW_MAX).forEach(i -> edit.put("c" + i, bytes("x")));
        return edit;
    }

    @Test
    void cellsAreBounded() {
        byte[] largest = new byte[Limits.CELL_BYTES_MAX];
        table.put("a", "content", largest);
        assertArrayEquals(largest, table.get("a", "content").orElseThrow());
        PfsException refused = assertThrows(
                PfsException.class, () -> table.edit("a").put("content", new byte[Limits.CELL_BYTES_MAX + 1]));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.getMessage().contains("2097152"), refused.getMessage());
        assertTrue(refused.getMessage().contains("/photos"), refused.getMessage());
        table.append("a", "content", new byte[] {8});
        refused(ErrorCode.TOO_LARGE, () -> table.get("a", "content"));
        refused(ErrorCode.TOO_LARGE, () -> table.getAll(List.of("a"), "content"));
        assertArrayEquals(
                new byte[] {0, 8},
                table.getRange("a", "content", Limits.CELL_BYTES_MAX - 1, 9).orElseThrow());
        refused(ErrorCode.OUT_OF_RANGE, () -> table.overwrite("b", "content", Limits.CELL_BYTES_MAX + 1, new byte[1]));
        refused(ErrorCode.OUT_OF_RANGE, () -> table.overwrite("b", "content", -1, new byte[1]));
    }

    @Test
    void partsAreWrittenOnTopOfWhatWasRead() {
        table.append("a", "log", bytes("one"));
        table.append("a", "log", bytes("two"));
        assertEquals("onetwo", text(table.get("a", "log")));
        table.overwrite("a", "log", 1, bytes("NE"));
        assertEquals("oNEtwo", text(table.get("a", "log")));
        table.overwrite("a", "log", 5, bytes("O!"));
        assertEquals("oNEtwO!", text(table.get("a", "log")));
        table.overwrite("b", "log", 2, bytes("x"));
        assertEquals("\0\0x", text(table.get("b", "log")));
    }

    @Test
    void appendsOfManyThreadsAllCount() {
        // waits between lost races are the rig's; a helper thread moves its time on
        List<CompletableFuture<RowVersion>> all = IntStream.range(0, 200)
                .parallel()
                .mapToObj(i -> table.async().append("a", "log", bytes("x")))
                .toList();
        CompletableFuture<Void> done = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
        while (!done.isDone()) {
            rig.time.runAll();
            Thread.onSpinWait();
        }
        done.join();
        assertEquals(200, table.get("a", "log").orElseThrow().length);
        assertEquals(200, table.row("a").orElseThrow().version());
    }

    @Test
    void anAppendWhoseOutcomeIsUnknownIsDoneOnce() {
        table.append("a", "log", bytes("one"));
        rig.server.mishaps(Mishap.doneUntold(ErrorCode.UNKNOWN_OUTCOME));
        CompletableFuture<RowVersion> appended = table.async().append("a", "log", bytes("two"));
        assertFalse(appended.isDone());
        rig.time.runAll();
        appended.join();
        assertEquals("onetwo", text(table.get("a", "log")));
    }

    // The handle

    @Test
    void messagesNameTheTableByItsPath() {
        table.create("a");
        PfsException refused = assertThrows(PfsException.class, () -> table.create("a"));
        assertTrue(refused.getMessage().contains("row 'a' of table '/photos' exists"), refused.getMessage());
    }

    @Test
    void aClosedHandleIsRefused() {
        AsyncTable async = table.async();
        table.close();
        refused(ErrorCode.CLOSED, () -> table.get("a", "content"));
        refused(ErrorCode.CLOSED, async::scan);
        refused(ErrorCode.CLOSED, () -> async.edit("a"));
        assertEquals("nothing", text(open("/photos").get("a", "content")), "another handle is not");
    }

    @Test
    void aFutureFailsByOurException() {
        CompletableFuture<RowVersion> failed =
                table.async().edit("a").expectPresent().applyAsync();
        PfsException cause =
                (PfsException) failed.handle((value, thrown) -> thrown).join();
        assertEquals(ErrorCode.NOT_FOUND, cause.code());
    }

    @Test
    void namesMayBeAnyBytes() {
        byte[] odd = {(byte) 0xff, 1};
        RowName name = RowName.of(odd, 0, 2);
        table.edit(name).put("content", bytes("x")).apply();
        assertEquals("x", text(table.get(name, "content")));
        RowView row = table.scan().iterator().next();
        assertEquals(name, row.rowName());
        assertEquals("\ufffd\u0001", row.name());
        assertTrue(table.delete(name));
    }

    private static void refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }

    // Indexes

    @Test
    void fieldsWithIndexesAreToldAsQueriesWriteThem() {
        table.addColumn("thumb");
        table.addIndexes("hot", "@size", " size( thumb )", "`content-type`", "`size`");
        table.renameColumn("thumb", "small pic");
        assertEquals(
                List.of("hot", "size", "size(`small pic`)", "`content-type`", "`size`"),
                table.describe().indexes());
        table.addIndexes("hot", "mtime");
        table.dropIndexes("size", "cold");
        assertEquals(
                List.of("hot", "size(`small pic`)", "`content-type`", "`size`", "mtime"),
                table.describe().indexes());
        table.dropColumn("small pic");
        assertEquals(
                List.of("hot", "`content-type`", "`size`", "mtime"),
                table.describe().indexes());
    }

    @Test
    void eachShardCountsOnceForTheProgressOfIndexes() {
        assertEquals(List.of(), table.indexProgress());
        table.addIndexes("hot", "size");
        assertEquals(
                List.of(new IndexProgress("hot", true, 150, 150), new IndexProgress("size", false, 80, 150)),
                table.indexProgress());
    }

    private static void assertRefused(ErrorCode code, String part, Executable executable) {
        PfsException refused = assertThrows(PfsException.class, executable);
        assertEquals(code, refused.code());
        assertTrue(refused.detail().contains(part), refused.detail());
    }

    @Test
    void whatCanHaveNoIndexIsRefused() {
        assertRefused(ErrorCode.USAGE, "character 5 of the field", () -> table.addIndexes("hot = 5"));
        assertRefused(ErrorCode.NOT_SUPPORTED, "'table' needs no index", () -> table.addIndexes("table"));
        assertRefused(ErrorCode.NOT_FOUND, "column 'none'", () -> table.addIndexes("size(none)"));
        for (int i = 1; i < 6; i++) {
            table.addColumn("c" + i);
        }
        assertRefused(ErrorCode.NOT_SUPPORTED, "'c5' is number 5", () -> table.addIndexes("size(c5)"));
        assertEquals(List.of(), table.describe().indexes());
    }
}
