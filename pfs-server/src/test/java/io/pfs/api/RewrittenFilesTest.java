package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileOutput;
import io.pfs.client.file.PfsFiles;
import io.pfs.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are cut, or put one behind the other, by the API on a real folder. */
@ParameterizedClass
@EnumSource(Way.class)
final class RewrittenFilesTest {
    private static final int LIMIT = Limits.CELL_BYTES_MAX;

    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path folder;

    private Pfs pfs;
    private PfsFiles files;

    @BeforeEach
    void open() {
        pfs = way.open(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
        files = pfs.files();
        files.mkdirs("/d");
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private static void refused(ErrorCode code, Runnable task) {
        assertEquals(code, assertThrows(PfsException.class, task::run).code());
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Small and large ones, at and around the limit, again and again. */
    @Test
    void aFileIsCutAnywhere() {
        Seeds.each("RewrittenFilesTest", 2, seed -> {
            Random random = new Random(seed);
            byte[] bytes = random(2 * LIMIT + random.nextInt(1_000_000), seed);
            files.write("/d/f", bytes);
            int length = bytes.length;
            while (length > 0) {
                length = random.nextInt(4) == 0
                        ? Math.min(length, LIMIT + random.nextInt(3) - 1)
                        : random.nextInt(length);
                files.truncate("/d/f", length);
                assertEquals(length, files.stat("/d/f").orElseThrow().size());
                assertArrayEquals(Arrays.copyOf(bytes, length), files.readAll("/d/f"));
            }
        });
    }

    @Test
    void whatIsCutIsAsLongAndAFile() {
        files.write("/d/f", random(10, 1));
        long version = files.stat("/d/f").orElseThrow().version();
        files.truncate("/d/f", 10);
        assertEquals(version, files.stat("/d/f").orElseThrow().version(), "nothing changed");
        refused(ErrorCode.OUT_OF_RANGE, () -> files.truncate("/d/f", 11));
        refused(ErrorCode.OUT_OF_RANGE, () -> files.truncate("/d/f", -1));
        refused(ErrorCode.NOT_FOUND, () -> files.truncate("/d/g", 0));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.truncate("/d", 0));
        files.truncate("/d/f", 3);
        assertArrayEquals(Arrays.copyOf(random(10, 1), 3), files.readAll("/d/f"));
    }

    @Test
    void whatWasCutIsWrittenOn() {
        byte[] bytes = random(LIMIT + 100, 2);
        files.write("/d/f", bytes);
        files.truncate("/d/f", LIMIT - 1);
        try (FileOutput out = files.append("/d/f")) {
            out.write(bytes, LIMIT - 1, 101);
        }
        assertArrayEquals(bytes, files.readAll("/d/f"));
    }

    @Test
    void filesBecomeOne() {
        Seeds.each("RewrittenFilesTest", 5, seed -> {
            Random random = new Random(seed);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            List<String> sources = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                byte[] bytes = random(random.nextBoolean() ? random.nextInt(3) : random.nextInt(LIMIT), seed + i);
                String path = i == 0 ? "/d/target" : "/d/part" + i;
                files.write(path, bytes);
                all.writeBytes(bytes);
                if (i > 0) {
                    sources.add(path);
                }
            }
            files.concat("/d/target", sources);
            assertArrayEquals(all.toByteArray(), files.readAll("/d/target"));
            assertEquals(1, files.list("/d").size());
        });
    }

    @Test
    void onlyOtherFilesOfADirectoryBecomeOne() {
        files.write("/d/a", new byte[] {1});
        files.write("/d/b", new byte[] {2});
        files.write("/c", new byte[] {3});
        files.mkdirs("/d/e");
        refused(ErrorCode.OUT_OF_RANGE, () -> files.concat("/d/a", List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> files.concat("/d/a", List.of("/d/a")));
        refused(ErrorCode.OUT_OF_RANGE, () -> files.concat("/d/a", List.of("/d/b", "/d/b")));
        refused(ErrorCode.OUT_OF_RANGE, () -> files.concat("/d/a", List.of("/c")));
        refused(ErrorCode.NOT_FOUND, () -> files.concat("/d/a", List.of("/d/b", "/d/none")));
        refused(ErrorCode.NOT_FOUND, () -> files.concat("/d/none", List.of("/d/b")));
        refused(ErrorCode.IS_A_DIRECTORY, () -> files.concat("/d/a", List.of("/d/e")));
        files.symlink("/d/link", "b");
        refused(ErrorCode.NOT_SUPPORTED, () -> files.concat("/d/a", List.of("/d/link")));
        assertArrayEquals(new byte[] {1}, files.readAll("/d/a"));
        assertTrue(files.exists("/d/b"));
    }

    /** By it others find out whether a file is still what it was. */
    @Test
    void aVersionStaysWithItsFileUnderAnotherName() {
        files.write("/d/a", new byte[] {1});
        long version = files.stat("/d/a").orElseThrow().version();
        files.rename("/d/a", "/d/b");
        files.rename("/d/b", "/a");
        assertEquals(version, files.stat("/a").orElseThrow().version());
        files.write("/a", new byte[] {2});
        assertNotEquals(version, files.stat("/a").orElseThrow().version());
    }
}
