package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.server.archive.ArchiveFormat;
import io.pfs.server.archive.ArchiveReader;
import io.pfs.server.archive.ArchiveWriter;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.form.FormPatterns;
import io.pfs.testing.ManualClock;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExporterTest {
    @TempDir
    private Path temporary;

    private final MemoryTables tables = new MemoryTables();
    /** Of the rows that are put next. */
    private Tags tags = Tags.NONE;

    private void put(String path, Map<String, String> cells) {
        List<RowName> names = new ArrayList<>();
        for (String name : path.split("/")) {
            byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
            names.add(RowName.of(bytes, 0, bytes.length));
        }
        TablePath table = TablePath.ROOT.below(names.subList(0, names.size() - 1));
        tables.makeTable(table, 0_755);
        TreeMap<String, byte[]> bytes = new TreeMap<>();
        cells.forEach((column, text) -> bytes.put(column, text.getBytes(StandardCharsets.ISO_8859_1)));
        RowKey key = new RowKey(table, names.get(names.size() - 1));
        tables.put(List.of(new RowWrite(key, true, RowKind.FILE, 7_000, 0_640, bytes, new byte[0], tags)));
    }

    private Summary export(Path target, ArchiveFormat format, FormPatterns patterns, boolean overwrite) {
        try (ArchiveWriter writer = ArchiveWriter.open(target, format, overwrite)) {
            return new Exporter(
                            tables,
                            writer,
                            new ExportOptions(TablePath.ROOT, patterns),
                            Progress.NONE,
                            new ManualClock())
                    .run();
        }
    }

    @Test
    void aLargeFileThatIsGoneIsLeftOutAlone() {
        put("a", Map.of("content", "1"));
        put("b", Map.of("content", "2".repeat(MemoryTables.LARGE_BYTES + 1)));
        put("c", Map.of("content", "3"));
        tables.gone = "b";
        for (ArchiveFormat format : ArchiveFormat.values()) {
            Path target = temporary.resolve("of-" + format);
            Summary summary = export(target, format, FormPatterns.plain(), false);
            assertEquals(1, summary.leftOut().groups().get(Reason.GONE).count());
            assertTrue(summary.leftOut().hasFailures());
            assertEquals(
                    List.of("/a", "/c"),
                    List.copyOf(importAgain(target, FormPatterns.plain()).keySet()));
        }
    }

    /** What was written of it is taken back, and what follows is whole. */
    @Test
    void aLargeFileThatBreaksInTheMiddleIsLeftOutAlone() {
        put("a", Map.of("content", "1"));
        put("b", Map.of("content", "2".repeat(MemoryTables.LARGE_BYTES + 1)));
        put("c", Map.of("content", "3"));
        put("d", Map.of("content", "4".repeat(MemoryTables.LARGE_BYTES + 1)));
        tables.breaking = "b";
        tables.damaged.add("d/content");
        for (ArchiveFormat format : ArchiveFormat.values()) {
            Path target = temporary.resolve("of-" + format);
            Summary summary = export(target, format, FormPatterns.plain(), false);
            assertEquals(1, count(summary, Reason.GONE));
            assertEquals(
                    List.of("/d: a bit is wrong"),
                    summary.leftOut().groups().get(Reason.DAMAGED).examples());
            assertEquals(
                    Map.of("/a", "FILE 7000 640 content=1", "/c", "FILE 7000 640 content=3"),
                    importAgain(target, FormPatterns.plain()),
                    format.toString());
        }
    }

    @Test
    void whatIsDamagedIsLeftOutByNameAndTheRestIsTaken() {
        for (String row : List.of("a", "b", "c", "d")) {
            put("t/" + row, Map.of("content", "1" + row, "thumb", "2" + row));
        }
        put("t/e", Map.of("content", "1e"));
        tables.damaged.addAll(List.of("b/content", "d/content", "d/thumb", "e/content"));
        FormPatterns patterns = FormPatterns.webDataset();
        for (ArchiveFormat format : ArchiveFormat.values()) {
            Summary summary = export(temporary.resolve("of-" + format), format, patterns, false);
            LeftOut.Group damaged = summary.leftOut().groups().get(Reason.DAMAGED);
            assertEquals(4, damaged.count());
            assertTrue(damaged.examples().contains("/t/b, column 'content': a bit is wrong"));
            assertTrue(summary.leftOut().hasFailures());
            assertEquals(5, summary.cells());
        }
        Path folder = temporary.resolve("of-" + ArchiveFormat.FOLDER);
        tables.damaged.clear();
        Summary again = export(folder, ArchiveFormat.FOLDER, patterns, false);
        assertEquals(4, again.cells(), "what is readable again is taken");
        assertEquals(5, again.unchanged());
        assertEquals(inTable("t", tables.dump()), inTable("t", importAgain(folder, patterns)));
    }

    private static Map<String, String> inTable(String table, Map<String, String> dump) {
        Map<String, String> rows = new TreeMap<>(dump);
        rows.keySet().removeIf(path -> !path.startsWith("/" + table + "/"));
        return rows;
    }

    /** Nobody is to take a file without a byte for what was there. */
    @Test
    void whatIsDamagedBecomesNoEmptyFile() {
        put("a", Map.of("content", "1"));
        tables.damaged.add("a/content");
        Path folder = temporary.resolve("folder");
        assertEquals(1, count(export(folder, ArchiveFormat.FOLDER, FormPatterns.plain(), false), Reason.DAMAGED));
        assertFalse(Files.exists(folder.resolve("a")));
    }

    @Test
    void aTableThatCanNotBeListedToItsEndIsSaidOnce() {
        for (int i = 0; i < 7; i++) {
            put("t/row" + i, Map.of("content", "1"));
            put("u/other" + i, Map.of("content", "1"));
        }
        tables.unlisted.add("row3");
        tables.damaged.add("row5/content");
        Summary summary = export(temporary.resolve("x.tar"), ArchiveFormat.TAR, FormPatterns.plain(), false);
        List<String> said = summary.leftOut().groups().get(Reason.DAMAGED).examples();
        assertEquals(
                List.of(
                        "/t/row5, column 'content': a bit is wrong",
                        "table /t, all rows that follow: a slice can't be read"),
                said.stream().sorted().toList());
        assertEquals(7 + 2, summary.cells(), "row6 and row4 come before it");
    }

    @Test
    void aTableThatIsGoneIsLeftOutAlone() {
        for (String table : List.of("s", "t", "u")) {
            put(table + "/a", Map.of("content", "1"));
        }
        tables.vanished.add("/t");
        for (ArchiveFormat format : ArchiveFormat.values()) {
            Path target = temporary.resolve("of-" + format);
            Summary summary = export(target, format, FormPatterns.plain(), false);
            assertEquals(
                    List.of("table /t, with all below it: there is no table /t"),
                    summary.leftOut().groups().get(Reason.GONE).examples());
            assertTrue(importAgain(target, FormPatterns.plain()).keySet().containsAll(List.of("/s/a", "/u/a")));
        }
    }

    @Test
    void whatMayNotBeReadIsLeftOutAlone() {
        for (String table : List.of("s", "t", "u")) {
            put(table + "/a", Map.of("content", "1"));
            put(table + "/b" + table, Map.of("content", "2"));
        }
        put("u/large", Map.of("content", "2".repeat(MemoryTables.LARGE_BYTES + 1)));
        tables.closed.add("/t");
        tables.unreadable.add("bu");
        for (ArchiveFormat format : ArchiveFormat.values()) {
            Path target = temporary.resolve("of-" + format);
            Summary summary = export(target, format, FormPatterns.plain(), false);
            assertEquals(
                    List.of("/u/bu: may not read it", "table /t, all rows that follow: may not list it"),
                    summary.leftOut().groups().get(Reason.REFUSED).examples().stream()
                            .sorted()
                            .toList());
            assertEquals(4, summary.cells());
            assertTrue(summary.leftOut().hasFailures());
            assertTrue(importAgain(target, FormPatterns.plain())
                    .keySet()
                    .containsAll(List.of("/s/a", "/s/bs", "/u/a", "/u/large")));
        }
    }

    /** Else nothing would be taken, and nobody would know why. */
    @Test
    void theFirstTableMustBeThereAndOpen() {
        put("t/a", Map.of("content", "1"));
        Path target = temporary.resolve("x.tar");
        tables.closed.add("/");
        PfsException closed =
                assertThrows(PfsException.class, () -> export(target, ArchiveFormat.TAR, FormPatterns.plain(), false));
        assertEquals(ErrorCode.PERMISSION_DENIED, closed.code());
        tables.vanished.add("/");
        PfsException gone =
                assertThrows(PfsException.class, () -> export(target, ArchiveFormat.TAR, FormPatterns.plain(), false));
        assertEquals(ErrorCode.NOT_FOUND, gone.code());
    }

    @Test
    void whatAZipHasNoRoomForIsLeftOutAlone() {
        put("a", Map.of("content", "1"));
        put("b", Map.of("content", "2".repeat(MemoryTables.LARGE_BYTES + 1)));
        put("c", Map.of("content", "3"));
        tables.huge = "b";
        Path target = temporary.resolve("x.zip");
        Summary summary = export(target, ArchiveFormat.ZIP, FormPatterns.plain(), false);
        assertEquals(1, count(summary, Reason.TOO_LARGE));
        assertTrue(summary.leftOut().hasFailures());
        assertEquals(
                List.of("/a", "/c"),
                List.copyOf(importAgain(target, FormPatterns.plain()).keySet()));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private void exportFirst(Path target, ArchiveFormat format, FormPatterns patterns) {
        TablePath first = TablePath.ROOT.below(List.of(RowName.of("t")));
        try (ArchiveWriter writer = ArchiveWriter.open(target, format, true)) {
            new Exporter(tables, writer, new ExportOptions(first, patterns), Progress.NONE, new ManualClock()).run();
        }
    }

    @Test
    void aFolderThatIsMadeIsAsClosedAsItsTable() throws IOException {
        put("t/inner/a", Map.of("content", "1"));
        TablePath table = TablePath.ROOT.below(List.of(RowName.of("t")));
        tables.setMode(table, 0_710);
        tables.setMode(table.below(List.of(RowName.of("inner"))), 0_700);
        for (FormPatterns patterns : List.of(FormPatterns.plain(), FormPatterns.webDataset())) {
            Path folder = temporary.resolve("folder-" + patterns.isPlain());
            exportFirst(folder, ArchiveFormat.FOLDER, patterns);
            assertEquals("rwx--x---", mode(folder));
            assertEquals("rwx------", mode(folder.resolve("inner")));
            for (ArchiveFormat format : List.of(ArchiveFormat.TAR, ArchiveFormat.ZIP)) {
                Path archive = temporary.resolve(format + "-" + patterns.isPlain());
                exportFirst(archive, format, patterns);
                MemoryTables again = new MemoryTables();
                try (ArchiveReader reader = ArchiveReader.open(archive)) {
                    ImportOptions options = ImportOptions.of(table, patterns);
                    new Importer(reader, again, options, Progress.NONE, new ManualClock()).run();
                }
                assertEquals(0_710, again.modeOf(table).orElseThrow(), format.toString());
                assertEquals(
                        0_700,
                        again.modeOf(table.below(List.of(RowName.of("inner")))).orElseThrow());
            }
        }
    }

    @Test
    void aFolderThatIsThereKeepsItsMode() throws IOException {
        put("t/inner/a", Map.of("content", "1"));
        Path inner = Files.createDirectories(temporary.resolve("folder/inner"));
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(inner.getParent(), PosixFilePermissions.fromString("rwx--x---"));
        exportFirst(inner.getParent(), ArchiveFormat.FOLDER, FormPatterns.plain());
        assertEquals("rwx------", mode(inner));
        assertEquals("rwx--x---", mode(inner.getParent()));
    }

    private static Map<String, String> importAgain(Path archive, FormPatterns patterns) {
        MemoryTables again = new MemoryTables();
        try (ArchiveReader reader = ArchiveReader.open(archive)) {
            new Importer(reader, again, ImportOptions.of(TablePath.ROOT, patterns), Progress.NONE, new ManualClock())
                    .run();
        }
        return again.dump();
    }

    private static long count(Summary summary, Reason reason) {
        LeftOut.Group group = summary.leftOut().groups().get(reason);
        return group == null ? 0 : group.count();
    }

    /** Random rows of random forms, there and back by each way that takes them. */
    @Test
    void formsComeBackByEachFormat() {
        Seeds.each("ExporterTest#formsComeBackByEachFormat", 10, seed -> {
            tables.tables().clear();
            tables.tables().put(TablePath.ROOT, new TreeMap<>());
            Random random = new Random(seed);
            for (int i = 0; i < 30; i++) {
                TreeMap<String, String> cells = new TreeMap<>();
                for (int form = 0; form <= random.nextInt(4); form++) {
                    cells.put(List.of("jpg", "seg.png", "cls", "content").get(form), "bytes" + random.nextInt());
                }
                put((random.nextBoolean() ? "d\u00ff/e/" : "") + "row\u00fe" + i, cells);
            }
            for (ArchiveFormat format : ArchiveFormat.values()) {
                Path target = temporary.resolve(seed + "-" + format);
                Summary summary = export(target, format, FormPatterns.webDataset(), false);
                assertEquals(30, summary.rows());
                assertFalse(summary.leftOut().hasFailures());
                assertEquals(tables.dump(), importAgain(target, FormPatterns.webDataset()), format.toString());
            }
        });
    }

    /** One of each type, and names and texts that a record could take for something else. */
    private static Tags someTags() {
        return new Tags(new TreeMap<>(Map.of(
                "whole", new TagValue.OfLong(Long.MIN_VALUE),
                "double", new TagValue.OfDouble(-0.0),
                "special", new TagValue.OfDouble(Double.NaN),
                "text", new TagValue.OfString("007\n'it''s' = \u00e5"),
                "looks like", new TagValue.OfString("5"),
                "bytes", new TagValue.OfBytes(new byte[] {0, -1}),
                "a=%b\u0001", new TagValue.OfTimestamp(1_700_000_000_123L),
                "far", new TagValue.OfTimestamp(Long.MAX_VALUE),
                "yes", new TagValue.OfBoolean(true))));
    }

    @Test
    void tagsComeBackByATarAndAreListedElsewhere() {
        tags = someTags();
        put("d/a", Map.of("content", "1", "thumb", "2"));
        put("d/large", Map.of("content", "2".repeat(MemoryTables.LARGE_BYTES + 1)));
        RowKey link = new RowKey(TablePath.ROOT.below(List.of(RowName.of("d"))), RowName.of("link"));
        byte[] target = {'a'};
        tables.put(List.of(new RowWrite(link, true, RowKind.SYMLINK, 7_000, 0_777, new TreeMap<>(), target, tags)));
        tags = Tags.NONE;
        put("d/bare", Map.of("content", "3"));
        FormPatterns both = FormPatterns.of(List.of("{row}.jpg=content", "{row}_thumb.jpg=thumb"));
        for (ArchiveFormat format : ArchiveFormat.values()) {
            boolean isTar = format == ArchiveFormat.TAR || format == ArchiveFormat.TAR_GZ;
            Path target1 = temporary.resolve("forms-" + format);
            Summary forms = export(target1, format, both, false);
            Path target2 = temporary.resolve("plain-" + format);
            Summary plain = export(target2, format, FormPatterns.plain(), false);
            assertEquals(isTar ? 0 : 2, count(forms, Reason.TAGS));
            assertEquals(isTar ? 0 : 3, count(plain, Reason.TAGS));
            assertFalse(plain.leftOut().hasFailures());
            Map<String, String> rows = new TreeMap<>(tables.dump());
            rows.remove("/d/link");
            assertEquals(isTar, rows.equals(importAgain(target1, both)), format.toString());
            rows.keySet().removeIf(path -> !path.equals("/d/large"));
            Map<String, String> again = importAgain(target2, FormPatterns.plain());
            assertEquals(isTar, again.entrySet().containsAll(rows.entrySet()), format.toString());
            assertEquals(isTar, again.get("/d/link").contains(" #looks like='5'"), format.toString());
            if (!isTar) {
                assertTrue(plain.leftOut()
                        .groups()
                        .get(Reason.TAGS)
                        .examples()
                        .contains("/d/large: a=%b\u0001, bytes, double, far, looks like, special, text, whole, yes"));
            }
        }
    }

    @Test
    void anExportToAFolderGoesOnWhereItWasEnded() throws IOException {
        put("d/a", Map.of("content", "1"));
        put("d/b", Map.of("content", "2"));
        Path folder = temporary.resolve("folder");
        assertEquals(
                2,
                export(folder, ArchiveFormat.FOLDER, FormPatterns.plain(), false)
                        .cells());
        Files.delete(folder.resolve("d/a"));
        Summary again = export(folder, ArchiveFormat.FOLDER, FormPatterns.plain(), false);
        assertEquals(1, again.cells());
        assertEquals(1, again.unchanged());
        Files.writeString(folder.resolve("d/a"), "x");
        Summary kept = export(folder, ArchiveFormat.FOLDER, FormPatterns.plain(), false);
        assertEquals(1, count(kept, Reason.EXISTS));
        assertTrue(kept.leftOut().hasFailures());
        assertEquals("x", Files.readString(folder.resolve("d/a")));
        export(folder, ArchiveFormat.FOLDER, FormPatterns.plain(), true);
        assertEquals("1", Files.readString(folder.resolve("d/a")));
        assertEquals(FileTime.fromMillis(7_000), Files.getLastModifiedTime(folder.resolve("d/a")));
    }

    @Test
    void whatPatternsAreNotAboutIsSaid() {
        put("a", Map.of("content", "1", "thumb", "2"));
        put("a_thumb", Map.of("content", "3"));
        put("b", Map.of("thumb", "4"));
        put("c", Map.of());
        Path target = temporary.resolve("x.tar");
        FormPatterns patterns = FormPatterns.of(List.of("{row}.jpg=content", "{row}_thumb.jpg=thumb"));
        Summary summary = export(target, ArchiveFormat.TAR, patterns, false);
        assertEquals(3, summary.cells());
        assertEquals(1, count(summary, Reason.AMBIGUOUS), "a_thumb.jpg is the thumb of a");
        assertEquals(1, count(summary, Reason.NO_CELLS));
        Summary plain = export(temporary.resolve("y.tar"), ArchiveFormat.TAR, FormPatterns.plain(), false);
        assertEquals(
                List.of("column 'thumb' of table /"),
                plain.leftOut().groups().get(Reason.NO_PATTERN).examples());
        assertEquals(2, plain.cells());
        assertEquals(2, count(plain, Reason.NO_CELLS));
        assertFalse(plain.leftOut().hasFailures());
    }

    /** Nobody who asked for something is told that all of it was taken. */
    @Test
    void whatIsNowhereIsSaid() {
        put("a", Map.of("content", "1"));
        put("t/b", Map.of("thumb", "1", "jpg", "2"));
        FormPatterns mistaken = FormPatterns.of(List.of("{row}.jpg=contnet", "{row}.t=thumb"));
        LeftOut leftOut = export(temporary.resolve("x.tar"), ArchiveFormat.TAR, mistaken, false)
                .leftOut();
        assertTrue(leftOut.hasFailures());
        assertEquals(
                List.of(
                        "no table has the column 'contnet': {row}.jpg=contnet, {row}.t=thumb",
                        "of table / no cell was taken; its columns are 'content'"),
                leftOut.groups().get(Reason.NOTHING_FITS).examples().stream()
                        .sorted()
                        .toList());
        FormPatterns nowhere = FormPatterns.of(List.of("{row}.jpg=contnet"));
        assertTrue(export(temporary.resolve("z.zip"), ArchiveFormat.ZIP, nowhere, false)
                .leftOut()
                .hasFailures());
        assertFalse(Files.exists(temporary.resolve("z.zip")), "an archive of nothing is not what was asked for");
        Summary plain = export(temporary.resolve("y.tar"), ArchiveFormat.TAR, FormPatterns.plain(), false);
        assertEquals(
                List.of("of table /t no cell was taken; its columns are 'jpg', 'thumb'"),
                plain.leftOut().groups().get(Reason.NOTHING_FITS).examples());
        assertEquals(1, plain.cells());
    }

    @Test
    void aTableWithoutFilesLacksNothing() {
        put("t/b", Map.of("content", "1"));
        for (FormPatterns patterns : List.of(FormPatterns.plain(), FormPatterns.webDataset())) {
            Path target = temporary.resolve("x" + patterns.isPlain() + ".tar");
            assertEquals(
                    Map.of(),
                    export(target, ArchiveFormat.TAR, patterns, false).leftOut().groups());
        }
    }

    @Test
    void aFileThatWasNeverWrittenToIsAnEmptyFile() throws IOException {
        put("d/empty", Map.of());
        export(temporary.resolve("folder"), ArchiveFormat.FOLDER, FormPatterns.plain(), false);
        assertEquals(0, Files.size(temporary.resolve("folder/d/empty")));
    }

    @Test
    void aTableThatIsMissingLeavesNothingBehind() throws IOException {
        tables.tables().clear();
        Path target = temporary.resolve("x.zip");
        PfsException e =
                assertThrows(PfsException.class, () -> export(target, ArchiveFormat.ZIP, FormPatterns.plain(), false));
        assertEquals(ErrorCode.NOT_FOUND, e.code());
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** However deep tables are, nothing is done by recursion. */
    @Test
    void deepTablesAreExported() {
        put("d/".repeat(900) + "a", Map.of("content", "1"));
        Path target = temporary.resolve("x.tar");
        Summary summary = export(target, ArchiveFormat.TAR, FormPatterns.plain(), false);
        assertEquals(901, summary.tables());
        assertEquals(tables.dump(), importAgain(target, FormPatterns.plain()));
    }
}
