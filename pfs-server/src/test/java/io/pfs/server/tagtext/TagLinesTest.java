package io.pfs.server.tagtext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TagLinesTest {
    @TempDir
    private Path folder;

    private Path file(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<TagLine> read(String name, String text) {
        return read(file(name, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<TagLine> read(Path file) {
        List<TagLine> all = new ArrayList<>();
        try (TagLines lines = TagLines.open(file)) {
            for (Optional<TagLine> line = lines.next(); line.isPresent(); line = lines.next()) {
                all.add(line.get());
            }
        }
        return all;
    }

    private void refused(ErrorCode code, String why, String name, String text) {
        PfsException refused = assertThrows(PfsException.class, () -> read(name, text), text);
        assertEquals(code, refused.code(), refused.detail());
        assertEquals(folder.resolve(name) + ", " + why, refused.detail());
    }

    private static TagLine line(String name, Object... namesAndValues) {
        TreeMap<String, TagValue> tags = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tags.put((String) namesAndValues[i], (TagValue) namesAndValues[i + 1]);
        }
        return new TagLine(RowName.of(name), new Tags(tags));
    }

    private static TagValue text(String text) {
        return new TagValue.OfString(text);
    }

    @Test
    void aCsvHasARowALine() {
        String csv = "\ufeffname,stars,note\r\na.jpg,5,\"one, \"\"two\"\"\r\nthree\"\n\n\"b.jpg\",,'5'\nc.jpg,,";
        assertEquals(
                List.of(
                        line("a.jpg", "stars", new TagValue.OfLong(5), "note", text("one, \"two\"\r\nthree")),
                        line("b.jpg", "note", text("5")),
                        line("c.jpg")),
                read("t.csv", csv));
        assertEquals(List.of(), read("t.csv", "row,stars\n"));
    }

    @Test
    void aJsonFileHasAnObjectALine() {
        String json = """
                {"name": "a.jpg", "i": 5, "d": 1e2, "b": true, "t": "5", "none": null}

                {"w": {"timestamp": "2026-11-01"}, "x": {"bytes": "0aff"}, "n": {"double": "NaN"}, "name": "b.jpg"}
                {"name": "c.jpg"}""";
        TagLine first = line(
                "a.jpg",
                "i",
                new TagValue.OfLong(5),
                "d",
                new TagValue.OfDouble(100),
                "b",
                new TagValue.OfBoolean(true),
                "t",
                text("5"));
        TagLine second = line(
                "b.jpg",
                "w",
                new TagValue.OfTimestamp(1_793_491_200_000L),
                "x",
                new TagValue.OfBytes(new byte[] {10, -1}),
                "n",
                new TagValue.OfDouble(Double.NaN));
        assertEquals(List.of(first, second, line("c.jpg")), read("t.jsonl", json));
    }

    @Test
    void aWrongLineOfACsvIsRefusedWithItsPlace() {
        String header = "name,stars\n\"a\",\"x\ny\"\n";
        refused(ErrorCode.USAGE, "line 4: there are 3 cells, but the header has 2", "t.csv", header + "b,1,2");
        refused(ErrorCode.USAGE, "line 4: a cell begins with a quote, and none ends it", "t.csv", header + "b,\"1\n\n");
        refused(ErrorCode.USAGE, "line 4: behind the quote that ends a cell stands more", "t.csv", header + "b,\"1\"2");
        refused(
                ErrorCode.USAGE,
                "line 4: a quote stands inside of a cell without quotes: put the cell in quotes, and double it",
                "t.csv",
                header + "b,1\"");
        refused(
                ErrorCode.USAGE,
                "line 4: tag 'stars': bytes are pairs of hexadecimal digits, such as 0x0aff, not 'f'",
                "t.csv",
                header + "b,0xf");
        refused(ErrorCode.NAME_INVALID, "line 4: row name is empty", "t.csv", header + ",1");
        refused(ErrorCode.NAME_INVALID, "line 4: row name 'b/c' contains '/' at byte 1", "t.csv", header + "b/c,1");
        String noHeader = "line 1: it begins with a header: a word for the name of a row, then the names of tags";
        refused(ErrorCode.USAGE, noHeader, "t.csv", "");
        refused(ErrorCode.USAGE, noHeader, "t.csv", "name\na\n");
        refused(ErrorCode.USAGE, "line 1: two columns are of tag 's'", "t.csv", "name,s,s\n");
        refused(
                ErrorCode.OUT_OF_RANGE,
                "line 1: bytes of the name of tag '' must be from 1 to 255, but is 0",
                "t.csv",
                "name,\n");
        refused(
                ErrorCode.TOO_LARGE,
                "line 2: tags or target of a symlink take 4109 bytes in the row, but at most 4096 are kept there",
                "t.csv",
                "name,s\na," + "x".repeat(4_100));
        refused(
                ErrorCode.TOO_LARGE,
                "line 2: what is said about a row has at most 65536 characters, but here are more",
                "t.csv",
                "name,s\na,\"" + "x\n".repeat(40_000));
    }

    @Test
    void aWrongLineOfJsonIsRefusedWithItsPlace() {
        String good = "{\"name\": \"a\"}\n";
        refused(
                ErrorCode.USAGE,
                "line 2: each line is an object: {\"name\": \"cat.jpg\", \"stars\": 5}",
                "t.jsonl",
                good + "[1]");
        refused(ErrorCode.USAGE, "line 2: \"name\", that of the row, is missing", "t.jsonl", good + "{\"a\": 1}");
        refused(
                ErrorCode.USAGE,
                "line 2: \"name\" has to be the name of a row, a string",
                "t.jsonl",
                good + "{\"name\": 1}");
        refused(ErrorCode.USAGE, "line 2: something stands behind the object", "t.jsonl", good + good.strip() + good);
        refused(
                ErrorCode.USAGE,
                "line 2: tag 's': a value is a string, a number, true, false, {\"timestamp\": \"2026-11-01\"},"
                        + " {\"bytes\": \"0aff\"} or {\"double\": \"NaN\"}",
                "t.jsonl",
                good + "{\"name\": \"b\", \"s\": [1]}");
        refused(
                ErrorCode.OUT_OF_RANGE,
                "line 2: tag 's': 99999999999999999999 is not a whole number from -9223372036854775808 to"
                        + " 9223372036854775807; in quotes it is text: '99999999999999999999'",
                "t.jsonl",
                good + "{\"name\": \"b\", \"s\": 99999999999999999999}");
        PfsException twice =
                assertThrows(PfsException.class, () -> read("t.jsonl", good + "{\"name\": \"b\", \"s\": 1, \"s\": 2}"));
        assertTrue(twice.detail().contains(", line 2: character "), twice.detail());
    }

    @Test
    void aFileThatIsNoneIsRefused() {
        assertTrue(assertThrows(PfsException.class, () -> TagLines.open(folder.resolve("t.txt")))
                .detail()
                .contains(".csv and .jsonl"));
        assertTrue(assertThrows(PfsException.class, () -> TagLines.open(folder.resolve("none.csv")))
                .detail()
                .contains("there is no file"));
        Path file = file("t.csv", new byte[] {'n', ',', 's', '\n', 'a', ',', (byte) 0xff, '\n'});
        assertTrue(assertThrows(PfsException.class, () -> read(file))
                .detail()
                .contains(", line 1: here or soon behind it is not UTF-8"));
    }

    @Test
    void anyBytesAreReadOrRefused() {
        String[] pieces = {"name", ",", "\"", "\n", "\r", "{", "}", ":", "a", "'", "1", "\u0000", "\ufeff", "[", "0x"};
        Seeds.each("TagLinesTest#anyBytesAreReadOrRefused", 300, seed -> {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "name,a\n" : "{\"name\":\"b\"}\n");
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] ^= random.nextInt(10) == 0 ? (byte) 0x80 : 0;
            for (String name : new String[] {"r.csv", "r.jsonl"}) {
                Path file = file(name, bytes);
                try {
                    read(file).forEach(line -> assertTrue(line.name().length() > 0));
                } catch (PfsException e) {
                    assertTrue(e.detail().startsWith(file + ", line "), e.detail());
                }
            }
        });
    }
}
