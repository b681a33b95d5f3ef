package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Cells that are read to files, and scanned. */
final class TableGetTest {
    private static final int LARGE_BYTES = 3 << 20;

    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    @BeforeEach
    void rows() {
        try (Pfs pfs = Pfs.embedded(data())) {
            pfs.ensureTable("/t").put("small", "content", new byte[] {1, 2});
            pfs.ensureTable("/t").put("large", "content", new byte[LARGE_BYTES]);
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    private int run(Object command, String... arguments) {
        PrintWriter out = new PrintWriter(said);
        return new CommandLine(command)
                .setOut(out)
                .setErr(out)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    out.println(e.getMessage());
                    return 1;
                })
                .execute(Stream.concat(Stream.of("--embedded", data().toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private int get(String row, Path to) {
        return run(new TableGet(), "/t/" + row, "content", "-o", to.toString());
    }

    @Test
    void aFileIsReplacedByTheWholeCell() throws IOException {
        Path to = Files.writeString(folder.resolve("x"), "before");
        assertEquals(0, get("small", to), said::toString);
        assertEquals(2, Files.size(to));
        assertEquals(0, get("large", to), said::toString);
        assertEquals(LARGE_BYTES, Files.size(to));
        assertEquals(1, get("absent", to));
        assertEquals(LARGE_BYTES, Files.size(to));
    }

    @Test
    void aFileThatIsPrivateStaysSo() throws IOException {
        for (String mode : List.of("rw-------", "rw-r-----", "rwxr-xr-x")) {
            Path to = Files.writeString(folder.resolve(mode), "before");
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString(mode));
            assertEquals(0, get("large", to), said::toString);
            assertEquals(LARGE_BYTES, Files.size(to));
            assertEquals(mode, PosixFilePermissions.toString(Files.getPosixFilePermissions(to)));
        }
    }

    @Test
    void whatALinkLeadsToIsReplacedAndNotTheLink() throws IOException {
        Path to = Files.writeString(folder.resolve("x"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link"), to);
        assertEquals(0, get("small", link), said::toString);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(2, Files.size(to));
    }

    @Test
    void whatIsNoFileStaysWhatItIs() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals(1, get("small", empty));
        assertTrue(said.toString().contains("is a directory"), said.toString());
        assertTrue(Files.isDirectory(empty));
        Path nothing = Path.of("/dev/null");
        assertEquals(0, get("small", nothing), said::toString);
        assertFalse(Files.isRegularFile(nothing));
    }

    @Test
    void aScanSaysHowLongLargeCellsAre() {
        assertEquals(0, run(new TableScan(), "/t", "--column", "content"), said::toString);
        assertTrue(said.toString().contains("large  content=" + LARGE_BYTES), said.toString());
        assertTrue(said.toString().contains("2 rows, 3,145,730 bytes of cells"), said.toString());
    }

    @Test
    void aTableIsMadeWhoseNameEndsWithASlash() {
        assertEquals(0, run(new TableCreate(), "/deep/down/", "--policy", "large"), said::toString);
        try (Pfs pfs = Pfs.embedded(data())) {
            assertEquals(List.of(), pfs.files().list("/deep/down"));
        }
    }

    @Test
    void whatHasNoCellsIsSaid() {
        assertEquals(1, run(new TableGet(), "/t"));
        assertTrue(said.toString().contains("/t is a table"), said.toString());
        assertEquals(1, run(new TableGet(), "/t/small", "thumb"));
        assertTrue(said.toString().contains("column 'thumb' of table '/t'"), said.toString());
        assertEquals(1, run(new TableGet(), "/t/other"));
        assertTrue(said.toString().contains("/t/other is not there"), said.toString());
    }
}
