package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileOutput;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.Policy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Files and cells over the limit, and the three policies, by the API on a real folder. */
@ParameterizedClass
@EnumSource(Way.class)
final class LargeFilesTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    private static final int LIMIT = Limits.CELL_BYTES_MAX;

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

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private long objects() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("object-"))
                    .count();
        }
    }

    @Test
    void aFileCrossesTheLimitAndBack() throws IOException {
        byte[] large = random(3 * LIMIT + 12_345, 1);
        try (FileOutput out = pfs.files().create("/f")) {
            for (int at = 0; at < large.length; at += 100_000) {
                out.write(large, at, Math.min(100_000, large.length - at));
            }
        }
        assertArrayEquals(large, pfs.files().readAll("/f"));
        reopen();
        assertEquals(large.length, pfs.files().stat("/f").orElseThrow().size());
        assertArrayEquals(large, pfs.files().readAll("/f"));
        assertEquals(1, objects());
        byte[] limit = random(LIMIT, 2);
        pfs.files().write("/f", limit);
        assertArrayEquals(limit, pfs.files().readAll("/f"));
        pfs.files().write("/f", joined(limit, new byte[1]));
        assertArrayEquals(joined(limit, new byte[1]), pfs.files().readAll("/f"));
        assertTrue(pfs.files().delete("/f"));
    }

    @Test
    void aLargeFileIsReadFromAnyPlace() throws IOException {
        byte[] large = random(2 * LIMIT + 777, 3);
        pfs.files().write("/f", large);
        try (CellInput in = pfs.files().open("/f")) {
            assertEquals(large.length, in.length());
            for (int place : new int[] {0, LIMIT - 1, LIMIT + 5, large.length - 3, 7, 1 << 20}) {
                in.seek(place);
                assertArrayEquals(
                        Arrays.copyOfRange(large, place, Math.min(large.length, place + 5_000)), in.readNBytes(5_000));
            }
            in.seek(large.length);
            assertEquals(-1, in.read());
            in.seek(0);
            assertEquals(large.length, in.skip(Long.MAX_VALUE));
        }
    }

    /** Who reads on after that gets no bytes of another writing. */
    /** Who reads on is brought parts ahead, which are of no use to who goes elsewhere then. */
    @Test
    void aLargeFileIsReadOnFromAnyPlace() throws IOException {
        byte[] large = random(4 * LIMIT + 4321, 21);
        pfs.files().write("/f", large);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (CellInput in = pfs.files().open("/f")) {
            int at = 0;
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(5) == 0) {
                    at = random.nextInt(large.length);
                    in.seek(at);
                }
                int count = Math.min(1 + random.nextInt(LIMIT / 2), large.length - at);
                byte[] some = in.readNBytes(count);
                assertArrayEquals(Arrays.copyOfRange(large, at, at + count), some, "seed " + seed + ", step " + step);
                at += count;
            }
            in.seek(0);
            assertArrayEquals(large, in.readAllBytes(), "seed " + seed);
        }
    }

    /** Whoever reads it beside the server has what he opened to its end; others can't, and are told. */
    @Test
    void aFileThatIsWrittenAnewIsNotMixed() throws IOException {
        byte[] before = random(3 * LIMIT, 4);
        pfs.files().write("/f", before);
        try (CellInput in = pfs.files().open("/f")) {
            assertEquals(100, in.readNBytes(100).length);
            pfs.files().write("/f", random(3 * LIMIT, 5));
            in.seek(2L * LIMIT + 9);
            if (way == Way.LOCAL) {
                assertArrayEquals(Arrays.copyOfRange(before, 2 * LIMIT + 9, before.length), in.readAllBytes());
                return;
            }
            PfsException refused = assertThrows(PfsException.class, in::read);
            assertEquals(ErrorCode.VERSION_CHANGED, refused.code());
        }
    }

    @Test
    void appendGoesOnOverTheLimitAndBehindIt() {
        byte[] before = random(LIMIT - 10, 6);
        pfs.files().write("/f", before);
        byte[] more = random(25, 7);
        try (FileOutput out = pfs.files().append("/f")) {
            out.write(more, 0, more.length);
        }
        byte[] now = joined(before, more);
        assertArrayEquals(now, pfs.files().readAll("/f"));
        byte[] most = random(LIMIT + 3, 8);
        try (FileOutput out = pfs.files().append("/f")) {
            out.write(most, 0, most.length);
        }
        assertArrayEquals(joined(now, most), pfs.files().readAll("/f"));
    }

    /** Who gives it other rights meanwhile, or looks at it, has written nothing that would be lost. */
    @Test
    void whatIsAppendedToALargeFileIsNotLostAsItsRightsChange() {
        byte[] before = random(LIMIT + 1_000, 6);
        pfs.files().write("/f", before);
        byte[] more = random(2_000, 7);
        try (FileOutput out = pfs.files().append("/f")) {
            for (int at = 0; at < more.length; at += 1_000) {
                out.write(more, at, 1_000);
                pfs.files().setPermissions("/f", 0600 + at / 1_000);
                out.sync();
                pfs.files().setPermissions("/f", 0640 + at / 1_000);
            }
            out.write(9);
            pfs.files().setPermissions("/f", 0644);
        }
        assertArrayEquals(
                joined(joined(before, more), new byte[] {9}), pfs.files().readAll("/f"));
        assertEquals(0644, pfs.files().stat("/f").orElseThrow().mode());
    }

    /** Where each file is an object, each writing makes another one. */
    @Test
    void whatIsAppendedComesBehindWhatOthersAppendedButNotBehindWhatTheyWroteAnew() {
        for (Policy policy : List.of(Policy.DYNAMIC, Policy.LARGE)) {
            String path = "/" + policy + "/f";
            pfs.createTable("/" + policy, TableOptions.DEFAULT.withPolicy(policy));
            pfs.files().write(path, new byte[] {1});
            FileOutput out = pfs.files().append(path);
            FileOutput other = pfs.files().append(path);
            out.write(3);
            other.write(2);
            other.close();
            out.sync();
            assertArrayEquals(new byte[] {1, 2, 3}, pfs.files().readAll(path));
            out.write(4);
            byte[] anew = {9, 9, 9, 9, 9};
            try (FileOutput over = pfs.files().overwrite(path)) {
                over.write(anew, 0, anew.length);
            }
            PfsException refused = assertThrows(PfsException.class, out::close);
            assertEquals(ErrorCode.VERSION_CHANGED, refused.code(), refused.getMessage());
            assertArrayEquals(anew, pfs.files().readAll(path));
            out.abandon();
        }
    }

    /** It would be lost with the copy that what is appended comes behind. */
    @Test
    void whatOthersWriteToALargeFileIsNotWrittenOverByWhatIsAppended() {
        byte[] before = random(LIMIT + 1_000, 6);
        for (boolean isSynced : new boolean[] {false, true}) {
            pfs.files().write("/f", before);
            FileOutput out = pfs.files().append("/f");
            out.write(1);
            if (isSynced) {
                out.sync();
                out.write(2);
            }
            byte[] theirs = random(LIMIT + 1_001, isSynced ? 9 : 8);
            pfs.files().write("/f", theirs);
            PfsException refused = assertThrows(PfsException.class, out::close);
            assertEquals(ErrorCode.VERSION_CHANGED, refused.code());
            assertArrayEquals(theirs, pfs.files().readAll("/f"));
        }
    }

    @Test
    void partsOfLargeCellsAreWrittenOver() {
        Table table = pfs.createTable("/t");
        byte[] cell = random(LIMIT + 100_000, 9);
        table.put("a", "content", cell);
        table.put("a", "further", cell);
        for (String column : new String[] {"content", "further"}) {
            byte[] expected = cell.clone();
            byte[] part = random(1_500_000, 10);
            System.arraycopy(part, 0, expected, 400_000, part.length);
            table.overwrite("a", column, 400_000, part);
            table.append("a", column, new byte[] {1, 2, 3});
            table.overwrite("a", column, expected.length + 10, new byte[] {4});
            byte[] end = {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 4};
            byte[] all = read(table, "a", column);
            assertArrayEquals(joined(expected, end), all);
            assertArrayEquals(
                    Arrays.copyOfRange(all, 399_990, 400_010),
                    table.getRange("a", column, 399_990, 20).orElseThrow());
        }
        assertEquals(2, table.cells("a").orElseThrow().size());
        PfsException refused = assertThrows(PfsException.class, () -> table.get("a", "content"));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertEquals(
                cell.length + 11L,
                table.row("a", "further").orElseThrow().largeCell("further").orElseThrow());
        refused = assertThrows(
                PfsException.class,
                () -> table.row("a", "further").orElseThrow().cell("further"));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        table.deleteCell("a", "further");
        reopen();
        assertEquals(cell.length + 11L, pfs.files().stat("/t/a").orElseThrow().size());
    }

    private static byte[] read(Table table, String row, String column) {
        try (CellInput in = table.open(row, column).orElseThrow()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void manyCellsOfARowBecomeVisibleTogether() {
        Table table = pfs.createTable("/t");
        byte[] one = random(LIMIT + 1, 11);
        byte[] other = random(2 * LIMIT, 12);
        table.edit("a")
                .put("content", new ByteArrayInputStream(one))
                .put("scan", new ByteArrayInputStream(other))
                .put("thumb", new ByteArrayInputStream(new byte[] {1}))
                .tag("kind", "large")
                .apply();
        assertArrayEquals(one, read(table, "a", "content"));
        assertArrayEquals(other, read(table, "a", "scan"));
        assertArrayEquals(new byte[] {1}, read(table, "a", "thumb"));
        assertEquals(1, table.row("a").orElseThrow().version());
    }

    @Test
    void aSmallTableRefusesWhatIsTooLarge() throws IOException {
        Table table = pfs.createTable("/small", TableOptions.DEFAULT.withPolicy(Policy.SMALL));
        table.put("a", "content", random(LIMIT, 13));
        PfsException refused = assertThrows(PfsException.class, () -> table.put("a", "content", random(LIMIT + 1, 14)));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        String says = String.valueOf(refused.getMessage());
        assertTrue(says.contains("'/small'") && says.contains("2097152") && says.contains("2097153"), says);
        assertEquals(LIMIT, pfs.files().stat("/small/a").orElseThrow().size());
        FileOutput out = pfs.files().create("/small/b");
        out.write(new byte[LIMIT], 0, LIMIT);
        refused = assertThrows(PfsException.class, () -> out.write(1));
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        refused = assertThrows(PfsException.class, out::close);
        assertEquals(ErrorCode.OBJECT_LOST, refused.code(), "a part of it is not the file");
        assertEquals(0, pfs.files().stat("/small/b").orElseThrow().size());
        assertEquals(0, objects());
    }

    @Test
    void everyFileOfALargeTableIsAnObject() throws IOException {
        Table table = pfs.createTable("/large", TableOptions.DEFAULT.withPolicy(Policy.LARGE));
        table.put("a", "content", new byte[] {1, 2, 3});
        table.put("b", "content", random(LIMIT + 1, 15));
        table.put("c", "content", new byte[0]);
        table.put("d", "thumb", new byte[] {4});
        assertEquals(2, objects());
        reopen();
        Table again = pfs.openTable("/large");
        assertArrayEquals(new byte[] {1, 2, 3}, again.get("a", "content").orElseThrow());
        assertArrayEquals(
                new byte[] {1, 2, 3},
                again.row("a", "content").orElseThrow().cell("content").orElseThrow());
        assertEquals(0, again.get("c", "content").orElseThrow().length);
        again.append("a", "content", new byte[] {4});
        assertArrayEquals(new byte[] {1, 2, 3, 4}, again.get("a", "content").orElseThrow());
    }

    /** Nothing is left of a writing that nobody ended, when the next collection has gone by. */
    @Test
    void whatWasNotEndedLeavesNothing() {
        FileOutput out = pfs.files().create("/f");
        out.write(new byte[3 * LIMIT], 0, 3 * LIMIT);
        assertEquals(0, pfs.files().stat("/f").orElseThrow().size());
        out.abandon();
        assertEquals(0, pfs.files().readAll("/f").length);
    }

    @Test
    void aLargeStreamIsVisibleWhenItIsClosed() {
        FileOutput out = pfs.files().create("/f");
        out.write(new byte[LIMIT + 1], 0, LIMIT + 1);
        assertEquals(0, pfs.files().readAll("/f").length);
        out.close();
        assertEquals(LIMIT + 1, pfs.files().stat("/f").orElseThrow().size());
    }

    /** Also by one that is there when the store is opened again, and by one who opened it when there was less. */
    @Test
    void aLargeStreamIsVisibleAsFarAsItWasSynced() throws IOException {
        byte[] large = random(3 * LIMIT, 16);
        int[] ends = {LIMIT - 5, LIMIT + 1, LIMIT + 1, LIMIT + 77_777, 2 * LIMIT, large.length};
        FileOutput out = pfs.files().create("/f");
        int at = 0;
        for (int end : ends) {
            out.write(large, at, end - at);
            at = end;
            out.sync();
            assertEquals(end, pfs.files().stat("/f").orElseThrow().size());
            assertArrayEquals(Arrays.copyOf(large, end), pfs.files().readAll("/f"));
        }
        out.write(large, 0, LIMIT);
        assertArrayEquals(large, pfs.files().readAll("/f"));
        out.abandon();
        assertEquals(1, objects());
        reopen();
        assertArrayEquals(large, pfs.files().readAll("/f"));
        try (FileOutput more = pfs.files().append("/f")) {
            more.write(7);
            more.sync();
            more.write(8);
        }
        assertArrayEquals(joined(large, new byte[] {7, 8}), pfs.files().readAll("/f"));
    }

    @Test
    void whoReadsAGrowingFileSeesWhatThereWasWhenHeOpenedIt() throws IOException {
        byte[] large = random(3 * LIMIT, 17);
        try (FileOutput out = pfs.files().create("/f")) {
            out.write(large, 0, LIMIT + 1_234);
            out.sync();
            try (CellInput in = pfs.files().open("/f")) {
                assertEquals(5, in.readNBytes(5).length);
                out.write(large, LIMIT + 1_234, large.length - LIMIT - 1_234);
                out.sync();
                in.seek(LIMIT - 10);
                assertArrayEquals(Arrays.copyOfRange(large, LIMIT - 10, LIMIT + 1_234), in.readAllBytes());
                byte[] end = new byte[100];
                assertEquals(34, in.readAt(LIMIT + 1_200, end, 0, 100));
                out.close();
                in.seek(LIMIT);
                assertEquals(1_234, in.readAllBytes().length);
            }
        }
    }
}
