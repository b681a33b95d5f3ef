package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.FileWalk;
import io.pfs.client.file.PfsFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Names of files and directories, as a user of the API changes them. */
@ParameterizedClass
@EnumSource(Way.class)
final class NamesApiTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path temporary;

    private Pfs pfs;
    private PfsFiles files;

    @BeforeEach
    void open() {
        pfs = way.open(temporary.resolve("data"), EmbeddedOptions.DEFAULT);
        files = pfs.files();
        files.mkdirs("/a/b/c");
        files.mkdirs("/x");
        files.write("/a/b/c/file", bytes("one"));
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void refused(ErrorCode code, Runnable task) {
        refused(code, "", task);
    }

    private static void refused(ErrorCode code, String words, Runnable task) {
        PfsException refused = assertThrows(PfsException.class, task::run);
        assertEquals(code, refused.code());
        assertTrue(refused.detail().contains(words), refused.detail());
    }

    /** Whoever looks for what is new in many directories goes by these. */
    @Test
    void aListingTellsTheTimesThatSubdirectoriesHaveNow() {
        files.setTimes("/a/b", Instant.ofEpochMilli(5_000), Instant.ofEpochMilli(6_000));
        files.setTimes("/a/b/c", Instant.ofEpochMilli(7_000), Instant.ofEpochMilli(8_000));
        files.write("/a/b/beside", bytes("one"));
        files.setTimes("/a/b", Instant.ofEpochMilli(9_000), Instant.ofEpochMilli(6_000));
        for (String path : List.of("/a", "/a/b")) {
            for (FileInfo listed : files.list(path)) {
                assertEquals(files.stat(listed.path().toString()).orElseThrow(), listed);
            }
        }
        assertEquals(Instant.ofEpochMilli(9_000), files.walk("/a").next().modified());
    }

    @Test
    void aSubdirectoryThatIsGoneIsListedAsItWasMade() {
        FileWalk walk = files.walk("/a/b");
        files.deleteTree("/a/b/c");
        assertEquals("c", walk.next().name());
    }

    @Test
    void aFileMovesFromDirectoryToDirectory() {
        long fileId =
                files.stat("/a/b/c/file").orElseThrow().fileId().orElseThrow().value();
        files.rename("/a/b/c/file", "/x/other");
        assertFalse(files.exists("/a/b/c/file"));
        assertArrayEquals(bytes("one"), files.readAll("/x/other"));
        assertEquals(
                fileId,
                files.stat("/x/other").orElseThrow().fileId().orElseThrow().value());
        files.write("/x/second", bytes("two"));
        refused(ErrorCode.ALREADY_EXISTS, () -> files.rename("/x/other", "/x/second"));
        files.replace("/x/other", "/x/second");
        assertArrayEquals(bytes("one"), files.readAll("/x/second"));
        refused(ErrorCode.NOT_FOUND, () -> files.rename("/x/other", "/x/third"));
        refused(ErrorCode.NOT_FOUND, () -> files.rename("/x/second", "/nowhere/third"));
    }

    @Test
    void aDirectoryMovesWithAllBelowIt() {
        files.rename("/a/b", "/x/moved");
        assertArrayEquals(bytes("one"), files.readAll("/x/moved/c/file"));
        refused(ErrorCode.NOT_FOUND, () -> files.write("/a/b/c/late", bytes("late")));
        refused(ErrorCode.INTO_ITSELF, "/x can't become /x/moved/c/x", () -> files.rename("/x", "/x/moved/c/x"));
        files.mkdirs("/a/b");
        assertFalse(files.exists("/a/b/c"), "another directory bears the old name");
    }

    @Test
    void directoriesGoEmptyOrWhole() {
        PfsException refusal = assertThrows(PfsException.class, () -> files.deleteDirectory("/a/b/c"));
        assertEquals(ErrorCode.NOT_EMPTY, refusal.code());
        assertEquals("/a/b/c is not empty", refusal.detail());
        files.delete("/a/b/c/file");
        files.deleteDirectory("/a/b/c");
        assertFalse(files.exists("/a/b/c"));
        files.write("/a/b/file", bytes("one"));
        files.deleteTree("/a");
        assertFalse(files.exists("/a/b/file"));
        refused(ErrorCode.NOT_FOUND, () -> files.write("/a/b/file", bytes("late")));
        refused(ErrorCode.NOT_FOUND, () -> files.deleteTree("/a"));
        files.write("/x/file", bytes("one"));
        refused(ErrorCode.NOT_A_DIRECTORY, () -> files.deleteTree("/x/file"));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.deleteTree("/"));
        assertTrue(files.exists("/x/file"));
    }
}
