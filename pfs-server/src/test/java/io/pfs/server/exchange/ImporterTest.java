package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.RowKind;
import io.pfs.server.archive.ArchiveFormat;
import io.pfs.server.archive.ArchiveReader;
import io.pfs.server.archive.ArchiveWriter;
import io.pfs.server.archive.EntryAttributes;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.form.FormPatterns;
import io.pfs.testing.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImporterTest {
    private static final TablePath TARGET = new TablePath(List.of(RowName.of("t")));

    @TempDir
    private Path temporary;

    private final MemoryTables tables = new MemoryTables();

    /** One file of an archive: path, content, mtime in seconds. */
    private record Packed(String path, String content, long mtimeSeconds) {}

    private Path tar(Packed... files) {
        Path archive = temporary.resolve("x.tar");
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            for (Packed file : files) {
                List<RowName> path =
                        Stream.of(file.path().split("/")).map(RowName::of).toList();
                byte[] content = file.content().getBytes(StandardCharsets.ISO_8859_1);
                writer.file(path, new EntryAttributes(0_640, file.mtimeSeconds() * 1000), content);
            }
            writer.finish();
        }
        return archive;
    }

    private static ImportOptions plain() {
        return ImportOptions.of(TARGET, FormPatterns.plain()).withBatches(3, 4000, 1000);
    }

    private static ImportOptions webDataset() {
        return ImportOptions.of(TARGET, FormPatterns.webDataset()).withBatches(3, 4000, 1000);
    }

    private Summary run(Path source, ImportOptions options) {
        try (ArchiveReader reader = ArchiveReader.open(source)) {
            return new Importer(reader, tables, options, Progress.NONE, new ManualClock()).run();
        }
    }

    private static long count(Summary summary, Reason reason) {
        LeftOut.Group group = summary.leftOut().groups().get(reason);
        return group == null ? 0 : group.count();
    }

    private static byte[] large(int last) {
        byte[] bytes = new byte[2000];
        new Random(7).nextBytes(bytes);
        bytes[bytes.length - 1] = (byte) last;
        return bytes;
    }

    private Path archive(String name, ArchiveFormat format, byte[] large) {
        Path archive = temporary.resolve(name);
        try (ArchiveWriter writer = ArchiveWriter.open(archive, format, true)) {
            writer.file(List.of(RowName.of("a")), new EntryAttributes(0_644, 5000), new byte[] {'1'});
            writer.file(
                    List.of(RowName.of("b")),
                    new EntryAttributes(0_644, 5000),
                    large.length,
                    () -> new ByteArrayInputStream(large));
            writer.file(List.of(RowName.of("c")), new EntryAttributes(0_644, 5000), new byte[] {'3'});
            writer.finish();
        }
        return archive;
    }

    /** One that is damaged, or can't be read, is left out like a small one. */
    @Test
    void aLargeFileThatCanNotBeReadIsLeftOutAlone() throws IOException {
        byte[] large = large(1);
        Path zip = archive("x.zip", ArchiveFormat.ZIP, large);
        byte[] bytes = Files.readAllBytes(zip);
        int at = 0;
        while (!Arrays.equals(bytes, at, at + large.length, large, 0, large.length)) {
            at++;
        }
        bytes[at + 1500] ^= 1;
        Files.write(zip, bytes);
        Summary summary = run(zip, plain());
        assertEquals(1, count(summary, Reason.UNREADABLE));
        assertEquals(List.of("/t", "/t/a", "/t/c"), List.copyOf(tables.dump().keySet()));
    }

    /** With the same length and time, but other bytes. */
    @Test
    void whatIsLargeIsComparedWhereThatIsAskedFor() {
        Path before = archive("x.tar", ArchiveFormat.TAR, large(1));
        run(before, plain());
        assertEquals(3, run(before, plain().withVerify(true)).unchanged());
        Path after = archive("y.tar", ArchiveFormat.TAR, large(2));
        Summary differs = run(after, plain().withVerify(true));
        assertEquals(1, count(differs, Reason.EXISTS));
        assertEquals(2, differs.unchanged());
        Summary replaced = run(after, plain().withVerify(true).withOverwrite(true));
        assertEquals(1, replaced.cells());
        assertEquals(3, run(after, plain().withVerify(true)).unchanged());
    }

    /** Its bytes come once, and are found to be the same, or to differ, only as they come. */
    @Test
    void whatIsLargeAndTheSameIsNotWrittenAnew() {
        ImportOptions mending = plain().withVerify(true).withOverwrite(true);
        byte[] large = new byte[300_000];
        new Random(8).nextBytes(large);
        run(archive("x.tar", ArchiveFormat.TAR, large), plain());
        MemoryTables.StoredFile row = tables.tables().get(TARGET).get(RowName.of("b"));
        Summary same = run(archive("x.tar", ArchiveFormat.TAR, large), mending);
        assertEquals(3, same.unchanged());
        assertEquals(0, same.cells());
        assertEquals(1, row.writes);
        for (int at : new int[] {0, 65_535, 65_536, 299_999}) {
            large[at] ^= 1;
            Summary differs = run(archive("x.tar", ArchiveFormat.TAR, large), mending);
            assertEquals(1, differs.cells());
            assertArrayEquals(large, row.cells.get("content"), "differs at " + at);
        }
    }

    /** Another writer comes between: nothing is made of parts of both. */
    @Test
    void whatIsLargeAndChangesWhileItIsComparedIsLeftOut() {
        byte[] large = new byte[300_000];
        run(archive("x.tar", ArchiveFormat.TAR, large), plain());
        MemoryTables.StoredFile row = tables.tables().get(TARGET).get(RowName.of("b"));
        large[299_999] = 1;
        byte[] others = new byte[300_000];
        others[5] = 1;
        tables.onNextOpen = () -> tables.onNextOpen = () -> row.cells.put("content", others);
        Summary summary = run(
                archive("x.tar", ArchiveFormat.TAR, large),
                plain().withVerify(true).withOverwrite(true));
        assertEquals(1, count(summary, Reason.GONE));
        assertArrayEquals(others, row.cells.get("content"));
    }

    @Test
    void whatIsDamagedIsToldAndWrittenAnew() {
        List<Packed> files = new ArrayList<>();
        for (String row : List.of("1", "2", "3")) {
            files.add(new Packed(row + ".jpg", "jpg of " + row, 5));
            files.add(new Packed(row + ".json", "json of " + row, 5));
        }
        files.add(new Packed("4.jpg", "x".repeat(1001), 5));
        Path archive = tar(files.toArray(Packed[]::new));
        run(archive, webDataset());
        Map<String, String> dump = tables.dump();
        tables.damaged.addAll(List.of("2/jpg", "4/jpg"));
        Summary told = run(archive, webDataset().withVerify(true));
        assertEquals(5, told.unchanged());
        assertEquals(
                List.of(
                        "2.jpg: /t/2 is there, and damaged; --verify --overwrite writes it anew: a bit is wrong",
                        "4.jpg: /t/4 is there, and damaged; --verify --overwrite writes it anew: a bit is wrong"),
                told.leftOut().groups().get(Reason.DAMAGED).examples());
        Summary mended = run(archive, webDataset().withVerify(true).withOverwrite(true));
        assertEquals(2, mended.cells());
        assertEquals(5, mended.unchanged());
        assertEquals(0, mended.leftOut().groups().size());
        assertEquals(dump, tables.dump());
        assertEquals(7, run(archive, webDataset().withVerify(true)).unchanged());
    }

    @Test
    void whatIsLargeIsReadBack() {
        tables.forgetful = true;
        Path archive = archive("x.tar", ArchiveFormat.TAR, large(1));
        ImportOptions one = ImportOptions.of(TARGET, FormPatterns.plain()).withBatches(1, 1, 1000);
        PfsException e = assertThrows(PfsException.class, () -> run(archive, one.withVerify(true)));
        assertEquals(ErrorCode.CORRUPT, e.code());
    }

    @Test
    void everyFileIsARowOfItsFoldersTable() {
        Summary summary = run(tar(new Packed("a", "1", 5), new Packed("d/e/b", "22", 6)), plain());
        assertEquals(
                Map.of(
                        "/t", "DIRECTORY",
                        "/t/a", "FILE 5000 640 content=1",
                        "/t/d", "DIRECTORY",
                        "/t/d/e", "DIRECTORY",
                        "/t/d/e/b", "FILE 6000 640 content=22"),
                tables.dump());
        assertEquals(2, summary.rows());
        assertEquals(2, summary.cells());
        assertEquals(3, summary.bytes());
        assertEquals(3, summary.tables());
        assertFalse(summary.leftOut().hasFailures());
    }

    /** What a folder, a tar and a zip say is the same, links and empty folders too. */
    @Test
    void foldersAndArchivesBecomeTheSame() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("folder/d/empty"))
                .getParent()
                .getParent();
        Files.writeString(folder.resolve("a"), "1");
        Files.writeString(folder.resolve("d/b"), "");
        Files.createSymbolicLink(folder.resolve("d/l"), Path.of("../a"));
        run(folder, plain());
        assertEquals("SYMLINK../a", tables.dump().get("/t/d/l"));
        Map<String, String> dump = tables.dump();
        for (ArchiveFormat format : List.of(ArchiveFormat.TAR, ArchiveFormat.TAR_GZ, ArchiveFormat.ZIP)) {
            Path archive = temporary.resolve("copy-" + format);
            try (ArchiveWriter writer = ArchiveWriter.open(archive, format, false)) {
                new Exporter(
                                tables,
                                writer,
                                new ExportOptions(TARGET, FormPatterns.plain()),
                                Progress.NONE,
                                new ManualClock())
                        .run();
            }
            MemoryTables again = new MemoryTables();
            try (ArchiveReader reader = ArchiveReader.open(archive)) {
                new Importer(reader, again, plain(), Progress.NONE, new ManualClock()).run();
            }
            assertEquals(inSeconds(dump), inSeconds(again.dump()), format.toString());
        }
    }

    private static Map<String, String> inSeconds(Map<String, String> dump) {
        Map<String, String> rounded = new TreeMap<>();
        dump.forEach((path, row) -> rounded.put(path, row.replaceAll("^(FILE \\d+)\\d{3} ", "$1000 ")));
        return rounded;
    }

    private static final List<RowName> OUTER = List.of(RowName.of("outer"));
    private static final List<RowName> INNER = List.of(RowName.of("outer"), RowName.of("inner"));

    /** Archives have a folder before what is in it. */
    private Path closedFolders() {
        Path archive = temporary.resolve("closed.tar");
        List<RowName> file = List.of(RowName.of("outer"), RowName.of("inner"), RowName.of("file"));
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            writer.directory(OUTER, 0_600, 5000);
            writer.directory(INNER, 0_550, 5000);
            writer.file(file, new EntryAttributes(0_444, 5000), new byte[] {'1'});
            writer.finish();
        }
        return archive;
    }

    private int modeOf(List<RowName> folder) {
        return tables.modeOf(TARGET.below(folder)).orElseThrow();
    }

    @Test
    void aFolderThatMayNotBeWrittenToIsFilledBeforeItIsSo() {
        assertEquals(0, run(closedFolders(), plain()).leftOut().groups().size());
        assertEquals("FILE 5000 444 content=1", tables.dump().get("/t/outer/inner/file"));
        assertEquals(0_550, modeOf(INNER));
        assertEquals(0_600, modeOf(OUTER), "which was closed last: nobody can go through it");
    }

    @Test
    void oneThatIsThereStaysAsItIs() {
        tables.makeTable(TARGET.below(INNER), 0_755);
        assertEquals(0, run(closedFolders(), plain()).leftOut().groups().size());
        assertEquals(0_755, modeOf(INNER));
        tables.setMode(TARGET.below(OUTER), 0_755);
        tables.setMode(TARGET.below(INNER), 0_751);
        run(closedFolders(), plain());
        assertEquals(0_751, modeOf(INNER));
    }

    @Test
    void anotherRunClosesWhatOneThatBrokeOffLeftOpen() {
        tables.writesUntilFailure = 0;
        assertThrows(PfsException.class, () -> run(closedFolders(), plain()));
        assertEquals(0_750, modeOf(INNER));
        tables.writesUntilFailure = -1;
        run(closedFolders(), plain());
        assertEquals(0_550, modeOf(INNER));
        assertEquals(0_600, modeOf(OUTER));
    }

    private Path closedFolder() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("source/inner"));
        Files.writeString(folder.resolve("a.jpg"), "1");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        Files.setPosixFilePermissions(folder.getParent(), PosixFilePermissions.fromString("rwxr-x---"));
        return folder.getParent();
    }

    @Test
    void aTableThatIsMadeIsAsClosedAsTheFolderItIsOf() throws IOException {
        List<RowName> inner = List.of(RowName.of("inner"));
        for (ImportOptions options : List.of(plain(), webDataset())) {
            tables.tables().keySet().removeIf(table -> !table.equals(TablePath.ROOT));
            tables.tables().get(TablePath.ROOT).clear();
            run(closedFolder(), options);
            assertEquals(0_750, modeOf(List.of()));
            assertEquals(0_500, modeOf(inner));
        }
        tables.setMode(TARGET, 0_711);
        tables.setMode(TARGET.below(inner), 0_711);
        run(closedFolder(), plain().withOverwrite(true));
        assertEquals(0_711, modeOf(List.of()), "it was there");
        assertEquals(0_711, modeOf(inner));
    }

    /** As where files were added to a tar, or were packed by name. */
    @Test
    void aFolderThatComesBehindWhatIsInItIsClosed() {
        Path archive = temporary.resolve("late.tar");
        List<RowName> file = List.of(RowName.of("outer"), RowName.of("inner"), RowName.of("file.x"));
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            writer.file(file, new EntryAttributes(0_444, 5000), new byte[] {'1'});
            writer.directory(INNER, 0_500, 5000);
            writer.directory(OUTER, 0_700, 5000);
            writer.finish();
        }
        for (ImportOptions options : List.of(plain(), webDataset())) {
            tables.tables().keySet().removeIf(table -> !table.equals(TablePath.ROOT));
            tables.tables().get(TablePath.ROOT).clear();
            assertEquals(0, run(archive, options).leftOut().groups().size());
            assertEquals(0_500, modeOf(INNER));
            assertEquals(0_700, modeOf(OUTER));
        }
    }

    /** What broke off is not closed, as more may come; but its owner alone is let in where that was said. */
    @Test
    void aFolderThatComesBehindWhatIsInItIsClosedToOthersAtOnce() {
        Path archive = temporary.resolve("late.tar");
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            writer.file(
                    List.of(RowName.of("outer"), RowName.of("inner"), RowName.of("a.x")),
                    new EntryAttributes(0_444, 5000),
                    new byte[] {'1'});
            writer.directory(INNER, 0_500, 5000);
            writer.directory(OUTER, 0_711, 5000);
            writer.finish();
        }
        for (ImportOptions options : List.of(plain(), webDataset())) {
            tables.tables().keySet().removeIf(table -> !table.equals(TablePath.ROOT));
            tables.tables().get(TablePath.ROOT).clear();
            tables.writesUntilFailure = 0;
            assertThrows(PfsException.class, () -> run(archive, options));
            assertEquals(0_700, modeOf(INNER));
            assertEquals(0_711, modeOf(OUTER));
            tables.writesUntilFailure = -1;
            assertEquals(0, run(archive, options).leftOut().groups().size());
            assertEquals(0_500, modeOf(INNER));
            assertEquals(0_711, modeOf(OUTER));
        }
    }

    @Test
    void theLastOfSeveralEntriesOfAFolderCounts() {
        Path archive = temporary.resolve("twice.tar");
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            writer.directory(OUTER, 0_500, 5000);
            writer.directory(INNER, 0_700, 5000);
            writer.directory(OUTER, 0_750, 5000);
            writer.directory(INNER, 0_500, 5000);
            writer.finish();
        }
        run(archive, plain());
        assertEquals(0_750, modeOf(OUTER));
        assertEquals(0_500, modeOf(INNER));
    }

    /** Where patterns say which files there are, folders are only on the way to these. */
    @Test
    void aFolderWhoseNameCanNotBeARowsIsNoMatterToPatterns() throws IOException {
        Path archive = temporary.resolve("names.tar");
        HostileTars.writeKinds(archive, "../up5", "a.x0");
        assertEquals(0, run(archive, webDataset()).leftOut().groups().size());
        assertEquals(1, count(run(archive, plain()), Reason.NAME));
    }

    @Test
    void formsThatFollowEachOtherAreOneWrite() {
        Path archive = tar(
                new Packed("1.jpg", "j1", 5),
                new Packed("1.json", "o1", 7),
                new Packed("2.jpg", "j2", 5),
                new Packed("3.jpg", "j3", 5),
                new Packed("3.json", "o3", 5),
                new Packed("4.jpg", "j4", 5),
                new Packed("2.json", "late", 4),
                new Packed("no extension", "", 5));
        Summary summary = run(archive, webDataset());
        assertEquals("FILE 7000 640 jpg=j1 json=o1", tables.dump().get("/t/1"));
        assertEquals("FILE 5000 640 jpg=j2 json=late", tables.dump().get("/t/2"), "a row keeps its latest time");
        assertEquals(1, tables.tables().get(TARGET).get(RowName.of("1")).writes);
        assertEquals(1, tables.tables().get(TARGET).get(RowName.of("3")).writes, "a batch ends behind a row");
        assertEquals(2, tables.tables().get(TARGET).get(RowName.of("2")).writes, "what came later was added");
        assertEquals(1, count(summary, Reason.NO_PATTERN));
        assertFalse(summary.leftOut().hasFailures(), "nobody asked for that file");
        Map<String, String> dump = tables.dump();
        long puts = tables.puts;
        assertEquals(7, run(archive, webDataset()).unchanged());
        assertEquals(puts, tables.puts, "nothing is written the second time");
        assertEquals(dump, tables.dump());
    }

    @Test
    void aPatternThatFitsNoFileIsSaid() {
        ImportOptions mistaken = ImportOptions.of(TARGET, FormPatterns.of(List.of("{row}.jpeg=content")));
        LeftOut leftOut = run(tar(new Packed("a.jpg", "1", 5), new Packed("b", "2", 5)), mistaken)
                .leftOut();
        assertTrue(leftOut.hasFailures());
        assertEquals(
                List.of("no pattern fits any of the 2 files: {row}.jpeg=content"),
                leftOut.groups().get(Reason.NOTHING_FITS).examples());
        assertEquals(0, run(tar(), mistaken).leftOut().groups().size(), "there is nothing");
        Summary some = run(tar(new Packed("a.jpg", "1", 5), new Packed("b.jpeg", "2", 5)), mistaken);
        assertFalse(some.leftOut().hasFailures());
        assertFalse(run(tar(new Packed("b.jpeg", "2", 5)), mistaken).leftOut().hasFailures(), "it is there");
    }

    /** However long a row is, memory is bounded. */
    @Test
    void aVeryLongRowIsWrittenInParts() {
        List<Packed> files = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            files.add(new Packed("row.c" + i, "x".repeat(1000), 5));
        }
        run(tar(files.toArray(Packed[]::new)), webDataset());
        int writes = tables.tables().get(TARGET).get(RowName.of("row")).writes;
        assertTrue(writes == 5, writes + " writes");
        assertEquals(
                40, tables.tables().get(TARGET).get(RowName.of("row")).cells.size());
    }

    /** The power goes after each number of writes; what was acknowledged is not written again. */
    @Test
    void afterACrashTheSameCommandGoesOn() {
        List<Packed> files = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            files.add(new Packed((i % 5) + ".c" + i, "content " + i, i));
        }
        Path archive = tar(files.toArray(Packed[]::new));
        for (long crash = 0; crash < 12; crash++) {
            MemoryTables crashing = new MemoryTables();
            crashing.writesUntilFailure = crash;
            assertThrows(PfsException.class, () -> runOn(crashing, archive, webDataset()));
            Map<String, Integer> cells = cellIdentities(crashing);
            crashing.writesUntilFailure = -1;
            runOn(crashing, archive, webDataset());
            MemoryTables whole = new MemoryTables();
            runOn(whole, archive, webDataset());
            assertEquals(whole.dump(), crashing.dump(), "crash after " + crash);
            cells.forEach((cell, identity) ->
                    assertEquals(identity, cellIdentities(crashing).get(cell), cell));
        }
    }

    private static Map<String, Integer> cellIdentities(MemoryTables tables) {
        Map<String, Integer> identities = new TreeMap<>();
        tables.tables()
                .forEach((table, rows) -> rows.forEach((name, row) -> row.cells.forEach((column, bytes) ->
                        identities.put(table + "/" + name + " " + column, System.identityHashCode(bytes)))));
        return identities;
    }

    private static Summary runOn(MemoryTables sink, Path source, ImportOptions options) {
        try (ArchiveReader reader = ArchiveReader.open(source)) {
            return new Importer(reader, sink, options, Progress.NONE, new ManualClock()).run();
        }
    }

    /** What is there is found without reading a content, and nothing of it is written again. */
    @Test
    void nothingIsReplacedUnlessThatWasAskedFor() {
        run(tar(new Packed("a", "old", 5), new Packed("b", "same", 5)), plain());
        Path changed = tar(new Packed("a", "new", 6), new Packed("b", "same", 5), new Packed("c", "more", 5));
        Summary summary = run(changed, plain());
        assertEquals(1, count(summary, Reason.EXISTS));
        assertEquals(1, summary.unchanged());
        assertEquals(1, summary.rows());
        assertTrue(summary.leftOut().hasFailures());
        assertEquals("FILE 5000 640 content=old", tables.dump().get("/t/a"));
        Summary forced = run(changed, plain().withOverwrite(true));
        assertEquals("FILE 6000 640 content=new", tables.dump().get("/t/a"));
        assertEquals(1, forced.rows());
        assertEquals(2, forced.unchanged());
        assertFalse(forced.leftOut().hasFailures());
        assertEquals(1, tables.tables().get(TARGET).get(RowName.of("b")).writes);
    }

    /** One file with tags: names with texts. */
    private Path tagged(String name, Map<String, String> tags, String... contents) {
        Path archive = temporary.resolve("tagged.tar");
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            for (String content : contents) {
                writer.file(
                        List.of(RowName.of(name)),
                        new EntryAttributes(0_640, 5_000, new TreeMap<>(tags)),
                        content.getBytes(StandardCharsets.ISO_8859_1));
            }
            writer.finish();
        }
        return archive;
    }

    @Test
    void tagsAreTakenAsCellsAre() {
        for (String content : List.of("1", "x".repeat(1001))) {
            MemoryTables fresh = new MemoryTables();
            String row = "FILE 5000 640 content=" + content;
            runOn(fresh, tagged("a", Map.of(), content), plain());
            Map<String, String> some = Map.of("stars", "5");
            Summary added = runOn(fresh, tagged("a", some, content), plain());
            assertEquals(1, added.unchanged());
            assertEquals(row + " #stars=5", fresh.dump().get("/t/a"), "what an import before PFS had them left out");
            assertEquals(0, runOn(fresh, tagged("a", some, content), plain()).rows(), "and it goes on where it was");
            Path other = tagged("a", Map.of("stars", "'5'", "place", "garden"), content);
            Summary differs = runOn(fresh, other, plain());
            assertEquals(
                    List.of("tag 'stars' of /t/a is there, and is another; --overwrite replaces it"),
                    differs.leftOut().groups().get(Reason.EXISTS).examples());
            assertEquals(row + " #place=garden #stars=5", fresh.dump().get("/t/a"));
            assertEquals(
                    0,
                    runOn(fresh, other, plain().withOverwrite(true))
                            .leftOut()
                            .groups()
                            .size());
            assertEquals(row + " #place=garden #stars='5'", fresh.dump().get("/t/a"));
        }
    }

    @Test
    void aNewRowHasItsTagsWithItsCells() {
        for (String content : List.of("1", "x".repeat(1001))) {
            MemoryTables fresh = new MemoryTables();
            runOn(fresh, tagged("a", Map.of("stars", "5"), content), plain().withVerify(true));
            assertEquals(1, fresh.tables().get(TARGET).get(RowName.of("a")).writes);
        }
        runOn(tables, tagged("a.jpg", Map.of("stars", "5"), "1"), webDataset());
        assertEquals("FILE 5000 640 jpg=1 #stars=5", tables.dump().get("/t/a"));
        tables.forgetsTags = true;
        Path archive = tagged("b", Map.of("stars", "5"), "1");
        PfsException e = assertThrows(PfsException.class, () -> run(archive, plain().withVerify(true)));
        assertEquals(ErrorCode.CORRUPT, e.code());
    }

    @Test
    void aFileIsTakenWhateverItsTagsAre() {
        for (Map<String, String> tags : List.of(
                Map.of("stars", "'no end"),
                Map.of("", "1"),
                Map.of("text", "x".repeat(5000)),
                Map.of("text", "x".repeat(300_000)))) {
            MemoryTables fresh = new MemoryTables();
            Summary summary = runOn(fresh, tagged("a", tags, "1"), plain());
            assertEquals(1, count(summary, Reason.UNREADABLE));
            assertEquals("FILE 5000 640 content=1", fresh.dump().get("/t/a"));
        }
    }

    /** Each of them fits a row, and both together do not. */
    @Test
    void tagsThatARowHasNoMoreRoomForAreLeftOutAlone() {
        String half = "x".repeat(2_500);
        for (String content : List.of("new", "x".repeat(1001))) {
            MemoryTables fresh = new MemoryTables();
            runOn(fresh, tagged("a", Map.of("one", half), "before"), plain());
            Path more = tagged("a", Map.of("other", half), content);
            Summary summary = runOn(fresh, more, plain().withOverwrite(true));
            assertEquals(1, count(summary, Reason.REFUSED));
            assertEquals(1, summary.cells());
            assertEquals(
                    "FILE 5000 640 content=" + content + " #one=" + half,
                    fresh.dump().get("/t/a"));
            Summary again = runOn(fresh, more, plain().withOverwrite(true));
            assertEquals(1, count(again, Reason.REFUSED), "they are still missing");
            assertEquals(1, again.unchanged());
        }
    }

    @Test
    void tagsOfTwoFilesOfARowAreTakenAsFarAsThereIsRoom() {
        Path archive = temporary.resolve("two.tar");
        String half = "x".repeat(2_500);
        try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
            for (String column : List.of("jpg", "json")) {
                writer.file(
                        List.of(RowName.of("1." + column)),
                        new EntryAttributes(0_640, 5_000, new TreeMap<>(Map.of("of-" + column, half))),
                        new byte[] {'1'});
            }
            writer.finish();
        }
        assertEquals(1, count(run(archive, webDataset()), Reason.REFUSED));
        assertEquals("FILE 5000 640 jpg=1 json=1 #of-jpg=" + half, tables.dump().get("/t/1"));
    }

    /** A link stands in the row, too; one that leads elsewhere takes the place of the row. */
    @Test
    void tagsOfLinksAreTakenAsFarAsThereIsRoom() {
        Map<String, String> tags = Map.of("one", "x".repeat(2_500));
        Path archive = temporary.resolve("links.tar");
        for (String link : List.of("short", "l".repeat(2_500))) {
            try (ArchiveWriter writer = ArchiveWriter.open(archive, ArchiveFormat.TAR, true)) {
                for (String name : List.of("there", "new-" + link.length())) {
                    writer.symlink(
                            List.of(RowName.of(name)),
                            new EntryAttributes(0_777, 5_000, new TreeMap<>(tags)),
                            link.getBytes(StandardCharsets.ISO_8859_1));
                }
                writer.finish();
            }
            boolean hasRoom = link.equals("short");
            assertEquals(
                    hasRoom ? 0 : 3,
                    count(run(archive, plain().withOverwrite(true)), Reason.REFUSED),
                    "those of both entries, and those that were there");
            String row = "SYMLINK" + (hasRoom ? " #one=" + tags.get("one") : "") + link;
            assertEquals(row, tables.dump().get("/t/there"));
            assertEquals(row, tables.dump().get("/t/new-" + link.length()));
        }
    }

    @Test
    void theSameNameTwiceIsNoticedWhereverItIs() {
        Packed first = new Packed("a", "1", 5);
        Packed other = new Packed("a", "2", 6);
        List<Packed> between = List.of(new Packed("b", "", 1), new Packed("c", "", 1), new Packed("d", "", 1));
        for (int count = 0; count <= 3; count++) {
            List<Packed> files = new ArrayList<>(List.of(first));
            files.addAll(between.subList(0, count));
            files.addAll(List.of(first, other));
            MemoryTables fresh = new MemoryTables();
            Path archive = tar(files.toArray(Packed[]::new));
            Summary summary = runOn(fresh, archive, plain());
            assertEquals(1, count(summary, Reason.EXISTS));
            assertEquals(1, summary.unchanged());
            assertEquals("FILE 5000 640 content=1", fresh.dump().get("/t/a"), "the first one counts");
            MemoryTables overwritten = new MemoryTables();
            assertFalse(runOn(overwritten, archive, plain().withOverwrite(true))
                    .leftOut()
                    .hasFailures());
            assertEquals("FILE 6000 640 content=2", overwritten.dump().get("/t/a"), "the last one, as tar has it");
        }
    }

    /** By length and time it would be there, by what an entry before it gave. */
    @Test
    void whatWasNotTakenIsNotThereTheNextTimeEither() {
        for (int length : new int[] {3, 1001}) {
            List<Packed> files = new ArrayList<>(List.of(new Packed("ok", "o".repeat(length), 5)));
            for (int i = 0; i < 4; i++) {
                files.add(new Packed("x" + i, "x", 5));
                List<Packed> repeating = new ArrayList<>(files);
                repeating.add(new Packed("ok", "n".repeat(length), 5));
                Path archive = tar(repeating.toArray(Packed[]::new));
                MemoryTables fresh = new MemoryTables();
                for (int run = 0; run < 3; run++) {
                    Summary summary = runOn(fresh, archive, plain());
                    assertEquals(1, count(summary, Reason.EXISTS), i + " between, run " + run);
                    assertEquals(files.size(), summary.cells() + summary.unchanged());
                }
                assertFalse(runOn(fresh, archive, plain().withOverwrite(true))
                        .leftOut()
                        .hasFailures());
                String stored = String.valueOf(fresh.dump().get("/t/ok"));
                assertTrue(stored.endsWith("n".repeat(length)), "the last one, as tar has it");
            }
        }
    }

    @Test
    void aFileAndAFolderOfOneNameAreNotBothTaken() {
        Summary summary = run(tar(new Packed("a", "1", 5), new Packed("a/b", "2", 5)), plain());
        assertTrue(summary.leftOut().hasFailures(), tables.dump().toString());
        Summary again = run(tar(new Packed("d/b", "2", 5), new Packed("d", "1", 5)), plain());
        assertEquals(1, count(again, Reason.EXISTS), tables.dump().toString());
    }

    @Test
    void whatIsLargeIsTakenAsItIsRead() {
        Path archive = tar(new Packed("a", "x".repeat(1001), 5), new Packed("b", "x".repeat(1000), 5));
        Summary summary = run(archive, plain());
        assertEquals(2, summary.rows());
        assertTrue(String.valueOf(tables.dump().get("/t/a")).endsWith("x".repeat(1001)), "all of it");
        assertEquals(0, run(archive, plain()).rows());
        Path other = tar(new Packed("a", "y".repeat(2001), 6));
        assertEquals(1, count(run(other, plain()), Reason.EXISTS));
        assertEquals(1, run(other, plain().withOverwrite(true)).rows());
        assertTrue(String.valueOf(tables.dump().get("/t/a")).endsWith("y".repeat(2001)), "replaced");
    }

    @Test
    void aRowThatTheTablesRefuseIsReported() {
        tables.refused = "a";
        Summary summary = run(tar(new Packed("a", "1", 5), new Packed("b", "2", 5)), plain());
        assertEquals(1, count(summary, Reason.REFUSED));
        assertEquals(1, summary.rows());
    }

    /** All that stands before the damage is there, and stays as it is when the whole archive comes. */
    @Test
    void aCutArchiveIsImportedUpToTheCut() throws IOException {
        Path archive = tar(new Packed("a", "1", 5), new Packed("b", "2".repeat(700), 5), new Packed("c", "3", 5));
        byte[] whole = Files.readAllBytes(archive);
        for (int length = 1024; length < whole.length - 512; length += 256) {
            MemoryTables fresh = new MemoryTables();
            Files.write(archive, Arrays.copyOf(whole, length));
            PfsException e = assertThrows(PfsException.class, () -> runOn(fresh, archive, plain()));
            assertEquals(ErrorCode.CORRUPT, e.code());
            assertTrue(e.getMessage().contains(archive + " is damaged at offset"), e.getMessage());
            assertEquals("FILE 5000 640 content=1", fresh.dump().get("/t/a"));
            Files.write(archive, whole);
            Summary summary = runOn(fresh, archive, plain());
            assertEquals(3, summary.rows() + summary.unchanged());
            assertTrue(summary.unchanged() > 0);
        }
    }

    @Test
    void verifyingReadsBackAndComparesBytes() {
        Path archive = tar(new Packed("a", "1", 5), new Packed("empty", "", 5));
        Summary first = run(archive, plain().withVerify(true));
        assertEquals(2, first.rows());
        assertTrue(tables.reads > 0);
        assertEquals(2, run(archive, plain().withVerify(true)).unchanged());
        tables.tables().get(TARGET).get(RowName.of("a")).cells.put("content", new byte[] {'9'});
        assertEquals(2, run(archive, plain()).unchanged(), "length and time say nothing of it");
        Summary found = run(archive, plain().withVerify(true));
        assertEquals(1, count(found, Reason.EXISTS));
        run(archive, plain().withVerify(true).withOverwrite(true));
        assertEquals("FILE 5000 640 content=1", tables.dump().get("/t/a"));
        Path later = tar(new Packed("a", "1", 6));
        assertEquals(1, run(later, plain().withVerify(true)).unchanged(), "the same bytes at another time");
        tables.forgetful = true;
        PfsException e =
                assertThrows(PfsException.class, () -> run(tar(new Packed("z", "1", 5)), plain().withVerify(true)));
        assertEquals(ErrorCode.CORRUPT, e.code());
        assertTrue(e.getMessage().contains("/t/z, column 'content'"), e.getMessage());
    }

    @Test
    void hostileNamesAreLeftOutAndReported() throws IOException {
        Path archive = temporary.resolve("hostile.tar");
        String deep = "d/".repeat(10_000) + "f";
        HostileTars.write(archive, List.of("../../etc/passwd", "/etc/passwd", "a/../b", "x".repeat(300), deep, "good"));
        Summary summary = run(archive, plain());
        assertEquals(5, count(summary, Reason.NAME), summary.leftOut().groups().toString());
        assertEquals(1, summary.rows());
        assertEquals(List.of("/t", "/t/good"), List.copyOf(tables.dump().keySet()));
    }

    @Test
    void hardLinksAreRefusedAndDevicesPassedOver() throws IOException {
        Path archive = temporary.resolve("kinds.tar");
        HostileTars.writeKinds(archive, "file0", "hard1", "device3", "pipe6", "sparseS");
        Summary summary = run(archive, plain());
        assertEquals(1, summary.rows());
        assertEquals(2, count(summary, Reason.KIND));
        assertEquals(2, count(summary, Reason.DEVICE));
        assertTrue(summary.leftOut().hasFailures());
    }

    @Test
    void theTargetMustBeATable() {
        MemoryTables.StoredFile file = new MemoryTables.StoredFile();
        file.kind = RowKind.FILE;
        tables.tables().get(TablePath.ROOT).put(RowName.of("t"), file);
        PfsException e = assertThrows(PfsException.class, () -> run(tar(), plain()));
        assertEquals(ErrorCode.ALREADY_EXISTS, e.code());
    }

    /** A resumed import asks for each row and reads no content; it goes back to batches at the first that is missing. */
    @Test
    void whatIsThereIsNotReadAgain() {
        List<Packed> files = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            files.add(new Packed("f" + i, "c", 5));
        }
        run(tar(files.subList(0, 10).toArray(Packed[]::new)), plain());
        long finds = tables.finds;
        Summary summary = run(tar(files.toArray(Packed[]::new)), plain());
        assertEquals(10, summary.unchanged());
        assertEquals(10, summary.rows());
        long more = tables.finds - finds;
        assertEquals(11 + 1, more, "nothing is asked of rows that are taken for new");
    }
}
