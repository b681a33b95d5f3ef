package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Import and export as people run them, on the real engine. */
final class ExchangeCommandsTest {
    @TempDir
    private Path temporary;

    private Path data;
    private Path photos;
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void photos() throws IOException {
        data = temporary.resolve("data");
        photos = Files.createDirectories(temporary.resolve("photos/2024")).getParent();
        for (String name : new String[] {"a.jpg", "a_thumb.jpg", "2024/b.jpg", "2024/b_thumb.jpg", "notes.txt"}) {
            Files.writeString(photos.resolve(name), "bytes of " + name);
        }
    }

    private int run(Object command, String... arguments) {
        said.getBuffer().setLength(0);
        PrintWriter out = new PrintWriter(said);
        String[] all = Stream.concat(Stream.of("--embedded", data.toString()), Arrays.stream(arguments))
                .toArray(String[]::new);
        return new CommandLine(command)
                .setOut(out)
                .setErr(out)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    out.println(e.getMessage());
                    return e instanceof PfsException pfs && pfs.code() == ErrorCode.USAGE ? 2 : 1;
                })
                .execute(all);
    }

    private void requireSaid(String text) {
        assertTrue(said.toString().contains(text), said.toString());
    }

    @Test
    void aFolderComesBackAsItWas() throws IOException {
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos"), said.toString());
        requireSaid("/photos: 5 rows, 5 cells, ");
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos", "--verify"));
        requireSaid("0 rows, 0 cells, 0 B");
        requireSaid("5 were there already");
        for (String target : new String[] {"copy", "copy.tar", "copy.tar.gz", "copy.zip"}) {
            Path copy = temporary.resolve(target);
            assertEquals(0, run(new ExportCommand(), "/photos", copy.toString()), said.toString());
            assertTrue(Files.exists(copy));
            assertEquals(0, run(new ImportCommand(), copy.toString(), "/photos", "--verify"), said.toString());
            requireSaid("5 were there already");
        }
        assertEquals("bytes of 2024/b.jpg", Files.readString(temporary.resolve("copy/2024/b.jpg")));
        assertEquals(
                1,
                run(
                        new ExportCommand(),
                        "/photos",
                        temporary.resolve("copy.zip").toString()));
        requireSaid("copy.zip exists; --overwrite replaces it");
    }

    @Test
    void formsBecomeColumnsAndFilesAgain() throws IOException {
        String[] forms = {"--form", "{row}.jpg=content", "--form", "{row}_thumb.jpg=thumb"};
        assertEquals(0, run(new ImportCommand(), with(forms, photos.toString(), "/photos")), said.toString());
        requireSaid("/photos: 2 rows, 4 cells, ");
        requireSaid("left out 1: no pattern is about it\n  notes.txt: ");
        Path thumbs = temporary.resolve("thumbs");
        assertEquals(0, run(new ExportCommand(), "/photos", thumbs.toString(), "--form", "{row}.png=thumb"));
        assertEquals("bytes of a_thumb.jpg", Files.readString(thumbs.resolve("a.png")));
        assertFalse(Files.exists(thumbs.resolve("a.jpg")));
        Path dataset = temporary.resolve("x.tar");
        assertEquals(0, run(new ExportCommand(), "/photos", dataset.toString(), "--webdataset"));
        assertEquals(0, run(new ImportCommand(), dataset.toString(), "/again", "--webdataset", "--json"));
        requireSaid("\"rows\":2,\"cells\":4,");
        requireSaid("\"leftOut\":[]");
    }

    @Test
    void tagsComeBackByATar() {
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos"), said.toString());
        String[] tags = {
            "stars=5",
            "code='0815'",
            "ratio=1.5",
            "none=double 'NaN'",
            "bytes=0x0aff",
            "yes=true",
            "taken=date '2026-11-01'"
        };
        assertEquals(0, run(new TagSet(), with(tags, "/photos/a.jpg")), said.toString());
        assertEquals(0, run(new TagGet(), "/photos/a.jpg"), said.toString());
        String before = said.toString();
        for (String name : new String[] {"x.tar", "x.tar.gz"}) {
            Path archive = temporary.resolve(name);
            assertEquals(0, run(new ExportCommand(), "/photos", archive.toString()), said.toString());
            assertEquals(0, run(new ImportCommand(), archive.toString(), "/" + name, "--verify"), said.toString());
            assertEquals(0, run(new TagGet(), "/" + name + "/a.jpg"), said.toString());
            assertEquals(before, said.toString());
        }
        for (String name : new String[] {"x", "x.zip"}) {
            assertEquals(
                    0,
                    run(new ExportCommand(), "/photos", temporary.resolve(name).toString()),
                    said.toString());
            requireSaid("left out 1: tags of a row, which only a tar takes along\n");
            requireSaid("  /photos/a.jpg: bytes, code, none, ratio, stars, taken, yes\n");
        }
    }

    @Test
    void whatFitsNothingIsNoSuccess() {
        assertEquals(1, run(new ImportCommand(), photos.toString(), "/photos", "--form", "{row}.jpeg=content"));
        requireSaid("NOT TAKEN 1: nothing is what was asked for\n  no pattern fits any of the 5 files: {row}.jpeg=");
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos", "--form", "{row}.jpg=picture"));
        String target = temporary.resolve("copy").toString();
        assertEquals(1, run(new ExportCommand(), "/photos", target, "--form", "{row}.jpg=pikture"));
        requireSaid("no table has the column 'pikture': {row}.jpg=pikture");
        assertEquals(1, run(new ExportCommand(), "/photos", target));
        requireSaid("of table /photos/2024 no cell was taken; its columns are 'content', 'picture'");
    }

    private static String[] with(String[] options, String... arguments) {
        return Stream.concat(Arrays.stream(arguments), Arrays.stream(options)).toArray(String[]::new);
    }

    @Test
    void whatDiffersIsLeftAndReported() throws IOException {
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos"), said.toString());
        Files.writeString(photos.resolve("a.jpg"), "something longer than before");
        assertEquals(1, run(new ImportCommand(), photos.toString(), "/photos"));
        requireSaid("NOT TAKEN 1: something else is there already\n  a.jpg: /photos/a.jpg is there");
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos", "--overwrite"));
        requireSaid("1 row, 1 cell,");
    }

    /** One bit in one cell that is too long for the journal, which would turn it back, and one in a large one, cost these two. */
    @Test
    void whatIsDamagedInThePoolIsLeftOutAlone() throws IOException {
        Path source = Files.createDirectories(temporary.resolve("source"));
        for (int i = 0; i < 20; i++) {
            Files.write(source.resolve("small" + i), bytes(40_000, i));
        }
        Files.write(source.resolve("large1"), bytes(5 << 20, 21));
        Files.write(source.resolve("large2"), bytes(5 << 20, 22));
        assertEquals(0, run(new ImportCommand(), source.toString(), "/t"), said.toString());
        flipOneBitOf(bytes(40_000, 7));
        flipOneBitOf(bytes(5 << 20, 22));
        for (String name : new String[] {"copy", "copy.tar", "copy.tar.gz", "copy.zip"}) {
            Path copy = temporary.resolve(name);
            assertEquals(1, run(new ExportCommand(), "/t", copy.toString()), said.toString());
            requireSaid("20 cells");
            requireSaid("NOT TAKEN 2: damaged, or can't be read from where it is stored\n");
            requireSaid("  /t/small7, column 'content': ");
            requireSaid("  /t/large2: ");
            assertEquals(0, run(new ImportCommand(), copy.toString(), "/" + name), said.toString());
            requireSaid("20 rows");
        }
        assertEquals(1, run(new ExportCommand(), "/t", temporary.resolve("copy").toString(), "--json"));
        requireSaid("\"unchanged\":20,");
        requireSaid("{\"reason\":\"DAMAGED\",\"failure\":true,\"count\":2,");
        assertEquals(1, run(new ImportCommand(), source.toString(), "/t", "--verify"), said.toString());
        requireSaid("20 were there already");
        requireSaid("NOT TAKEN 2: damaged, or can't be read from where it is stored\n");
        requireSaid("  small7: /t/small7 is there, and damaged");
        assertEquals(0, run(new ImportCommand(), source.toString(), "/t", "--verify", "--overwrite"), said.toString());
        requireSaid("2 rows, 2 cells");
        assertEquals(0, run(new ImportCommand(), source.toString(), "/t", "--verify", "--overwrite"), said.toString());
        requireSaid("0 rows, 0 cells");
        assertEquals(0, run(new ExportCommand(), "/t", temporary.resolve("copy").toString()), said.toString());
    }

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** In the pool, near the end of this content. */
    private void flipOneBitOf(byte[] content) throws IOException {
        byte[] end = Arrays.copyOfRange(content, content.length - 100, content.length);
        int found = 0;
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] all = Files.readAllBytes(file);
                int at = 0;
                while (at + end.length <= all.length && !Arrays.equals(all, at, at + end.length, end, 0, end.length)) {
                    at++;
                }
                if (at + end.length <= all.length) {
                    all[at] ^= 4;
                    Files.write(file, all);
                    found++;
                }
            }
        }
        assertEquals(1, found, "files that have it");
    }

    @Test
    void mistakesAreSaidBeforeAnythingIsMade() {
        assertEquals(2, run(new ImportCommand(), photos.toString(), "/photos", "--form", "{row"));
        requireSaid("character 1");
        assertEquals(2, run(new ImportCommand(), photos.toString(), "/p", "--form", "{row}=a", "--webdataset"));
        assertEquals(1, run(new ImportCommand(), temporary.resolve("missing").toString(), "/photos"));
        assertEquals(2, run(new ExportCommand(), "/photos", "x", "--format", "rar"));
        assertEquals(2, run(new ImportCommand(), "", "/photos"));
        requireSaid("SOURCE is empty");
        assertEquals(2, run(new ExportCommand(), "/photos", ""));
        requireSaid("TARGET is empty");
        assertFalse(Files.exists(data));
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos"), said.toString());
        Path target = temporary.resolve("nothing");
        assertEquals(1, run(new ExportCommand(), "/missing", target.toString()));
        assertFalse(Files.exists(target));
    }
}
