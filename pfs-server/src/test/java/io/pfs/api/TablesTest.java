package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.FileOutput;
import io.pfs.client.table.CellInfo;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Rows;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Each part of the API once, on a real folder; most of it is looked at again after a restart. */
@ParameterizedClass
@EnumSource(Way.class)
final class TablesTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path folder;

    private Pfs pfs;

    @BeforeEach
    void open() {
        EmbeddedOptions server = EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH);
        pfs = way.open(folder.resolve("data"), server);
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private void reopen() {
        close();
        open();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void cellsOfAllSizesComeBack() {
        Table photos = pfs.createTable("/photos");
        int[] sizes = {0, 1, 100, 32 << 10, (32 << 10) + 1, 500_000, Limits.CELL_BYTES_MAX};
        for (int i = 0; i < sizes.length; i++) {
            photos.edit("r" + i)
                    .put("content", random(sizes[i], i))
                    .put("thumb", random(sizes[i] / 2, -i))
                    .apply();
        }
        for (int round = 0; round < 2; round++) {
            Table again = pfs.openTable("/photos");
            for (int i = 0; i < sizes.length; i++) {
                assertArrayEquals(
                        random(sizes[i], i), again.get("r" + i, "content").orElseThrow());
                assertArrayEquals(
                        random(sizes[i] / 2, -i), again.get("r" + i, "thumb").orElseThrow());
                assertEquals(sizes[i], again.row("r" + i).orElseThrow().size());
            }
            byte[] part = again.getRange("r5", "content", 100_000, 1000).orElseThrow();
            assertArrayEquals(Arrays.copyOfRange(random(500_000, 5), 100_000, 101_000), part);
            for (long far : new long[] {500_000, Long.MAX_VALUE}) {
                assertEquals(0, again.getRange("r5", "content", far, 1000).orElseThrow().length);
                assertEquals(0, again.getRange("r2", "content", far, 1000).orElseThrow().length);
            }
            reopen();
        }
    }

    @Test
    void compressedCellsComeBack() {
        Table texts = pfs.createTable("/texts");
        texts.addColumn("body", ColumnOptions.DEFAULT.withCompression());
        byte[] small = bytes("again and ".repeat(1000));
        byte[] large = bytes("again and ".repeat(100_000));
        texts.edit("a").put("body", small).apply();
        texts.edit("b").put("body", large).apply();
        reopen();
        Table again = pfs.openTable("/texts");
        assertArrayEquals(small, again.get("a", "body").orElseThrow());
        assertArrayEquals(large, again.get("b", "body").orElseThrow());
        assertArrayEquals(bytes("and"), again.getRange("b", "body", 10_006, 3).orElseThrow());
    }

    @Test
    void aRowMayHaveAThousandColumns() {
        Table wide = pfs.createTable("/wide");
        var edit = wide.edit("row");
        for (int i = 0; i < 1000; i++) {
            edit.put("column-" + i, bytes("cell " + i));
        }
        edit.apply();
        assertEquals(1001, wide.columns().size());
        wide.edit("row").remove("column-7").put("column-8", bytes("other")).apply();
        reopen();
        Table again = pfs.openTable("/wide");
        assertArrayEquals(bytes("cell 999"), again.get("row", "column-999").orElseThrow());
        assertArrayEquals(bytes("other"), again.get("row", "column-8").orElseThrow());
        assertEquals(Optional.empty(), again.get("row", "column-7"));
        List<CellInfo> cells = again.cells("row").orElseThrow();
        assertEquals(999, cells.size());
        RowView row = again.row("row", "column-1", "column-7", "column-500").orElseThrow();
        assertArrayEquals(bytes("cell 500"), row.cell("column-500").orElseThrow());
        assertEquals(Optional.empty(), row.cell("column-7"));
    }

    @Test
    void tagsAndAttributesStay() {
        Table photos = pfs.createTable("/photos");
        Instant then = Instant.ofEpochMilli(1_234_567);
        photos.edit("a")
                .tag("stars", 5)
                .tag("title", "s\u00e9a")
                .tag("ratio", 1.5)
                .mode(0600)
                .apply();
        photos.edit("a")
                .owner(3, 4)
                .modified(then)
                .accessed(then)
                .untag("ratio")
                .apply();
        reopen();
        RowView row = pfs.openTable("/photos").row("a").orElseThrow();
        assertEquals(2, row.version());
        assertEquals(2, row.tags().size());
        assertEquals(new TagValue.OfLong(5), row.tags().get("stars"));
        assertEquals(List.of(0600, 3, 4), List.of(row.mode(), row.owner(), row.group()));
        assertEquals(then, row.modified());
        PfsException refused = assertThrows(
                PfsException.class,
                () -> pfs.openTable("/photos")
                        .edit("a")
                        .tag("long", "x".repeat(5000))
                        .apply());
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
    }

    @Test
    void schemasArePartOfTheTable() {
        Table table = pfs.createTable("/t");
        table.put("a", "one", bytes("1"));
        table.put("a", "two", bytes("2"));
        table.renameColumn("one", "uno");
        table.dropColumn("two");
        table.setPolicy(Policy.SMALL);
        table.put("a", "two", bytes("22"));
        reopen();
        Table again = pfs.openTable("/t");
        List<String> names =
                again.columns().stream().map(column -> column.name()).toList();
        assertEquals(List.of("content", "uno", "two"), names);
        assertEquals(Policy.SMALL, again.describe().policy());
        assertArrayEquals(bytes("1"), again.get("a", "uno").orElseThrow());
        assertArrayEquals(bytes("22"), again.get("a", "two").orElseThrow());
    }

    @Test
    void onlyTheRowThatWasReadIsChanged() {
        Table table = pfs.createTable("/t");
        RowVersion before = table.create("a");
        refused(ErrorCode.ALREADY_EXISTS, () -> table.create("a"));
        table.delete("a");
        RowVersion now = table.create("a");
        assertEquals(before.version(), now.version());
        refused(
                ErrorCode.VERSION_CHANGED,
                () -> table.edit("a").expect(before).tag("t", 1).apply());
        table.edit("a").expect(now).tag("t", 1).apply();
        refused(
                ErrorCode.VERSION_CHANGED,
                () -> table.edit("a").expectVersion(1).apply());
        refused(ErrorCode.NOT_FOUND, () -> table.edit("b").expectPresent().apply());
        assertFalse(table.delete("b"));
        PfsException refused = assertThrows(PfsException.class, () -> table.create("a"));
        assertTrue(refused.getMessage().contains("table '/t'"), refused.getMessage());
    }

    @Test
    void manyRowsAreWrittenScannedAndLoaded() {
        Table table = pfs.createTable("/many");
        Map<String, byte[]> cells = new LinkedHashMap<>();
        for (int i = 0; i < 20_000; i++) {
            cells.put("row-" + i, bytes("cell " + i));
        }
        table.putAll("thumb", cells);
        for (int round = 0; round < 2; round++) {
            Table again = pfs.openTable("/many");
            TreeSet<String> met = new TreeSet<>();
            Rows rows = again.scan().columns("thumb").pages(500, 1 << 20).iterator();
            String token = "";
            while (met.size() < 7777) {
                RowView row = rows.next();
                assertArrayEquals(cells.get(row.name()), row.cell("thumb").orElseThrow());
                assertTrue(met.add(row.name()), row.name());
                token = rows.token();
            }
            again.scan().after(token).forEach(row -> assertTrue(met.add(row.name()), row.name()));
            assertEquals(cells.keySet().size(), met.size());
            int loaded = 0;
            for (LoadedCell cell : again.bulkLoad("thumb")) {
                assertArrayEquals(cells.get(cell.name()), cell.bytes());
                loaded++;
            }
            assertEquals(20_000, loaded);
            List<String> some = List.of("row-1", "none", "row-19999");
            assertEquals(2, again.getAll(some, "thumb").size());
            reopen();
        }
    }

    @Test
    void lengthsAreKnownOfRowsThemselves() {
        Table table = pfs.ensureTable("/lengths");
        List.of("c1", "c2", "c3", "c4", "c5").forEach(table::addColumn);
        table.edit("a")
                .put("content", new byte[3])
                .put("c1", new byte[1])
                .put("c2", new byte[2])
                .put("c3", new ByteArrayInputStream(new byte[3 << 20]))
                .put("c4", new byte[4])
                .put("c5", new byte[5])
                .apply();
        table.create("empty");
        reopen();
        List<Column> columns = pfs.openTable("/lengths").columns();
        long[] lengths = {3, 1, 2, 3 << 20, 4, 5};
        RowView plain = pfs.openTable("/lengths").row("a").orElseThrow();
        for (int i = 0; i < 5; i++) {
            assertTrue(RowView.isLengthInRow(columns.get(i)));
            assertEquals(OptionalLong.of(lengths[i]), plain.length(columns.get(i)));
        }
        Column last = columns.get(5);
        refused(ErrorCode.USAGE, () -> plain.length(last));
        RowView asked = pfs.openTable("/lengths").row("a", last.name()).orElseThrow();
        assertEquals(OptionalLong.of(5), asked.length(last));
        RowView empty = pfs.openTable("/lengths").row("empty", last.name()).orElseThrow();
        assertEquals(OptionalLong.of(0), empty.length(Column.CONTENT), "every file has one");
        assertEquals(OptionalLong.empty(), empty.length(columns.get(1)));
        assertEquals(OptionalLong.empty(), empty.length(last));
    }

    @Test
    void directoriesAndFilesAreTablesAndRows() {
        pfs.files().mkdirs("/a/b/c");
        try (FileOutput out = pfs.files().create("/a/b/c/f")) {
            out.write(bytes("hello "), 0, 6);
        }
        try (FileOutput out = pfs.files().append("/a/b/c/f")) {
            out.write(bytes("world"), 0, 5);
        }
        pfs.files().symlink("/link", "a/b/c/f");
        pfs.files().setPermissions("/a/b", 0700);
        pfs.files().setPermissions("/", 0711);
        reopen();
        assertArrayEquals(bytes("hello world"), pfs.files().readAll("/link"));
        assertArrayEquals(
                bytes("hello world"),
                pfs.openTable("/a/b/c").get("f", "content").orElseThrow());
        assertEquals(0700, pfs.files().stat("/a/b").orElseThrow().mode());
        assertEquals(0711, pfs.files().stat("/").orElseThrow().mode());
        List<String> names = pfs.files().list("/").stream().map(FileInfo::name).toList();
        assertEquals(List.of("a", "link"), names);
        refused(ErrorCode.IS_A_DIRECTORY, () -> pfs.files().delete("/a"));
        refused(ErrorCode.NOT_SUPPORTED, () -> pfs.files().write("/link", bytes("x")));
        assertTrue(pfs.files().delete("/link"));
        pfs.raw().write("/a/b/c/f", 0, 6, bytes("table"));
        assertArrayEquals(bytes("table"), pfs.raw().read("/a/b/c/f", 0, 6, 100));
    }

    @Test
    void bytesThatWereReadAreTheReadersOwn() {
        Table table = pfs.createTable("/t");
        table.put("a", "content", bytes("mine"));
        table.get("a", "content").orElseThrow()[0] = 'X';
        table.row("a", "content").orElseThrow().cell("content").orElseThrow()[0] = 'X';
        table.scan().columns("content").iterator().next().cell("content").orElseThrow()[0] = 'X';
        assertArrayEquals(bytes("mine"), table.get("a", "content").orElseThrow());
    }

    @Test
    void aSecondOneOnTheSameFolderIsRefused() {
        refused(ErrorCode.LOCKED, () -> Pfs.embedded(folder.resolve("data")));
    }

    @Test
    void manyTablesAreMade() {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            paths.add("/tables/t" + i);
            pfs.ensureTable(paths.get(i)).put("row", "content", bytes("in " + i));
        }
        reopen();
        for (int i = 0; i < paths.size(); i++) {
            assertArrayEquals(
                    bytes("in " + i),
                    pfs.openTable(paths.get(i)).get("row", "content").orElseThrow());
        }
        assertEquals(300, pfs.files().list("/tables").size());
    }

    private static void refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
