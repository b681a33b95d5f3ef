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
        requireSaid("1 rows, 1 cells");
    }

    @Test
    void mistakesAreSaidBeforeAnythingIsMade() {
        assertEquals(2, run(new ImportCommand(), photos.toString(), "/photos", "--form", "{row"));
        requireSaid("character 1");
        assertEquals(2, run(new ImportCommand(), photos.toString(), "/p", "--form", "{row}=a", "--webdataset"));
        assertEquals(1, run(new ImportCommand(), temporary.resolve("missing").toString(), "/photos"));
        assertEquals(2, run(new ExportCommand(), "/photos", "x", "--format", "rar"));
        assertFalse(Files.exists(data));
        assertEquals(0, run(new ImportCommand(), photos.toString(), "/photos"), said.toString());
        Path target = temporary.resolve("nothing");
        assertEquals(1, run(new ExportCommand(), "/missing", target.toString()));
        assertFalse(Files.exists(target));
    }
}
