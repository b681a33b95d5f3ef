package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Format {@code pfs}, read: what comes of a table, what is pushed down, and what it costs the server. */
@Tag("packed")
final class DataSourceTest {
    private static final String ROOT = Shared.SERVER.uri().toString();
    private static final int MANY = Boolean.getBoolean("pfs.nightly") ? 10_000 : 3_000;
    private static final int LARGE = 3 << 20;
    /** 2020-01-01 and so many days. */
    private static final Instant DAY = Instant.parse("2020-01-01T00:00:00Z");

    private static long crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    private static List<String> sql(String query) throws IOException {
        return Shared.SPARK.tell(query);
    }

    /** What the server was asked by this, by kind. */
    private static Map<String, Integer> asked() {
        Map<String, Integer> asked = new TreeMap<>();
        Shared.SERVER.answered().forEach(one -> asked.merge(one, 1, Integer::sum));
        return asked;
    }

    private static String plan(String query) throws IOException {
        return String.join("\n", sql("EXPLAIN " + query));
    }

    @Test
    void aRowHasAllThatIsKnownOfAFile() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/known");
            pfs.files().mkdirs("/known/deeper");
            pfs.files().symlink("/known/link", "/known/0");
            pfs.files().write("/known/deeper/file", new byte[1]);
            for (String form : List.of("thumb", "medium", "caption", "tags", "sixth", "seventh")) {
                table.addColumn(form);
            }
            Random random = new Random(4);
            for (int i = 0; i < 50; i++) {
                byte[] content = new byte[random.nextInt(3000)];
                random.nextBytes(content);
                RowEditor row = table.edit("" + i).modified(DAY.plusMillis(i)).put("content", content);
                if (i % 2 == 0) {
                    row.put("thumb", new byte[i]).put("sixth", new byte[2 * i]);
                }
                row.apply();
                String forms = i % 2 == 0 ? i + " " + i + " " + 2 * i + " " + 2 * i : "null null null null";
                long changed = table.row("" + i).orElseThrow().changed().toEpochMilli();
                expected.add(i + " " + content.length + " " + (DAY.toEpochMilli() + i) + " " + changed + " "
                        + crc(content) + " " + content.length + " " + forms);
            }
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/known");
        assertEquals(
                expected,
                sql("SELECT name, size, unix_millis(modified), unix_millis(changed), crc32(content), content_size,"
                        + " length(thumb), thumb_size, length(sixth), sixth_size FROM loaded ORDER BY int(name)"));
        assertEquals(List.of("50 25"), sql("SELECT count(*), count(thumb_size) FROM loaded"));
        assertEquals(
                List.of(
                        "name",
                        "size",
                        "modified",
                        "changed",
                        "content",
                        "content_size",
                        "thumb",
                        "thumb_size",
                        "medium",
                        "medium_size",
                        "caption",
                        "caption_size",
                        "tags",
                        "tags_size",
                        "sixth",
                        "sixth_size",
                        "seventh",
                        "seventh_size"),
                sql("DESCRIBE loaded").stream().map(row -> row.split(" ")[0]).toList());
    }

    @Test
    void anEmptyTableHasColumnsAndNoRows() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.ensureTable("/empty").addColumn("thumb");
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/empty");
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
                sql("DESCRIBE loaded").stream()
                        .map(row -> row.replaceAll(" null$", ""))
                        .toList());
        assertEquals(List.of(), sql("SELECT * FROM loaded"));
        assertEquals(List.of("0 null"), sql("SELECT count(*), sum(size) FROM loaded"));
        assertEquals(List.of("0"), sql("SELECT count(*) FROM loaded"));
        assertEquals(List.of(), sql("SELECT thumb FROM loaded WHERE name = 'a' ORDER BY name LIMIT 3"));
        assertEquals(List.of("0 0"), Shared.SPARK.tell("rdd " + ROOT + "/empty thumb"));
    }

    private static void fillMany(Pfs pfs) {
        Table table = pfs.ensureTable("/rows");
        Map<String, byte[]> contents = new LinkedHashMap<>();
        Map<String, byte[]> thumbs = new LinkedHashMap<>();
        for (int i = 0; i < MANY; i++) {
            contents.put(i + ".jpg", new byte[1000 + i]);
            thumbs.put(i + ".jpg", new byte[10]);
        }
        table.putAll("content", contents);
        table.putAll("thumb", thumbs);
    }

    /** The same table for all that counts requests. */
    private static final class Rows {
        static {
            try (Pfs pfs = Pfs.connect(ROOT)) {
                fillMany(pfs);
            }
        }

        private Rows() {}

        static void load(String options) throws IOException {
            Shared.SPARK.tell(("load pfs " + ROOT + "/rows " + options).strip());
            Shared.SERVER.answered();
        }
    }

    @Test
    void oneFormIsReadByFewRequestsAndNoOtherOne() throws Exception {
        Rows.load("");
        assertEquals(List.of(MANY + " " + 10 * MANY), sql("SELECT count(thumb), sum(length(thumb)) FROM loaded"));
        Map<String, Integer> asked = asked();
        int all = asked.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(asked.get("ListRows") <= 4 + MANY / 500, asked.toString());
        assertTrue(all <= asked.get("ListRows") + 10, asked.toString());
        String plan = plan("SELECT thumb FROM loaded");
        assertTrue(plan.contains("Forms: [thumb]"), plan);
        System.out.println("format pfs, one form of " + MANY + " files: " + asked);
    }

    @Test
    void whatIsNotWantedIsNotRead() throws Exception {
        Rows.load("");
        String few = "SELECT sum(length(content)) FROM loaded WHERE size >= " + (1000 + MANY - 10);
        assertEquals(List.of("" + (10L * (1000 + MANY) - 55)), sql(few));
        Map<String, Integer> asked = asked();
        assertTrue(asked.get("ReadRows") <= 4, asked + ": the ten in a request of each task");
        String plan = plan(few);
        assertTrue(plan.contains("PushedFilters: [size >= " + (1000 + MANY - 10) + "]"), plan);
        assertTrue(!plan.contains("Filter ("), plan);
    }

    @Test
    void namesAreLookedUp() throws Exception {
        Rows.load("");
        assertEquals(
                List.of("17.jpg 1017", "5.jpg 1005"),
                sql("SELECT name, length(content) FROM loaded WHERE name IN ('5.jpg', '17.jpg', 'none', 'a/b')"
                        + " ORDER BY name"));
        assertEquals(null, asked().get("ListRows"));
        assertEquals(List.of(), sql("SELECT name FROM loaded WHERE name = '5.jpg' AND size < 1000"));
        assertEquals(List.of("1"), sql("SELECT count(*) FROM loaded WHERE name = '5.jpg'"));
    }

    @Test
    void filtersMeanWhatTheyMeanInSpark() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/filters");
            for (int i = 0; i < 40; i++) {
                RowEditor row = table.edit("f" + i + (i % 3 == 0 ? ".png" : ".jpg"))
                        .modified(DAY.plusSeconds(86_400L * i))
                        .put("content", new byte[i]);
                if (i % 4 == 0) {
                    row.put("thumb", new byte[i / 4]);
                }
                row.apply();
            }
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/filters");
        sql("CREATE OR REPLACE TEMPORARY VIEW plain AS SELECT /*+ REPARTITION(1) */ * FROM loaded");
        sql("CACHE TABLE plain");
        for (String where : List.of(
                "size < 10",
                "10 > size",
                "size <= 10 AND size > 3",
                "NOT (size <= 10 OR size = 20)",
                "size <> 4 AND size != 5",
                "size IN (1, 2, 39, 100)",
                "size NOT IN (1, 2)",
                "name LIKE 'f1%'",
                "name LIKE '%.png' OR name LIKE '%2%'",
                "NOT (name LIKE '%.png')",
                "name > 'f2' AND name <= 'f30.png'",
                "name = 'f1.jpg' OR name = 'f2.jpg'",
                "modified >= TIMESTAMP '2020-01-20 00:00:00'",
                "modified BETWEEN TIMESTAMP '2020-01-03 00:00:00' AND TIMESTAMP '2020-01-05 00:00:00'",
                "thumb IS NULL",
                "thumb IS NOT NULL AND thumb_size > 3",
                "NOT (thumb_size > 3)",
                "thumb_size <=> 3",
                "NOT (thumb_size <=> 3)",
                "thumb_size <=> NULL",
                "thumb_size IS NULL OR thumb_size IN (0, 1)",
                "thumb_size NOT IN (0, 1)",
                "length(content) = 7 AND size < 20",
                "size % 7 = 1",
                "false",
                "size = thumb_size")) {
            String rest = " WHERE " + where + " ORDER BY name";
            List<String> expected = sql("SELECT name, size, hex(thumb) FROM plain" + rest);
            assertEquals(expected, sql("SELECT name, size, hex(thumb) FROM loaded" + rest), where);
            assertEquals(List.of("" + expected.size()), sql("SELECT count(*) FROM loaded WHERE " + where), where);
        }
        sql("UNCACHE TABLE plain");
    }

    @Test
    void countingReadsNoCellsAndStaysOnTheServerSide() throws Exception {
        Rows.load("");
        assertEquals(List.of("" + MANY), sql("SELECT count(*) FROM loaded"));
        Map<String, Integer> asked = asked();
        assertTrue(asked.get("ListRows") <= 5, asked.toString());
        assertEquals(null, asked.get("ReadRows"));
        String plan = plan("SELECT count(*) FROM loaded WHERE size > 2000");
        assertTrue(plan.contains("PushedAggregates: [COUNT(*)]"), plan);
        assertTrue(plan.contains("Forms: []"), plan);
    }

    @Test
    void aLimitReadsNoMore() throws Exception {
        Rows.load("");
        assertEquals(5, sql("SELECT length(content) FROM loaded LIMIT 5").size());
        String plan = plan("SELECT content FROM loaded LIMIT 5");
        assertTrue(plan.contains("PushedLimit: 5"), plan);
    }

    @Test
    void tasksReadParts() throws Exception {
        Rows.load("partitions=7");
        assertEquals(List.of("8"), Shared.SPARK.tell("tasks"));
        assertEquals(List.of(MANY + " " + MANY), sql("SELECT count(name), count(DISTINCT name) FROM loaded"));
        Rows.load("partitions=256");
        assertEquals(List.of(MANY + " " + MANY), sql("SELECT count(name), count(DISTINCT name) FROM loaded"));
        refused("option 'partitions'", "load pfs " + ROOT + "/rows partitions=0", "SELECT name FROM loaded");
    }

    @Test
    void theFormatOfJobsIsOneOfSparkToo() throws Exception {
        Rows.load("");
        assertEquals(List.of(MANY + " " + 10 * MANY), Shared.SPARK.tell("rdd " + ROOT + "/rows thumb"));
        assertTrue(asked().get("ListRows") <= 5);
    }

    @Test
    void largeCellsAreReadWhole() throws Exception {
        byte[] large = new byte[LARGE];
        new Random(5).nextBytes(large);
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/large");
            table.edit("a")
                    .put("content", new ByteArrayInputStream(large))
                    .put("thumb", new byte[7])
                    .apply();
            table.put("b", "thumb", new byte[8]);
        }
        Shared.SPARK.tell("load pfs " + ROOT + "/large");
        String read = "SELECT crc32(content), size, content_size, length(thumb) FROM loaded WHERE name = 'a'";
        assertEquals(List.of(crc(large) + " " + LARGE + " " + LARGE + " 7"), sql(read));
        Shared.SERVER.answered();
        assertEquals(List.of("15"), sql("SELECT sum(length(thumb)) FROM loaded"));
        assertEquals(null, asked().get("ReadCell"));
    }

    @Test
    void formsMayBeChosen() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            Table table = pfs.ensureTable("/clash");
            table.edit("a").put("size", new byte[3]).put("thumb", new byte[4]).apply();
        }
        refused("option 'forms'", "load pfs " + ROOT + "/clash");
        Shared.SPARK.tell("load pfs " + ROOT + "/clash forms=thumb");
        assertEquals(List.of("a 0 4"), sql("SELECT name, size, thumb_size FROM loaded"));
        Shared.SPARK.tell("load pfs " + ROOT + "/clash schema=thumb:BINARY,thumb_size:BIGINT");
        assertEquals(List.of("4 4"), sql("SELECT length(thumb), thumb_size FROM loaded"));
        refused("of type INT", "load pfs " + ROOT + "/clash schema=size:INT", "SELECT * FROM loaded");
        refused(
                "column 'SIZE' of type BIGINT",
                "load pfs " + ROOT + "/clash schema=SIZE:BIGINT",
                "SELECT * FROM loaded");
        refused(
                "'medium' of table '/clash' does not exist",
                "load pfs " + ROOT + "/clash schema=medium:BINARY",
                "SELECT * FROM loaded");
    }

    @Test
    void whatCanNotBeReadSaysWhy() throws Exception {
        refused("/nowhere", "load pfs " + ROOT + "/nowhere");
        refused("is in file:///", "load pfs file:///tmp");
        refused("the folder of a column", "load pfs " + ROOT + "/rows/.columns/thumb");
    }

    private static void refused(String why, String... commands) {
        AssertionError failure = assertThrows(AssertionError.class, () -> {
            for (String command : commands) {
                Shared.SPARK.tell(command);
            }
        });
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }
}
