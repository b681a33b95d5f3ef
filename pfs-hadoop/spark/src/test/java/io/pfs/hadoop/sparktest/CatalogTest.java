package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of the catalog that a session has of itself which are tables of PFS: all by SQL. */
@Tag("packed")
final class CatalogTest {
    private static final String ROOT = Shared.SERVER.uri().toString();

    private static List<String> sql(String statement) throws IOException {
        return Shared.SPARK.tell(statement);
    }

    private static void refused(String why, String statement) {
        AssertionError failure = assertThrows(AssertionError.class, () -> sql(statement));
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }

    private static void create(String table, String columns, String path) throws IOException {
        sql("CREATE TABLE " + table + columns + " USING pfs LOCATION '" + ROOT + path + "'");
    }

    private static List<String> names(Table table) {
        TreeSet<String> names = new TreeSet<>();
        table.scan().forEach(row -> names.add(row.name()));
        return List.copyOf(names);
    }

    @Test
    void aTableThatIsThereIsReadAndWritten() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/catalog/photos");
            table.edit("a")
                    .put("content", new byte[3])
                    .put("thumb", new byte[2])
                    .apply();
            create("photos", "", "/catalog/photos");
            assertEquals(
                    List.of(
                            "name string",
                            "size bigint",
                            "modified timestamp",
                            "changed timestamp",
                            "content binary",
                            "content_size bigint",
                            "thumb binary",
                            "thumb_size bigint"),
                    sql("DESCRIBE photos").stream()
                            .map(row -> row.replaceAll(" null$", ""))
                            .toList());
            String select = "SELECT name, size, thumb_size FROM photos WHERE size > 1 ORDER BY name";
            assertEquals(List.of("a 3 2"), sql(select));
            assertTrue(String.join(" ", sql("EXPLAIN " + select)).contains("PushedFilters: [size > 1]"));
            sql("INSERT INTO photos SELECT X'0102' AS content, 'b' AS name");
            sql("INSERT INTO photos (thumb, name, content) VALUES (X'01', 'c', X'010203')");
            assertEquals(List.of("a 3 2", "b 2 null", "c 3 1"), sql(select), "by names, not by places");
            refused("a column 'name' of type STRING is missing", "INSERT INTO photos VALUES ('d', X'01')");
            sql("INSERT OVERWRITE photos SELECT concat('new-', name) AS name, content FROM photos WHERE name < 'c'");
            assertEquals(List.of("new-a 3 null", "new-b 2 null"), sql(select));
            sql("DROP TABLE photos");
            assertEquals(List.of("new-a", "new-b"), names(pfs.openTable("/catalog/photos")), "Spark forgets it only");
        }
    }

    @Test
    void aFormThatCameLaterHasToBeAdded() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/catalog/later");
            create("later", "", "/catalog/later");
            table.edit("a").put("thumb", new byte[2]).apply();
            refused("`thumb` cannot be resolved", "SELECT length(thumb) FROM later");
            sql("ALTER TABLE later ADD COLUMNS (thumb BINARY, thumb_size BIGINT)");
            assertEquals(List.of("a 2 2"), sql("SELECT name, length(thumb), thumb_size FROM later"));
            sql("DROP TABLE later");
        }
    }

    @Test
    void aTableThatIsNotThereIsMadeByWhatIsWrittenFirst() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            refused(
                    "'/catalog-fresh' does not exist",
                    "CREATE TABLE fresh USING pfs LOCATION '" + ROOT + "/catalog-fresh'");
            create("fresh", " (name STRING, thumb BINARY, thumb_size BIGINT)", "/catalog-fresh");
            sql("INSERT INTO fresh (name, thumb) VALUES ('a', X'0102')");
            assertEquals(List.of("a 2"), sql("SELECT name, thumb_size FROM fresh"));
            assertEquals(List.of("a"), names(pfs.openTable("/catalog-fresh")));
            sql("DROP TABLE fresh");
            refused("LOCATION 'pfs://", "CREATE TABLE fresh (name STRING, thumb BINARY) USING pfs");
        }
    }

    @Test
    void tagsAreSaidByAnOption() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.ensureTable("/catalog/tagged").edit("a").tag("stars", 5).apply();
            sql("CREATE TABLE tagged USING pfs OPTIONS (tags 'stars long') LOCATION '" + ROOT + "/catalog/tagged'");
            sql("INSERT INTO tagged SELECT 'b' AS name, 4L AS stars");
            assertEquals(List.of("b 4", "a 5"), sql("SELECT name, stars FROM tagged WHERE stars > 3 ORDER BY stars"));
            sql("DROP TABLE tagged");
        }
    }
}
