package io.pfs.server.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.Checksum;
import io.pfs.server.inspect.Finding.Kind;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.testing.Seeds;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep.Bear;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of real folders: whole ones, those of processes that were killed, damaged ones. */
final class FolderCheckTest {
    private static final int FLIPS_PER_FILE = 4;
    /** Such a cell is an object of its own. */
    private static final int OBJECT_BYTES = 6 << 20;
    /** Such a one is in a segment. */
    private static final int SEGMENT_CELL_BYTES = 100_000;

    @TempDir
    private static Path shared;

    private static Path closed = Path.of("");
    private static Path killed = Path.of("");
    private static TableId table = SampleFolder.ROOT;
    private static Map<String, String> contents = new TreeMap<>();

    @TempDir
    private Path temporary;

    private final List<Finding> found = new ArrayList<>();
    private int copies;

    @BeforeAll
    static void makeFolders() throws IOException {
        closed = shared.resolve("closed");
        try (SampleFolder sample = SampleFolder.fill(closed)) {
            table = sample.table();
            killed = SampleFolder.copy(closed, shared.resolve("killed"));
        }
        contents = SampleFolder.contents(SampleFolder.copy(closed, shared.resolve("read")), table);
    }

    @BeforeEach
    void forget() {
        found.clear();
    }

    private Summary check(Path folder) {
        found.clear();
        return FolderCheck.run(folder, new SystemClock(), new SystemEntropy(), new Findings() {
            @Override
            public void found(Finding finding) {
                found.add(finding);
            }

            @Override
            public void progress(String doing, long count) {
                // nobody waits
            }
        });
    }

    private Path copyOf(Path folder) throws IOException {
        copies++;
        return SampleFolder.copy(folder, temporary.resolve("copy-" + copies));
    }

    private boolean has(Kind kind) {
        return found.stream().anyMatch(finding -> finding.kind() == kind);
    }

    private long count(Kind kind) {
        return found.stream().filter(finding -> finding.kind() == kind).count();
    }

    private boolean isNamed(Kind kind, String file, String text) {
        return found.stream()
                .anyMatch(finding -> finding.kind() == kind
                        && finding.file().equals(file)
                        && finding.text().contains(text));
    }

