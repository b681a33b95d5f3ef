package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Format {@code pfs}, written: rows with several forms, beside what is there or instead of it, also by tasks that fail. */
@Tag("packed")
final class DataSinkTest {
    private static final String ROOT = Shared.SERVER.uri().toString();

    private static void save(String mode, String table, String query) throws Exception {
        Shared.SPARK.tell("save pfs " + mode + " " + ROOT + table + " " + query);
    }

    private static void refused(String why, String mode, String table, String query) {
        AssertionError failure = assertThrows(AssertionError.class, () -> save(mode, table, query));
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }

    private static Set<String> names(Table table) {
        TreeSet<String> names = new TreeSet<>();
        table.scan().forEach(row -> names.add(row.name()));
        return names;
    }

    /** What is in the root beside tables that tests made: nothing that was on its way. */
    private static void requireNothingLeft(Pfs pfs) {
        List<String> left = pfs.files().list("/").stream()
                .map(FileInfo::name)
                .filter(name -> name.startsWith(".pfs"))
                .toList();
        assertEquals(List.of(), left);
    }

    @Test
    void rowsWithSeveralFormsAreWrittenAndReadBack() throws Exception {
        String rows = "SELECT concat(id, '.jpg') AS name, CAST(repeat('x', int(id)) AS binary) AS content,"
                + " CAST(concat('t', id) AS binary) AS thumb, IF(id % 2 = 0, concat('caption ', id), NULL) AS caption"
                + " FROM range(0, 1000, 1, 4)";
        save("append", "/sunk/photos", rows);
        Shared.SPARK.tell("load pfs " + ROOT + "/sunk/photos");
        assertEquals(
                List.of("1000 499500 3890 500"),
                Shared.SPARK.tell("SELECT count(*), sum(size), sum(thumb_size), count(caption) FROM loaded"));
        try (Pfs pfs = Pfs.connect(ROOT)) {
            RowView row = pfs.openTable("/sunk/photos")
                    .row("10.jpg", "content", "thumb", "caption")
                    .orElseThrow();
            assertEquals("caption 10", new String(row.cell("caption").orElseThrow(), StandardCharsets.UTF_8));
            assertEquals(10, row.cell("content").orElseThrow().length);
        }
        Shared.SPARK.tell("CACHE TABLE loaded");
        save("append", "/sunk/copies", "SELECT * FROM loaded WHERE size < 100");
        Shared.SPARK.tell("UNCACHE TABLE loaded");
        try (Pfs pfs = Pfs.connect(ROOT)) {
            assertEquals(100, names(pfs.openTable("/sunk/copies")).size());
        }
    }

