package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs tag}, as people and programs see it. */
final class TagCommandTest {
    private static final Pattern COMMANDS = Pattern.compile("(?m)^bin/pfs (tag .*)$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    private Path temporary;

    private Path data;

    /** The lines that a command says, be they an answer or a complaint. */
    private static List<String> run(int code, String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream said = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(said);
        System.setErr(said);
        try {
            assertEquals(code, Main.run(args), () -> bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> tag(int code, String what, String... args) {
        List<String> all = new ArrayList<>(List.of("tag", what, "--embedded", data.toString()));
        all.addAll(List.of(args));
        return run(code, all.toArray(String[]::new));
    }

    @BeforeEach
    void photos() {
        data = temporary.resolve("data");
        try (Pfs pfs = Pfs.embedded(data)) {
            Table photos = pfs.ensureTable("/photos");
            for (int n = 1; n <= 9; n++) {
                photos.edit("IMG_0000" + n + ".jpg")
                        .put("content", new byte[n * 100])
                        .put("thumb", new byte[n])
                        .tag("camera", n % 3 == 0 ? "left" : "right")
                        .tag("number", n)
                        .apply();
            }
            pfs.ensureTable("/scans")
                    .edit("a.tif")
                    .tag("camera", "flat")
                    .tag("number", 7)
                    .apply();
        }
    }

    @Test
    void tagsOfARowAreSetReadAndRemovedTogether() {
        String row = "/photos/IMG_00001.jpg";
        assertEquals(
                List.of(row + " has version 2"),
                tag(0, "set", row, "stars=5", "code=007", "n='5'", "taken=date '2026-11-01'", "b=0x0aff", "r=1.5"));
        assertEquals(
                List.of(
                        "b=x'0aff'",
                        "camera=right",
                        "code=007",
                        "n='5'",
                        "number=1",
                        "r=1.5",
                        "stars=5",
                        "taken=timestamp '2026-11-01T00:00:00Z'"),
                tag(0, "get", row));
        assertEquals(
                List.of("{\"row\":\"" + row + "\",\"tags\":{\"b\":{\"bytes\":\"0aff\"},\"n\":\"5\",\"r\":1.5,\"taken\":"
                        + "{\"timestamp\":\"2026-11-01T00:00:00Z\"}}}"),
                tag(0, "get", row, "taken", "n", "b", "r", "--json"));
        assertEquals(
                List.of("{\"row\":\"" + row + "\",\"version\":3}"),
                tag(0, "delete", row, "b", "code", "n", "r", "taken", "none", "--json"));
        assertEquals(List.of("camera=right", "number=1", "stars=5"), tag(0, "get", row));
    }

    @Test
    void whatATerminalWouldActOnIsNotShown() {
        tag(0, "set", "/photos/IMG_00001.jpg", "note=a\u001b[2Jb\nc");
        assertEquals(List.of("note=a\\x1b[2Jb\\x0ac"), tag(0, "get", "/photos/IMG_00001.jpg", "note"));
    }

    @Test
    void aRowThatIsMissingIsMadeOnDemandOnly() {
        assertEquals(
                List.of("pfs: NOT_FOUND (104): /photos/none.jpg does not exist; --create makes it"),
                tag(1, "set", "/photos/none.jpg", "stars=5"));
        assertEquals(
                List.of("pfs: NOT_FOUND (104): /photos/none.jpg does not exist"), tag(1, "get", "/photos/none.jpg"));
        assertEquals(
                List.of("pfs: NOT_FOUND (104): /photos/none.jpg does not exist"),
                tag(1, "delete", "/photos/none.jpg", "stars"));
        assertEquals(
                List.of("/photos/none.jpg has version 1"), tag(0, "set", "--create", "/photos/none.jpg", "stars=5"));
        assertEquals(List.of("stars=5"), tag(0, "get", "/photos/none.jpg"));
        assertEquals(
                List.of("pfs: NOT_FOUND (104): /photos/none.jpg has no tag 'place'"),
                tag(1, "get", "/photos/none.jpg", "stars", "place"));
    }

    @Test
    void mistakesAreExplained() {
        String row = "/photos/IMG_00001.jpg";
        assertEquals(
                List.of("pfs: USAGE (106): a tag is KEY=VALUE, such as stars=5, not 'stars'"),
                tag(2, "set", row, "stars"));
        assertEquals(
                List.of("pfs: USAGE (106): a tag is KEY=VALUE, such as stars=5, not '=5'"), tag(2, "set", row, "=5"));
        assertEquals(List.of("pfs: USAGE (106): tag 'stars' is given twice"), tag(2, "set", row, "stars=5", "stars=6"));
        assertEquals(
                List.of("pfs: USAGE (106): which tags? Name some as KEY=VALUE, or a file with --from"),
                tag(2, "set", row));
        assertEquals(
                List.of("pfs: USAGE (106): tag 'b': bytes are pairs of hexadecimal digits, such as 0x0aff, not '0'"),
                tag(2, "set", row, "b=0x0"));
        String name = "k".repeat(256);
        assertEquals(
                List.of("pfs: OUT_OF_RANGE (101): bytes of the name of tag '" + name
                        + "' must be from 1 to 255, but is 256"),
                tag(2, "set", row, name + "=1"));
        assertEquals(
                List.of("pfs: NOT_FOUND (104): directory '/none' does not exist"), tag(1, "set", "/none/a", "a=1"));
        assertTrue(tag(2, "get", "photos").get(0).contains("'photos' is not the path of a row"));
        assertTrue(tag(2, "delete", row).get(0).contains("KEY"));
        assertEquals(List.of("camera=right", "number=1"), tag(0, "get", row));
    }

    @Test
    void tagsOfARowHaveALimit() {
        String row = "/photos/IMG_00001.jpg";
        tag(0, "set", row, "a=" + "x".repeat(2_000));
        List<String> alone = tag(1, "set", row, "b=" + "x".repeat(4_100));
        assertTrue(alone.get(0).startsWith("pfs: TOO_LARGE (102): tags or target of a symlink take 4"), alone.get(0));
        List<String> together = tag(1, "set", row, "b=" + "x".repeat(2_100), "c=1");
        assertTrue(together.get(0).contains("but at most 4096 are kept there"), together.get(0));
        assertEquals("number=1", tag(0, "get", row).get(2), "nothing of it was set");
    }

    @Test
    void rowsAreFound() {
        assertEquals(
                List.of(
                        "/photos/IMG_00009.jpg  900  camera=left  number=9",
                        "/photos/IMG_00006.jpg  600  camera=left  number=6",
                        "2 rows"),
                tag(0, "search", "from /photos where camera = 'left' and number > 3 order by number desc"));
        assertEquals(
                List.of("/photos/IMG_00007.jpg  700  number=7", "/scans/a.tif  0  number=7", "2 rows"),
                tag(0, "search", "from /photos, /scans where number = 7 order by table"));
        assertEquals(
                List.of("/photos/IMG_00002.jpg  200  camera=right  number=2", "1 row"),
                tag(0, "search", "--tags", "from /photos where size(thumb) = 2"));
        List<String> json = tag(0, "search", "from /photos where number = 3", "--json");
        assertTrue(
                json.get(0)
                        .matches(
                                "\\{\"name\":\"IMG_00003.jpg\",\"table\":\"/photos\",\"size\":300,\"mtime\":\"20[^\"]*Z\","
                                        + "\"tags\":\\{\"camera\":\"left\",\"number\":3}}"),
                json.get(0));
        assertEquals(List.of("{\"rows\":1}"), json.subList(1, json.size()));
        assertEquals(List.of("0 rows"), tag(0, "search", "from /photos where number = '3'"));
        assertEquals(4, tag(0, "search", "from /photos limit 3").size());
    }

    @Test
    void momentsAreFoundByMoments() {
        tag(0, "set", "/photos/IMG_00001.jpg", "taken=date '2026-11-01'");
        assertEquals(List.of("0 rows"), tag(0, "search", "from /photos where taken >= '2026-11-01'"));
        assertEquals(
                List.of("/photos/IMG_00001.jpg  100  taken=timestamp '2026-11-01T00:00:00Z'", "1 row"),
                tag(0, "search", "from /photos where taken >= date '2026-11-01'"));
    }

    @Test
    void groupsAreATable() {
        String query = "select count(*), sum(size), max(heat) from /photos group by camera";
        assertEquals(
                List.of(
                        "camera  count(*)  sum(size)  max(heat)",
                        "left           3       1800          -",
                        "right          6       2700          -",
                        "2 groups"),
                tag(0, "search", query));
        assertEquals(
                List.of(
                        "{\"camera\":\"left\",\"count(*)\":3,\"sum(size)\":1800}",
                        "{\"camera\":\"right\",\"count(*)\":6,\"sum(size)\":2700}",
                        "{\"groups\":2}"),
                tag(0, "search", query, "--json"));
        assertEquals(
                List.of("count(*)  avg(number)", "       9          5.0", "1 group"),
                tag(0, "search", "select count(*), avg(number) from /photos"));
    }

    @Test
    void indexesAreKeptForFields() {
        assertEquals(List.of("/photos has 0 indexes"), tag(0, "index", "/photos"));
        assertEquals(
                List.of("camera  complete", "size(thumb)  complete", "/photos has 2 indexes"),
                tag(0, "index", "/photos", "--add", "camera", "size(thumb)", "--wait"));
        assertEquals(
                List.of(
                        "{\"field\":\"camera\",\"complete\":true,\"rowsDone\":9,\"rows\":9}",
                        "{\"table\":\"/photos\",\"indexes\":1}"),
                tag(0, "index", "--drop", "size(thumb)", "--json", "/photos"));
        assertEquals(List.of("camera  complete", "/photos has 1 index"), tag(0, "index", "/photos"));
        assertEquals(List.of("/scans has 0 indexes"), tag(0, "index", "/scans", "--wait"));
    }

    @Test
    void whatCanHaveNoIndexIsExplained() {
        assertEquals(
                List.of(
                        "pfs: USAGE (106): character 6 of the field: the end of the field (other characters stand in"
                                + " `backquotes`) is expected, but there is '='",
                        "  size = 5",
                        "       ^"),
                tag(2, "index", "/photos", "--add", "size = 5"));
        assertEquals(
                List.of("pfs: USAGE (106): --add and --drop can't be given together"),
                tag(2, "index", "/photos", "--add", "a", "--drop", "b"));
        assertTrue(tag(1, "index", "/none").get(0).contains("'/none' does not exist"));
        assertTrue(tag(1, "index", "/photos", "--add", "table").get(0).contains("'table' needs no index"));
    }

    @Test
    void pairsAreFound() {
        String query = "from /photos p join /scans s on number where p.size > 100";
        assertEquals(List.of("/photos/IMG_00007.jpg  /scans/a.tif", "1 pair"), tag(0, "search", query));
        assertEquals(
                List.of("/photos/IMG_00007.jpg  camera=right  number=7  /scans/a.tif  camera=flat  number=7", "1 pair"),
                tag(0, "search", query, "--tags"));
        assertTrue(tag(0, "search", query, "--json").get(0).startsWith("{\"left\":{\"name\":\"IMG_00007.jpg\","));
        assertEquals(
                List.of("count(*)  max(s.camera)", "       1           flat", "1 group"),
                tag(0, "search", "select count(*), max(s.camera) " + query));
        assertEquals(
                "/photos join /scans: rows of /scans are kept by the client, and rows of /photos go past them; 0 requests,"
                        + " 0 keys of indexes, 1 row held against the query, 1 found",
                tag(0, "explain", query).get(2));
    }

    @Test
    void sortedFilesAreMadeSearchedAndDropped() {
        assertEquals(List.of(), tag(0, "sorted"));
        assertEquals(
                List.of("/photos  camera, number", "hot has 1 table"),
                tag(0, "sorted", "hot", "/photos", "camera", "number"));
        assertEquals(
                List.of("/photos  camera, number", "/scans  number", "hot has 2 tables"),
                tag(0, "sorted", "hot", "/scans", "number"));
        assertEquals(
                List.of("/photos/IMG_00007.jpg  700  number=7", "/scans/a.tif  0  number=7", "2 rows"),
                tag(0, "search", "--sorted", "hot", "R:number > 6&number < 8"));
        assertEquals(2, tag(0, "explain", "--sorted", "hot", "number = 7").size());
        assertTrue(tag(1, "search", "--sorted", "hot", "nmber = 7").get(0).contains("did you mean 'number'?"));
        assertEquals(
                List.of("camera  complete", "number  complete", "/photos has 2 indexes"), tag(0, "index", "/photos"));
        assertEquals(
                List.of(
                        "{\"table\":\"/photos\",\"gone\":false,\"fields\":[\"camera\"]}",
                        "{\"table\":\"/scans\",\"gone\":false,\"fields\":[\"number\"]}",
                        "{\"sorted\":\"hot\",\"tables\":2}"),
                tag(0, "sorted", "hot", "/photos", "number", "--remove", "--json"));
        assertEquals(List.of("/photos  camera", "hot has 1 table"), tag(0, "sorted", "hot", "/scans", "--remove"));
        assertEquals(List.of("hot"), tag(0, "sorted"));
        assertEquals(List.of("hot is dropped"), tag(0, "sorted", "hot", "--drop"));
        assertEquals(List.of("/photos has 0 indexes"), tag(0, "index", "/photos"));
    }

    @Test
    void whatIsAskedOfSortedFilesHasToMakeSense() {
        assertTrue(tag(1, "sorted", "hot").get(0).contains("there is no sorted file 'hot'"));
        assertTrue(tag(2, "sorted", "hot", "/photos").get(0).contains("which fields of table '/photos'"));
        assertTrue(tag(1, "sorted", "hot", "/none", "a").get(0).contains("'/none' does not exist"));
        assertTrue(tag(2, "sorted", "--drop").get(0).contains("which sorted file?"));
        assertTrue(tag(2, "sorted", "hot", "--remove").get(0).contains("which table"));
        assertTrue(tag(2, "sorted", "hot", "/photos", "--drop").get(0).contains("alone"));
        assertEquals(List.of(), tag(0, "sorted"));
    }

    @Test
    void aQueryIsExplained() {
        assertEquals(
                List.of(
                        "/scans: all rows: it has no index here, or none that is complete; 1 request, 0 keys of indexes, 1 row held against the query, 1 found"),
                tag(0, "explain", "from /scans where number = 7"));
        assertEquals(
                List.of(
                        "/scans: no row can fulfil the condition; 1 request, 0 keys of indexes, 0 rows held against the query, 0 found"),
                tag(0, "explain", "from /scans where number = 7 and number = 8"));
        List<String> lines = tag(0, "explain", "from /photos, /scans where number = 7", "--json");
        assertEquals(
                List.of("/photos", "/scans"),
                lines.stream().map(line -> line.split("\"")[3]).toList());
        assertTrue(lines.get(0).contains("\"requests\":1,\"keysRead\":0,\"rowsRead\":9,\"found\":1}"), lines.get(0));
        assertTrue(tag(0, "explain", "select count(*) from /photos group by camera")
                .get(0)
                .endsWith("9 rows held against the query, 2 found"));
        assertTrue(tag(2, "explain", "from /photos where").get(1).contains("from /photos where"));
    }

    @Test
    void aQueryThatIsWrongIsShownWithThePlace() {
        assertEquals(
                List.of(
                        "pfs: USAGE (106): character 29 of the query: a value is expected, but there is 'and'",
                        "  from /photos where camera = and b = 2",
                        "                              ^"),
                tag(2, "search", "from /photos where camera = and b = 2"));
        assertEquals(
                List.of(
                        "pfs: USAGE (106): the query does not say of which tables: begin it with 'from' and their paths"),
                tag(2, "search", "camera = 'left'"));
        assertTrue(tag(1, "search", "from /none where a = 1").get(0).contains("'/none' does not exist"));
        assertTrue(
                tag(1, "search", "from /photos p join /none s on name").get(0).contains("character 21 of the query"));
        assertTrue(tag(1, "search", "from /photos where size(none) > 1").get(0).contains("column 'none' of table"));
        assertTrue(run(
                        1,
                        "tag",
                        "search",
                        "--embedded",
                        temporary.resolve("nothing").toString(),
                        "from / limit 1")
                .get(0)
                .contains("is not there"));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temporary.resolve(name), text);
    }

    @Test
    void aFileTagsManyRows() throws IOException {
        String csv = file("t.csv", "name,stars,place\nIMG_00001.jpg,1,sea\nIMG_00002.jpg,2,\nIMG_00001.jpg,3,\n")
                .toString();
        assertEquals(List.of("{\"table\":\"/photos\",\"rows\":3}"), tag(0, "set", "--from", csv, "/photos", "--json"));
        assertEquals(List.of("place=sea", "stars=3"), tag(0, "get", "/photos/IMG_00001.jpg", "stars", "place"));
        assertEquals(List.of("camera=right", "number=2", "stars=2"), tag(0, "get", "/photos/IMG_00002.jpg"));
        String json = file("t.jsonl", "{\"name\": \"IMG_00002.jpg\", \"stars\": 4.5}\n")
                .toString();
        assertEquals(List.of("1 row of /photos is tagged"), tag(0, "set", "--from", json, "/photos"));
        assertEquals(List.of("stars=4.5"), tag(0, "get", "/photos/IMG_00002.jpg", "stars"));
        String empty = file("empty.csv", "name,stars\n").toString();
        assertEquals(List.of("0 rows of /photos are tagged"), tag(0, "set", "--from", empty, "/photos"));
    }

    @Test
    void rowsOfAFileThatAreMissingAreCounted() throws IOException {
        String csv = file("t.csv", "name,stars\nx1,1\nIMG_00001.jpg,1\nx2,1\nx3,1\nIMG_00002.jpg,1\nx4,1\n")
                .toString();
        assertEquals(
                List.of("pfs: NOT_FOUND (104): of the rows of /photos, 2 are tagged, but 4 do not exist (x1, x2, x3,"
                        + " ...); --create makes them"),
                tag(1, "set", "--from", csv, "/photos"));
        assertEquals(List.of("stars=1"), tag(0, "get", "/photos/IMG_00002.jpg", "stars"));
        assertEquals(List.of("6 rows of /photos are tagged"), tag(0, "set", "--from", csv, "/photos", "--create"));
        assertEquals(List.of("stars=1"), tag(0, "get", "/photos/x4"));
    }

    @Test
    void aRowOfAFileThatIsRefusedKeepsNoOtherFromBeingTagged() throws IOException {
        tag(0, "set", "/photos/IMG_00002.jpg", "a=" + "x".repeat(3_000));
        String csv = file(
                        "t.csv", "name,b\nIMG_00001.jpg,1\nIMG_00002.jpg," + "x".repeat(2_000) + "\nIMG_00003.jpg,1\n")
                .toString();
        List<String> said = tag(1, "set", "--from", csv, "/photos");
        assertTrue(
                said.get(0)
                        .startsWith("pfs: TOO_LARGE (102): of the rows of /photos, 2 are tagged, but 1 are refused"
                                + " (IMG_00002.jpg), the first since tags or target"),
                said.get(0));
        assertEquals(List.of("b=1"), tag(0, "get", "/photos/IMG_00003.jpg", "b"));
    }

    /** More than one batch, and more tags than one record holds of so many rows. */
    @Test
    void aLargeFileTagsAllOfItsRows() throws IOException {
        StringBuilder csv = new StringBuilder("name,stars,note\n");
        for (int n = 0; n < 5_000; n++) {
            csv.append("row").append(n).append(',').append(n).append(',');
            csv.append(n < 300 ? "x".repeat(3_900) : "").append('\n');
        }
        String file = file("t.csv", csv.toString()).toString();
        assertEquals(List.of("5,000 rows of /photos are tagged"), tag(0, "set", "--from", file, "/photos", "--create"));
        assertEquals(
                List.of("count(*)  sum(stars)  count(note)", "    5000    12497500          300", "1 group"),
                tag(0, "search", "select count(*), sum(stars), count(note) from /photos where stars is not null"));
    }

    @Test
    void ofAFileWithAWrongLineNothingIsSet() throws IOException {
        Path csv = file("t.csv", "name,stars\nIMG_00001.jpg,1\nIMG_00002.jpg,'1\n");
        assertEquals(
                List.of("pfs: USAGE (106): " + csv
                        + ", line 3: tag 'stars': text that begins with ' has to end with it,"
                        + " and one inside is doubled: '1"),
                tag(2, "set", "--from", csv.toString(), "/photos"));
        assertEquals(List.of("camera=right", "number=1"), tag(0, "get", "/photos/IMG_00001.jpg"));
        String none = temporary.resolve("none.csv").toString();
        assertEquals(List.of("pfs: USAGE (106): there is no file " + none), tag(2, "set", "--from", none, "/photos"));
        assertEquals(
                List.of("pfs: USAGE (106): with --from, tags stand in the file; 'a=1' can't be given, too"),
                tag(2, "set", "--from", csv.toString(), "/photos", "a=1"));
        String good = file("good.csv", "name,stars\nIMG_00001.jpg,1\n").toString();
        assertEquals(
                List.of("pfs: NOT_FOUND (104): directory '/none' does not exist"),
                tag(1, "set", "--from", good, "/none"));
    }

    /** What documents and the quickstart say to try finds something in what the quickstart stored. */
    @Test
    void examplesOfDocumentsDoWhatTheySay() throws IOException {
        String folder = temporary.resolve("quick").toString();
        List<String> commands = new ArrayList<>();
        for (String line : run(0, "quickstart", "--photos", "12", "--data", folder)) {
            int at = line.indexOf("bin/pfs tag ");
            if (at >= 0) {
                commands.add(line.substring(at));
            }
        }
        assertEquals(1, commands.size(), "the quickstart has a query to try");
        commands.addAll(Files.readString(Path.of("../docs/QUERIES.md")).lines().toList());
        int tried = 0;
        for (String command : commands) {
            Matcher matcher = COMMANDS.matcher(command.replace("pfs-data", folder));
            if (matcher.matches()) {
                tried++;
                List<String> answer = run(0, words(matcher.group(1)));
                assertTrue(!answer.isEmpty() && !answer.get(0).startsWith("0 "), command + " says " + answer);
            }
        }
        assertTrue(tried >= 5, tried + " commands");
    }

    /** As a shell does it. */
    private static String[] words(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }
}