    private static Path firstOf(Path pool, String kind) throws IOException {
        return SampleFolder.files(pool).values().stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith(kind))
                .findFirst()
                .orElseThrow();
    }

    private boolean isNamed(String text) {
        return found.stream().anyMatch(finding -> finding.toString().contains(text));
    }

    @Test
    void aWholeFolderIsCleanAndCounted() {
        Summary summary = check(closed);
        assertEquals(List.of(), found);
        assertTrue(summary.complete());
        assertEquals(3, summary.tables());
        assertEquals(contents.size() + 2, summary.rows(), "rows of the table, and those that lead to two tables");
        assertTrue(summary.slices() > 3, "the table was split");
        assertTrue(summary.cells() >= contents.size());
        assertEquals(
                List.of("boost", "column", "journal", "metadata"),
                summary.files().stream().map(FileTally::kind).toList());
        summary.files().forEach(tally -> assertTrue(tally.liveBytes() <= tally.bytes(), tally.toString()));
    }

    @Test
    void aCheckChangesNothing() throws IOException {
        Path folder = copyOf(killed);
        Map<String, Integer> before = sums(folder);
        check(folder);
        assertEquals(before, sums(folder));
    }

    private static Map<String, Integer> sums(Path folder) throws IOException {
        Map<String, Integer> sums = new TreeMap<>();
        for (Map.Entry<String, Path> file : SampleFolder.files(folder).entrySet()) {
            byte[] bytes = Files.readAllBytes(file.getValue());
            sums.put(file.getKey(), Checksum.of(bytes, 0, bytes.length));
        }
        return sums;
    }

    @Test
    void whatAKilledProcessLeavesIsClean() throws IOException {
        check(killed);
        assertFalse(has(Kind.DAMAGE), found.toString());
        Path folder = temporary.resolve("filled");
        Path copy;
        try (SampleFolder sample = SampleFolder.fill(folder)) {
            sample.store().group().checkpoint();
            int step = 0;
            do {
                copy = SampleFolder.copy(folder, temporary.resolve("killed-" + step));
                check(copy);
                assertFalse(has(Kind.DAMAGE), "at step " + step + " of a checkpoint: " + found);
                step++;
            } while (sample.store().poll());
            assertTrue(step > 3, "a checkpoint takes some steps");
        }
    }

    /** What a row has of an object that nobody ended is needed; what stands behind it is not. */
    @Test
    void anObjectCountsAsFarAsARowHasIt() throws IOException {
        Path folder = temporary.resolve("growing");
        RowName name = RowName.of("log");
        ObjectTicket ticket = new ObjectTicket(1, 2);
        try (SampleFolder sample = SampleFolder.fill(folder)) {
            TableId in = sample.table();
            sample.ask(new BeginObject(in, name, new ColumnId(0), ticket, 1));
            sample.ask(new WriteObject(in, name, ticket, 0, new byte[100_000]));
            sample.ask(new ForceObject(in, name, ticket, 100_000));
            RowEdit edit = RowEdit.ofObject(new ObjectPut(new ColumnId(0), ticket, 100_000));
            sample.ask(new EditRow(in, name, Expected.ABSENT, NewRow.FILE, edit));
            sample.ask(new WriteObject(in, name, ticket, 100_000, new byte[100_000]));
        }
        check(folder);
        assertEquals(List.of(), found);
        String object = SampleFolder.files(folder).keySet().stream()
                .filter(file -> file.contains("object-"))
                .findFirst()
                .orElseThrow();
        flip(folder.resolve(object), 190_000);
        check(folder);
        assertFalse(has(Kind.DAMAGE), found.toString());
        flip(folder.resolve(object), 90_000);
        check(folder);
        assertTrue(has(Kind.DAMAGE) && isNamed("log"), found.toString());
    }

    /** Whoever deletes what is called an orphan must not lose what rows need. */
    @Test
    void whatIsDamagedIsNeededAllTheSame() throws IOException {
        Path folder = temporary.resolve("large");
        try (Pfs pfs = Pfs.embedded(folder)) {
            Table films = pfs.ensureTable("/films");
            films.put("huge", "content", new byte[OBJECT_BYTES]);
            films.put("large", "content", new byte[SEGMENT_CELL_BYTES]);
        }
        for (String name : SampleFolder.files(folder).keySet()) {
            if (name.contains("object-") || name.contains("column-")) {
                requireNeeded(folder, name, file -> flip(file, 20));
                requireNeeded(folder, name, file -> flip(file, 5_000));
                requireNeeded(folder, name, Files::delete);
            }
            if (name.contains("object-")) {
                requireNeeded(folder, name, file -> Files.write(file, new byte[10], StandardOpenOption.APPEND));
            }
        }
    }

    /** How a file is spoiled. */
    private interface Spoiling {
        void spoil(Path file) throws IOException;
    }

    private void requireNeeded(Path folder, String name, Spoiling spoiling) throws IOException {
        Path copy = copyOf(folder);
        spoiling.spoil(copy.resolve(name));
        check(copy);
        assertTrue(has(Kind.DAMAGE), name + ": " + found);
        assertFalse(has(Kind.ORPHAN), found.toString());
    }

    /** Nobody knows what the rows in it need. */
    @Test
    void ifASliceCantBeReadNoFileOfCellsIsCalledAnOrphan() throws IOException {
        Path folder = withSpoiledSlices(copyOf(closed));
        Path pool = folder.resolve("pool");
        Files.copy(pool.resolve("column-000000000001"), pool.resolve("column-0000000000ff"));
        Files.copy(firstOf(pool, "metadata-"), pool.resolve("metadata-00000000000000ff"));
        check(folder);
        assertTrue(has(Kind.DAMAGE) && isNamed("and with it some"), found.toString());
        assertTrue(isNamed(Kind.NOTE, "column-0000000000ff", "may be needed or not"), found.toString());
        assertTrue(isNamed(Kind.ORPHAN, "metadata-00000000000000ff", "is needed by nothing"), found.toString());
        assertEquals(1, count(Kind.ORPHAN), found.toString());
    }

    /** No image of a slice of the table can be read any more. */
    private static Path withSpoiledSlices(Path folder) throws IOException {
        for (Map.Entry<String, Path> file : SampleFolder.files(folder).entrySet()) {
            if (file.getKey().contains("metadata-")) {
                List<Integer> middles = new ArrayList<>();
                FileDump.run(file.getValue(), item -> {
                    if (isImage(item)) {
                        middles.add((int) (item.offset() + item.length() / 2));
                    }
                });
                for (int at : middles) {
                    flip(file.getValue(), at);
                }
            }
        }
        return folder;
    }

    private static boolean isImage(Item item) {
        return item.what().equals("image")
                && item.fields().stream().anyMatch(field -> field.value().startsWith(table + "/"));
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void aFlippedByteIsFoundOrHarmless() {
        Seeds.each("FolderCheckTest#aFlippedByteIsFoundOrHarmless", 1, seed -> {
            try {
                flipBytes(new Random(seed));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void flipBytes(Random random) throws IOException {
        for (String name : SampleFolder.files(closed).keySet()) {
            int named = 0;
            for (int i = 0; i < FLIPS_PER_FILE; i++) {
                Path folder = copyOf(closed);
                Path file = folder.resolve(name);
                byte[] bytes = Files.readAllBytes(file);
                int at = i == 0 ? 20 : random.nextInt(bytes.length);
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, bytes);
                requireFoundOrHarmless(folder, "a flip at " + at + " of " + name);
                String plainName = String.valueOf(file.getFileName());
                named += isNamed(plainName) || isNamed("boost index") ? 1 : 0;
            }
            assertTrue(named > 0, "no flip in " + name + " was named");
        }
    }

    /** If a check finds no damage, all that was there can still be read. */
    private void requireFoundOrHarmless(Path folder, String what) {
        check(folder);
        assertFalse(has(Kind.ORPHAN), what + ": nothing was an orphan before: " + found);
        if (!has(Kind.DAMAGE)) {
            assertEquals(contents, SampleFolder.contents(folder, table), what + ": " + found);
        }
    }

    @Test
    void aMissingFileIsFoundOrHarmless() throws IOException {
        for (String name : SampleFolder.files(closed).keySet()) {
            Path folder = copyOf(closed);
            Files.delete(folder.resolve(name));
            requireFoundOrHarmless(folder, name + " missing");
            assertTrue(has(Kind.DAMAGE) || isNamed("boost index"), name + " missing: " + found);
        }
        for (String part : List.of("journal", "pool")) {
            Path folder = copyOf(closed);
            Files.move(folder.resolve(part), temporary.resolve("away-" + part));
            assertFalse(check(folder).complete());
            assertTrue(isNamed("the folder " + part + " is missing"), found.toString());
            assertFalse(Files.exists(folder.resolve(part)), "a check makes nothing");
        }
    }

    /** A journal that ends earlier, in the middle of a batch, can't be told from one that was never written further. */
    @Test
    void aTruncatedFileIsFoundOrHarmless() throws IOException {
        for (String name : SampleFolder.files(closed).keySet()) {
            Path folder = copyOf(closed);
            byte[] bytes = Files.readAllBytes(folder.resolve(name));
            Files.write(folder.resolve(name), Arrays.copyOf(bytes, bytes.length / 2));
            if (name.startsWith("journal")) {
                check(folder);
            } else {
                requireFoundOrHarmless(folder, name + " truncated");
            }
            Files.write(folder.resolve(name), new byte[0]);
            requireFoundOrHarmless(folder, name + " empty");
        }
    }

    @Test
    void whatNothingNeedsIsNamed() throws IOException {
        Path folder = copyOf(closed);
        Path pool = folder.resolve("pool");
        Files.copy(pool.resolve("column-000000000001"), pool.resolve("column-0000000000ff"));
        Files.writeString(pool.resolve("holiday.txt"), "sun");
        Files.writeString(folder.resolve("journal").resolve("journal-0000000000000009.tmp"), "half");
        Summary summary = check(folder);
        assertFalse(has(Kind.DAMAGE), found.toString());
        assertTrue(isNamed("column-0000000000ff"), found.toString());
        assertTrue(isNamed("holiday.txt"), found.toString());
        assertTrue(isNamed("journal-0000000000000009.tmp"), found.toString());
        FileTally column = summary.files().get(1);
        assertEquals(1, column.orphans());
        assertEquals(Files.size(pool.resolve("column-0000000000ff")), column.orphanBytes());
    }

    @Test
    void aTableThatNoPathLeadsToIsNamed() {
        Path folder = temporary.resolve("data");
        try (SampleFolder sample = SampleFolder.fill(folder)) {
            Bear bear = new Bear(new ShardId(0), RowName.of("lost"), 0755, 0, 0, Policy.DYNAMIC, Spreading.DEFAULT);
            sample.ask(new TakeStep(SampleFolder.ROOT, new ProcedureId(new ShardId(0), 7), bear));
        }
        check(folder);
        assertEquals(List.of(Kind.ORPHAN), found.stream().map(Finding::kind).toList(), found.toString());
        assertTrue(isNamed("no path leads from the root to this table of 0 rows"), found.toString());
    }

    @Test
    void aFolderInUseOrOfOthersIsRefused() throws IOException {
        Path folder = copyOf(closed);
        try (LocalStore store = LocalStore.open(folder, new SystemClock(), new SystemEntropy())) {
            assertEquals(
                    ErrorCode.LOCKED,
                    assertThrows(PfsException.class, () -> check(folder)).code());
            assertFalse(store.folder().isFormatted());
        }
        PfsException refusal = assertThrows(PfsException.class, () -> check(temporary.resolve("nothing")));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertFalse(Files.exists(temporary.resolve("nothing")), "a check makes nothing");
    }
}