    @Test
    void rowsThatAreThereGetTheFormsThatAreWritten() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/sink-append");
            table.edit("a")
                    .put("content", new byte[5])
                    .put("thumb", new byte[3])
                    .put("medium", new byte[4])
                    .apply();
            table.put("b", "content", new byte[6]);
            save(
                    "append",
                    "/sink-append",
                    "SELECT * FROM VALUES ('a', X'0102', CAST(NULL AS BINARY)), ('c', X'03', X'04')"
                            + " AS t(name, thumb, medium)");
            assertEquals(List.of("a", "b", "c"), List.copyOf(names(table)));
            RowView a = table.row("a", "content", "thumb", "medium").orElseThrow();
            assertEquals(5, a.size(), "what is not written stays");
            assertEquals(2, a.cell("thumb").orElseThrow().length);
            assertTrue(a.cell("medium").isEmpty(), "null is no cell");
        }
    }

    @Test
    void aFormIsTheOneThatIsThereInWhateverLetters() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/sink-letters");
            table.edit("a")
                    .put("content", new byte[5])
                    .put("thumb", new byte[3])
                    .apply();
            Shared.SPARK.tell("load pfs " + ROOT + "/sink-letters");
            save(
                    "append",
                    "/sink-letters",
                    "SELECT concat(Name, 'b') AS Name, Content, substr(Thumb, 2) AS Thumb, Thumb_size FROM loaded");
            Shared.SPARK.tell("load pfs " + ROOT + "/sink-letters");
            assertEquals(
                    List.of("a 5 3", "ab 5 2"),
                    Shared.SPARK.tell("SELECT name, size, thumb_size FROM loaded ORDER BY name"));
            refused(
                    "would have the name of what rows say of themselves",
                    "append",
                    "/sink-letters",
                    "SELECT 'c' AS name, 'yesterday' AS modified, X'01' AS medium");
            assertEquals(
                    List.of("content", "thumb"),
                    pfs.openTable("/sink-letters").columns().stream()
                            .map(Column::name)
                            .toList(),
                    "nothing was made");
        }
    }

    @Test
    void largeCellsAreWritten() throws Exception {
        save(
                "append",
                "/sink-large",
                "SELECT 'a' AS name, CAST(repeat('y', 3 * 1024 * 1024) AS binary) AS content," + " X'01' AS thumb");
        try (Pfs pfs = Pfs.connect(ROOT)) {
            RowView row = pfs.openTable("/sink-large").row("a", "thumb").orElseThrow();
            assertEquals(3 << 20, row.size());
            assertEquals(1, row.version(), "all its forms at once");
        }
    }

    @Test
    void whatIsOverwrittenIsReplacedWhenAllIsWritten() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.createTable(
                    "/sink-over", TableOptions.DEFAULT.withPolicy(Policy.SMALL).withMode(0750));
            table.addColumn("thumb", ColumnOptions.DEFAULT.withCompression());
            for (int i = 0; i < 20; i++) {
                table.put("old" + i, "thumb", new byte[9]);
            }
            pfs.files().mkdirs("/sink-over/sub/deep");
            pfs.files().write("/sink-over/sub/deep/file", new byte[7]);
            pfs.files().symlink("/sink-over/link", "/somewhere");
            Shared.SPARK.tell("load pfs " + ROOT + "/sink-over");
            save(
                    "overwrite",
                    "/sink-over",
                    "SELECT concat('new-', name) AS name, thumb FROM loaded WHERE name < 'old15'");
            Table after = pfs.openTable("/sink-over");
            Set<String> names = names(after);
            assertTrue(names.containsAll(List.of("link", "sub", "new-old1")), names.toString());
            assertEquals(7 + 2, names.size(), names.toString());
            assertEquals(7, pfs.files().readAll("/sink-over/sub/deep/file").length);
            assertEquals(Policy.SMALL, after.describe().policy());
            assertEquals(0750, after.describe().mode());
            Column thumb = after.columns().get(1);
            assertTrue(thumb.name().equals("thumb") && thumb.compressed(), thumb.toString());
            requireNothingLeft(pfs);
            save("overwrite", "/sink-fresh", "SELECT 'a' AS name");
            assertEquals(List.of("a"), List.copyOf(names(pfs.openTable("/sink-fresh"))));
        }
    }

    @Test
    void whatIsOverwrittenStaysInItsSortedFiles() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT);
                Sorted hot = pfs.createSorted("hot")) {
            pfs.createTable("/sink-sorted").edit("old").tag("heat", 1).apply();
            hot.add("/sink-sorted", "heat");
            Shared.SPARK.tell(
                    "save pfs overwrite " + ROOT + "/sink-sorted tags=heat:long SELECT 'new' AS name, 2L AS heat");
            List<String> found = new ArrayList<>();
            hot.search("heat > 0").forEach(hit -> found.add(hit.path()));
            assertEquals(List.of("/sink-sorted/new"), found);
            assertEquals(1, hot.tables().size(), "the old one is in it no more");
            requireNothingLeft(pfs);
        }
    }

    @Test
    void aTableIsNotOverwrittenByTheNameOfALink() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.createTable("/sink-led").put("before", "content", new byte[1]);
            pfs.files().mkdirs("/sink-led/sub");
            pfs.files().symlink("/sink-leads", "/sink-led");
            refused("is a symlink", "overwrite", "/sink-leads", "SELECT 'a' AS name");
            assertEquals(Set.of("before", "sub"), names(pfs.openTable("/sink-led")));
            requireNothingLeft(pfs);
        }
    }

    @Test
    void aJobThatFailsLeavesWholeRowsOrNone() throws Exception {
        String failing = "SELECT concat(id, '') AS name, CAST(repeat('z', 100) AS binary) AS content,"
                + " IF(id = 900, CAST(raise_error('enough') AS binary), X'01') AS thumb FROM range(0, 1000, 1, 4)";
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/sink-failing");
            table.put("before", "content", new byte[1]);
            refused("enough", "overwrite", "/sink-failing", failing);
            assertEquals(List.of("before"), List.copyOf(names(pfs.openTable("/sink-failing"))));
            requireNothingLeft(pfs);
            refused("enough", "append", "/sink-failing", failing);
            for (RowView row : pfs.openTable("/sink-failing").scan().columns("content", "thumb")) {
                boolean isWhole = row.name().equals("before")
                        || (row.size() == 100 && row.cell("thumb").isPresent());
                assertTrue(isWhole, row.toString());
            }
        }
    }

    @Test
    void aTaskThatIsTriedAgainWritesTheSame() throws Exception {
        String rows = "SELECT concat(id, '') AS name, CAST(repeat('z', 2000) AS binary) AS content,"
                + " IF(id % 250 = 200 AND attempt(id) < 2, CAST(raise_error('again') AS binary), X'0102') AS thumb"
                + " FROM range(0, 10000, 1, 2)";
        try (Pfs pfs = Pfs.connect(ROOT)) {
            for (String mode : List.of("append", "overwrite")) {
                save(mode, "/sink-again", rows);
                int count = 0;
                for (RowView row : pfs.openTable("/sink-again").scan().columns("thumb")) {
                    assertEquals(2000, row.size());
                    assertEquals(2, row.cell("thumb").orElseThrow().length);
                    count++;
                }
                assertEquals(10_000, count, mode);
            }
            requireNothingLeft(pfs);
        }
    }

    /** Between an array and what becomes of it Spark itself does not look. */
    @Test
    void aTaskThatIsNotWantedAnyMoreWritesNoMore() throws Exception {
        String rows = "SELECT concat(doomed(id), '-', id) AS name, X'01' AS thumb FROM"
                + " (SELECT explode(sequence(1L, 10000L)) AS id)";
        try (Pfs pfs = Pfs.connect(ROOT)) {
            for (String mode : List.of("append", "overwrite")) {
                save(mode, "/sink-doomed-" + mode, rows);
                Set<String> names = names(pfs.openTable("/sink-doomed-" + mode));
                long ofFirst =
                        names.stream().filter(name -> name.startsWith("0-")).count();
                assertEquals(0, ofFirst, mode);
                assertEquals(10_000, names.size(), mode);
            }
        }
    }

    @Test
    void whatCanNotBeWrittenSaysWhy() {
        refused("a column 'name' of type STRING is missing", "append", "/sink-bad", "SELECT X'01' AS thumb");
        refused("two columns are called 'name'", "append", "/sink-bad", "SELECT 'a' AS name, 'b' AS Name");
        refused("of type DOUBLE", "append", "/sink-bad", "SELECT 'a' AS name, CAST(1 AS double) AS thumb");
        refused("column 'file_size' of type BIGINT", "append", "/sink-bad", "SELECT 'a' AS name, 3L AS file_size");
        refused("'a/b'", "append", "/sink-bad", "SELECT 'a/b' AS name, X'01' AS thumb");
        refused("without a name", "append", "/sink-bad", "SELECT CAST(NULL AS string) AS name, X'01' AS thumb");
        refused("root", "overwrite", "/", "SELECT 'a' AS name");
        refused(
                "Please use either the \"Append\" or \"Overwrite\" mode",
                "errorifexists",
                "/sink-bad",
                "SELECT 'a' AS name");
    }
}
