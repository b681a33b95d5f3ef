package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tags as columns of format {@code pfs}: read, written, and looked for by servers. */
@Tag("packed")
final class TagsTest {
    private static final String ROOT = Shared.SERVER.uri().toString();
    private static final String ALL =
            "tags=stars:long,score:double,camera:string,taken:timestamp,hash:bytes,kept:boolean";
    private static final int MANY = 20_000;
    private static final Instant DAY = Instant.parse("2020-01-01T00:00:00.123Z");

    private static List<String> sql(String query) throws IOException {
        return Shared.SPARK.tell(query);
    }

    private static Map<String, Integer> asked() {
        Map<String, Integer> asked = new TreeMap<>();
        Shared.SERVER.answered().forEach(one -> asked.merge(one, 1, Integer::sum));
        return asked;
    }

    private static void refused(String why, String... commands) {
        AssertionError failure = assertThrows(AssertionError.class, () -> {
            for (String command : commands) {
                Shared.SPARK.tell(command);
            }
        });
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }

    private static void index(Table table, String... fields) {
        table.addIndexes(fields);
        while (!table.indexProgress().stream().allMatch(IndexProgress::isComplete)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTagIsAColumnOfItsType() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/tagged");
            table.edit("a")
                    .tag("stars", 5)
                    .tag("score", 2.5)
                    .tag("camera", "left")
                    .tag("taken", DAY)
                    .tag("hash", new byte[] {1, 2})
                    .tag("kept", true)
                    .put("content", new byte[3])
                    .apply();
            table.edit("b").tag("stars", 5.0).tag("score", 2).tag("camera", 7).apply();
            table.edit("c").put("thumb", new byte[1]).apply();
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/tagged " + ALL);
        assertEquals(
                List.of("a 5 2.5 left 1577836800123 0102 true 3", "b null null null null null null 0"),
                sql("SELECT name, stars, score, camera, unix_millis(taken), hex(hash), kept, size FROM loaded"
                        + " WHERE name < 'c' ORDER BY name"));
        assertEquals(
                "name size modified changed stars score camera taken hash kept content content_size thumb thumb_size",
                String.join(
                        " ",
                        sql("DESCRIBE loaded").stream()
                                .map(row -> row.split(" ")[0])
                                .toList()));
        assertEquals(List.of("b", "c"), sql("SELECT name FROM loaded WHERE stars IS NULL ORDER BY name"));
        Shared.SPARK.tell("load pfs " + ROOT + "/tagged");
        assertTrue(sql("DESCRIBE loaded").stream().noneMatch(row -> row.startsWith("stars")));
        Shared.SPARK.tell("load pfs " + ROOT + "/tagged tags=`stars`:LONG schema=stars:BIGINT,name:STRING");
        assertEquals(List.of("a 5"), sql("SELECT name, stars FROM loaded WHERE stars > 3"));
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.ensureTable("/wrong");
        }
        String load = "load pfs " + ROOT + "/wrong ";
        refused(
                "option 'tags' says that tag 'stars' is of type 'int', but types of tags are long, double, string, bytes,"
                        + " timestamp, boolean",
                load + "tags=camera:string,stars:int");
        refused("but it has 'stars'", load + "tags=stars,camera:string");
        refused("two columns of table", load + "tags=SIZE:long");
        refused("of type STRING", load + "tags=stars:long schema=stars:STRING", "SELECT * FROM loaded");
        String save = "save pfs append " + ROOT + "/wrong ";
        refused("CAST it", save + "tags=stars:long SELECT 'a' AS name, 5 AS stars");
        refused("names tag 'star'", save + "tags=star:long SELECT 'a' AS name, 5L AS stars");
        refused("option 'tags'", save + "SELECT 'a' AS name, 5L AS stars");
        refused("well-formed UTF-8", save + "tags=camera:string SELECT 'a' AS name, CAST(X'ff' AS STRING) AS camera");
    }

