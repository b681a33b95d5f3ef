package io.pfs.server.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FormPatternTest {
    private static List<RowName> path(String path) {
        return Stream.of(path.split("/"))
                .map(name -> name.getBytes(StandardCharsets.ISO_8859_1))
                .map(bytes -> RowName.of(bytes, 0, bytes.length))
                .toList();
    }

    private static String placed(FormPatterns patterns, String path) {
        Optional<FormPlace> placement = patterns.place(path(path));
        return placement
                .map(p -> String.join(
                                "/", p.folders().stream().map(RowName::toString).toList()) + " " + p.row() + " "
                        + p.column())
                .orElse("nowhere");
    }

    private static String named(FormPatterns patterns, String row, String column) {
        return patterns.names(path(row).get(0), column)
                .map(names ->
                        String.join("/", names.stream().map(RowName::toString).toList()))
                .orElse("nothing");
    }

    @Test
    void thePatternThatSaysMoreCounts() {
        FormPatterns patterns =
                FormPatterns.of(List.of("{row}.jpg=content", "{row}_thumb.jpg=thumb", "{row}.json=caption"));
        assertEquals("a/b x content", placed(patterns, "a/b/x.jpg"));
        assertEquals(" x thumb", placed(patterns, "x_thumb.jpg"));
        assertEquals(" _thumb content", placed(patterns, "_thumb.jpg"));
        assertEquals(" x.jpg caption", placed(patterns, "x.jpg.json"));
        assertEquals("nowhere", placed(patterns, "x.png"));
        assertEquals("nowhere", placed(patterns, ".jpg"));
        assertEquals("x.jpg", named(patterns, "x", "content"));
        assertEquals("x_thumb.jpg", named(patterns, "x", "thumb"));
        assertEquals("nothing", named(patterns, "x_thumb", "content"), "it would be taken for the thumb of x");
        assertEquals("nothing", named(patterns, "x", "other"));
        assertEquals("nothing", named(patterns, "x".repeat(252), "content"), "no file has so long a name");
    }

    @Test
    void foldersCanTellTheForm() {
        FormPatterns patterns = FormPatterns.of(List.of("{row}=content", "thumbs/{row}=thumb", "{column}/by/{row}.x"));
        assertEquals("a b content", placed(patterns, "a/b"));
        assertEquals("a b thumb", placed(patterns, "a/thumbs/b"));
        assertEquals("a b wide", placed(patterns, "a/wide/by/b.x"));
        assertEquals("thumbs/b", named(patterns, "b", "thumb"));
        assertEquals("wide/by/b.x", named(patterns, "b", "wide"));
    }

    @Test
    void webDatasetsAreDividedAtTheFirstDot() {
        FormPatterns patterns = FormPatterns.webDataset();
        assertEquals("train 0001 seg.png", placed(patterns, "train/0001.seg.png"));
        assertEquals("nowhere", placed(patterns, "no extension"));
        assertEquals("nowhere", placed(patterns, ".hidden"));
        assertEquals("nowhere", placed(patterns, "ends."));
        assertEquals("0001.seg.png", named(patterns, "0001", "seg.png"));
        assertEquals("nothing", named(patterns, "00.01", "png"), "it would be taken for the row 00");
    }

    @Test
    void namesAreBytesAndColumnsText() {
        FormPatterns patterns = FormPatterns.webDataset();
        assertEquals(" \\xff\\xfe jpg", placed(patterns, "\u00ff\u00fe.jpg"));
        PfsException e = assertThrows(PfsException.class, () -> placed(patterns, "a.\u00ff"));
        assertEquals(ErrorCode.NAME_INVALID, e.code());
        assertThrows(PfsException.class, () -> placed(patterns, "a.\n"));
        assertEquals(" {x} content", placed(FormPatterns.of(List.of("{{{row}}}=content")), "{{x}}"));
    }

    private static void refused(String pattern, int character, String why) {
        PfsException e = assertThrows(PfsException.class, () -> FormPattern.parse(pattern));
        assertEquals(ErrorCode.USAGE, e.code());
        assertTrue(e.getMessage().contains("', character " + character + ": "), e.getMessage());
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void mistakesArePointedAt() {
        refused("{rwo}.jpg=content", 2, "only {row} and {column}");
        refused("{row.jpg=content", 1, "no '}' behind it");
        refused("row}.jpg=content", 4, "no '{' before it");
        refused("{row}.jpg", 10, "the column is missing");
        refused("{row}.jpg=", 11, "1 to 255 bytes");
        refused("x.jpg=content", 1, "{row} is missing");
        refused("{row}{column}", 6, "a text must stand between");
        refused("{row}-{row}=x", 7, "second time");
        refused("{row}.{column}=x", 15, "the column is {column} already");
        refused("/{row}=x", 1, "a name is missing here");
        refused("a//{row}=x", 3, "a name is missing here");
        refused("../{row}=x", 1, "'..' is no name");
        refused("{row}=a/b", 7, "no '/'");
        refused("", 1, "a name is missing here");
        refused("x".repeat(2_000), 1_001, "at most 1000 characters");
        refused("{row}\ud800=x", 6, "no name has this character");
    }

    /** Whatever cells there are: no two get the same file, and each file leads back to its cell. */
    @Test
    void noTwoCellsShareAFile() {
        List<FormPatterns> all = List.of(
                FormPatterns.plain(),
                FormPatterns.webDataset(),
                FormPatterns.of(
                        List.of("{row}.a=a", "{row}.a.a=b", "a/{row}=c", "{column}.{row}", "{row}a{column}/a")));
        Seeds.each("FormPatternTest#noTwoCellsShareAFile", 200, seed -> {
            Random random = new Random(seed);
            for (FormPatterns patterns : all) {
                List<List<RowName>> files = new ArrayList<>();
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    RowName row = RowName.of(word(random));
                    String column = random.nextInt(8) == 0 ? "content" : word(random);
                    Optional<List<RowName>> names = patterns.names(row, column);
                    if (names.isPresent() && !cells.contains(row + " " + column)) {
                        assertEquals(Optional.of(new FormPlace(List.of(), row, column)), patterns.place(names.get()));
                        assertTrue(!files.contains(names.get()), names.toString());
                        files.add(names.get());
                        cells.add(row + " " + column);
                    }
                }
            }
        });
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder("a");
        for (int i = random.nextInt(4); i > 0; i--) {
            word.append("ab.".charAt(random.nextInt(3)));
        }
        return word.toString();
    }
}
