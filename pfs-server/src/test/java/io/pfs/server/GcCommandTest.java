package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin gc}, as people and programs see it. */
final class GcCommandTest {
    private static final int ROWS = 40;
    private static final int CELL_BYTES = 100_000;
    /** Such a cell is an object of its own. */
    private static final int OBJECT_BYTES = 6 << 20;

    @TempDir
    private Path temporary;

    static List<String> run(int code, String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            assertEquals(code, Main.run(args), () -> bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static byte[] cell(int row) {
        byte[] bytes = new byte[CELL_BYTES];
        Arrays.fill(bytes, (byte) row);
        return bytes;
    }

    /** So many of the first rows are deleted again. */
    private Path folder(int deleted) {
        Path folder = temporary.resolve("data");
        try (Pfs pfs = Pfs.embedded(folder)) {
            Table photos = pfs.ensureTable("/photos");
            for (int row = 0; row < ROWS; row++) {
                photos.put("row" + row, "content", cell(row));
            }
            for (int row = 0; row < deleted; row++) {
                photos.delete("row" + row);
            }
        }
        return folder;
    }

    /** Two rows with a large cell each; the first is removed by somebody who leaves the collection to others. */
    private Path folderOfObjects() {
        Path folder = temporary.resolve("data");
        try (Pfs pfs = Pfs.embedded(folder)) {
            Table films = pfs.ensureTable("/films");
            films.put("one", "content", new byte[OBJECT_BYTES]);
            films.put("two", "content", new byte[OBJECT_BYTES]);
            films.delete("one");
        }
        return folder;
    }

    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(-?\\d+)").matcher(json);
        assertTrue(matcher.find(), json);
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void aFolderInWhichNothingWasMadeStaysEmpty() throws IOException {
        run(2, "admin", "gc", "--embedded", temporary.toString(), "--dry-run");
        run(2, "admin", "gc", "--embedded", temporary.toString());
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void spaceOfDeletedRowsIsGivenBackAndTheOthersStay() {
        String folder = folder(30).toString();
        String plan = run(0, "admin", "gc", "--embedded", folder, "--dry-run", "--json")
                .get(0);
        assertEquals(1, number(plan, "due"), plan);
        assertEquals(0, number(plan, "bytesGivenBack"), plan);
        String json = run(0, "admin", "gc", "--embedded", folder, "--json").get(0);
        assertEquals(10, number(json, "cellsMoved"), json);
        assertEquals(10 * CELL_BYTES, number(json, "bytesMoved"), json);
        assertEquals(1, number(json, "segmentsDeleted"), json);
        assertTrue(number(json, "bytesGivenBack") >= 30 * CELL_BYTES, json);
        try (Pfs pfs = Pfs.embedded(Path.of(folder))) {
            Table photos = pfs.openTable("/photos");
            for (int row = 30; row < ROWS; row++) {
                assertArrayEquals(cell(row), photos.get("row" + row, "content").orElseThrow());
            }
        }
        List<String> check = run(0, "admin", "fsck", folder);
        assertEquals("CLEAN  0 damaged, 0 orphans, 0 notes", check.get(check.size() - 1));
        List<String> again = run(0, "admin", "gc", "--embedded", folder);
        assertEquals("0 bytes given back", again.get(again.size() - 1));
    }

    /** Rows go to other loops, and their cells stay: what is collected of them there is given back by who has them. */
    @Test
    void severalLoopsGiveBackWhatTheyHaveOfEachOther() {
        Path folder = temporary.resolve("data");
        try (Pfs pfs = Pfs.embedded(folder, EmbeddedOptions.DEFAULT.withLoops(3), ClientOptions.DEFAULT)) {
            Table photos = pfs.ensureTable("/photos");
            for (int row = 0; row < ROWS; row++) {
                photos.put("row" + row, "content", cell(row));
            }
            photos.setSpreading(new Spreading(SpreadPolicy.ALWAYS, 0));
            while (photos.describe().isDistributing()) {
                Thread.onSpinWait();
            }
            for (int row = 0; row < 30; row++) {
                photos.delete("row" + row);
            }
        }
        String name = folder.toString();
        String plan =
                run(0, "admin", "gc", "--embedded", name, "--dry-run", "--json").get(0);
        assertEquals(0, number(plan, "bytesGivenBack"), plan);
        String json = run(0, "admin", "gc", "--embedded", name, "--json").get(0);
        assertTrue(number(json, "bytesGivenBack") >= 30 * CELL_BYTES, json);
        try (Pfs pfs = Pfs.embedded(folder)) {
            Table photos = pfs.openTable("/photos");
            for (int row = 30; row < ROWS; row++) {
                assertArrayEquals(cell(row), photos.get("row" + row, "content").orElseThrow());
            }
        }
        List<String> check = run(0, "admin", "fsck", name);
        assertEquals("CLEAN  0 damaged, 0 orphans, 0 notes", check.get(check.size() - 1));
    }

    @Test
    void objectsAreCountedAsWell() {
        String folder = folderOfObjects().toString();
        String plan = run(0, "admin", "gc", "--embedded", folder, "--dry-run").get(0);
        assertTrue(plan.contains(" segments and 2 objects of 12,"), plan);
        String json = run(0, "admin", "gc", "--embedded", folder, "--json").get(0);
        assertEquals(2, number(json, "objects"), json);
        assertTrue(number(json, "fileBytes") >= 2 * OBJECT_BYTES, json);
        assertEquals(1, number(json, "objectsDeleted"), json);
        assertEquals(0, number(json, "segmentsDeleted"), json);
        assertTrue(number(json, "bytesGivenBack") >= OBJECT_BYTES, json);
        List<String> again = run(0, "admin", "gc", "--embedded", folder);
        assertTrue(again.get(1).endsWith("deleted 0 segments and 0 objects"), again.toString());
        assertTrue(again.get(2).contains(" segments and 1 objects of 6,"), again.toString());
    }

    @Test
    void alsoLittleGarbageIsTakenUpOnDemand() {
        String folder = folder(5).toString();
        String little = run(0, "admin", "gc", "--embedded", folder, "--json").get(0);
        assertEquals(0, number(little, "segmentsDeleted"), little);
        String all =
                run(0, "admin", "gc", "--embedded", folder, "--all", "--json").get(0);
        assertEquals(1, number(all, "segmentsDeleted"), all);
        assertTrue(number(all, "bytesGivenBack") >= 5 * CELL_BYTES, all);
    }

    @Test
    void aFolderThatIsNotThereIsAMistakeOfTheCaller() throws IOException {
        run(2, "admin", "gc", "--embedded", temporary.resolve("none").toString());
        run(2, "admin", "gc");
        Files.writeString(temporary.resolve("mine.txt"), "not of PFS");
        run(2, "admin", "gc", "--embedded", temporary.toString());
    }
}