    @Test
    void indexesSayWhichTagsThereAre() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/indexed");
            table.edit("a")
                    .tag("stars", 5)
                    .tag("camera", "left")
                    .tag("mixed", 1)
                    .tag("size", 1)
                    .tag("other", 1)
                    .apply();
            table.edit("b").tag("camera", "right").tag("mixed", "one").apply();
            index(table, "stars", "camera", "mixed", "absent", "`size`", "mtime");
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/indexed");
        assertEquals(
                "name size modified changed stars camera content content_size",
                String.join(
                        " ",
                        sql("DESCRIBE loaded").stream()
                                .map(row -> row.split(" ")[0])
                                .toList()));
        assertEquals(List.of("a 5 left", "b null right"), sql("SELECT name, stars, camera FROM loaded ORDER BY name"));
    }

    @Test
    void tagsAreWritten() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/sink-tags");
            table.edit("a").tag("stars", 1).tag("camera", "old").tag("other", 1).apply();
            index(table, "stars", "camera");
            String rows =
                    " SELECT * FROM VALUES ('a', 5L, CAST(NULL AS STRING), X'01', TIMESTAMP '2020-01-01 00:00:00.123456Z'),"
                            + " ('b', NULL, 'left', X'02', NULL) AS t(name, stars, camera, content, taken)";
            Shared.SPARK.tell(
                    "save pfs append " + ROOT + "/sink-tags tags=stars:long,camera:string,taken:timestamp" + rows);
            assertEquals(
                    Map.of(
                            "stars", new TagValue.OfLong(5),
                            "other", new TagValue.OfLong(1),
                            "taken", new TagValue.OfTimestamp(DAY.toEpochMilli())),
                    table.row("a").orElseThrow().tags());
            assertEquals(
                    Map.of("camera", new TagValue.OfString("left")),
                    table.row("b").orElseThrow().tags());
            assertEquals(1, table.row("b").orElseThrow().size());
            Shared.SPARK.tell("load pfs " + ROOT + "/sink-tags");
            Shared.SPARK.tell("save pfs append " + ROOT + "/sink-copy SELECT * FROM loaded");
            assertEquals(
                    Map.of("stars", new TagValue.OfLong(5)),
                    pfs.openTable("/sink-copy").row("a").orElseThrow().tags(),
                    "what was read as a tag is one where it is written");
            Shared.SPARK.tell("save pfs overwrite " + ROOT + "/sink-tags SELECT * FROM loaded");
            Table after = pfs.openTable("/sink-tags");
            assertEquals(
                    Map.of("camera", new TagValue.OfString("left")),
                    after.row("b").orElseThrow().tags());
            assertEquals(List.of("stars", "camera"), after.describe().indexes());
        }
    }

    @Test
    void aTagThatIsCalledLikeSomethingElseOfTheTableIsThat() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.ensureTable("/calling").edit("a").tag("camera", "left").apply();
            Table table = pfs.ensureTable("/called");
            table.addColumn("caption");
            Shared.SPARK.tell("load pfs " + ROOT + "/calling tags=camera:string");
            Shared.SPARK.tell("save pfs append " + ROOT + "/called SELECT camera AS name, camera AS content,"
                    + " camera AS Caption, camera AS lens FROM loaded");
            RowView row = table.row("left", "content", "caption").orElseThrow();
            assertEquals("left", new String(row.cell("content").orElseThrow(), StandardCharsets.UTF_8));
            assertEquals("left", new String(row.cell("caption").orElseThrow(), StandardCharsets.UTF_8));
            assertEquals(Map.of("lens", new TagValue.OfString("left")), row.tags());
        }
    }

    /** Rows of which one in 1,000 is wanted. */
    private static final class Rare {
        static {
            try (Pfs pfs = Pfs.connect(ROOT)) {
                Table table = pfs.ensureTable("/rare");
                List<RowEditor> edits = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    edits.add(table.edit("r" + i)
                            .tag("number", i)
                            .tag("bucket", i % 1000)
                            .tag("plain", i % 1000)
                            .put("content", ("c" + i).getBytes(StandardCharsets.UTF_8)));
                }
                table.applyAll(edits);
                index(table, "number", "bucket");
            }
        }

        private Rare() {}

        static void load() throws IOException {
            Shared.SPARK.tell("load pfs " + ROOT + "/rare tags=number:long,bucket:long,plain:long partitions=4");
            asked();
            Shared.SERVER.rowsSearched();
        }
    }

    private static String plan(String query) throws IOException {
        return String.join("\n", sql("EXPLAIN " + query));
    }

    @Test
    void serversLookForTags() throws Exception {
        Rare.load();
        String query = "SELECT count(*), sum(number), count(content) FROM loaded WHERE bucket = 7";
        int found = MANY / 1000;
        long sum = 7L * found + 1000L * found * (found - 1) / 2;
        assertEquals(List.of(found + " " + sum + " " + found), sql(query));
        Map<String, Integer> asked = asked();
        long looked = Shared.SERVER.rowsSearched();
        assertTrue(looked <= 4L * found, looked + " rows: those that the index told of, by each task some of the next");
        assertTrue(asked.get("ListRows") <= 2, asked + ": to see how large the table is");
        assertTrue(asked.get("ReadRows") <= 4, asked.toString());
        String plan = plan(query);
        assertTrue(plan.contains("PushedFilters: [bucket IS NOT NULL, bucket = 7]"), plan);
        assertTrue(!plan.contains("Filter ("), plan);
        Rare.load();
        assertEquals(List.of("" + found), sql("SELECT count(*) FROM loaded WHERE plain = 7"));
        asked = asked();
        looked = Shared.SERVER.rowsSearched();
        assertTrue(asked.get("ListRows") <= 2, asked + ": rows that are not wanted are not sent");
        assertTrue(looked >= MANY && looked < 1.2 * MANY && asked.get("SearchRows") <= 40, looked + " rows, " + asked);
        System.out.println(
                "format pfs, " + found + " of " + MANY + " rows without an index: " + looked + " looked at, " + asked);
    }

    @Test
    void theFirstInAnOrderAreFoundByServers() throws Exception {
        Rare.load();
        String query = "SELECT number, CAST(content AS STRING) FROM loaded ORDER BY number DESC LIMIT 3";
        List<String> expected = new ArrayList<>();
        for (int i = MANY - 1; i >= MANY - 3; i--) {
            expected.add(i + " c" + i);
        }
        assertEquals(expected, sql(query));
        long looked = Shared.SERVER.rowsSearched();
        assertTrue(looked < 1000, looked + " rows, in the order of the index");
        Map<String, Integer> asked = asked();
        assertTrue(asked.getOrDefault("ListRows", 0) <= 1, asked.toString());
        String plan = plan(query);
        assertTrue(plan.contains("PushedTopN: ORDER BY [number DESC NULLS LAST] LIMIT 3"), plan);
        assertTrue(plan.contains("order by number desc]"), plan);
        String first = "SELECT name FROM loaded WHERE number > 990 ORDER BY number LIMIT 3";
        assertEquals(List.of("r991", "r992", "r993"), sql(first));
        assertTrue(plan(first).contains("PushedTopN"), plan(first));
        String nulls = "SELECT name FROM loaded ORDER BY number LIMIT 3";
        assertTrue(
                !plan(nulls).contains("PushedTopN"), "those without come first, and whole numbers are not to be told");
        assertEquals(List.of("r0", "r1", "r2"), sql(nulls));
        assertEquals(List.of("r0", "r1", "r10"), sql("SELECT name FROM loaded ORDER BY name LIMIT 3"));
        assertEquals(3, sql("SELECT name FROM loaded WHERE plain > 5 LIMIT 3").size());
    }
}
