package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths that leave out what Hadoop completes: format {@code pfs} takes them for what {@code binaryFile} does. */
@Tag("packed")
final class DefaultFileSystemTest {
    private static final String ROOT = Shared.SERVER.uri().toString();
    private static final String DEFAULT = "fs.defaultFS";

    private static String home() throws Exception {
        return "/user/" + UserGroupInformation.getCurrentUser().getShortUserName();
    }

    @BeforeAll
    static void fill() throws Exception {
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.files().mkdirs("/paths");
            pfs.files().write("/paths/of-root", new byte[3]);
            pfs.files().mkdirs(home() + "/paths");
            pfs.files().write(home() + "/paths/of-home", new byte[4]);
        }
    }

    /** Of the driver, that is: executors are told whole URIs. */
    private static void haveDefault() throws Exception {
        Shared.SPARK.tell("set " + DEFAULT + " " + ROOT);
    }

    @AfterEach
    void haveNone() throws Exception {
        Shared.SPARK.tell("set " + DEFAULT);
    }

    private static void requireTable(String path, String name) throws Exception {
        Shared.SPARK.tell("load pfs " + path);
        assertEquals(List.of(name), Shared.SPARK.tell("SELECT name FROM loaded"));
    }

    /** That both formats find this one file by the path. */
    private static void requireRead(String path, String directory, String name) throws Exception {
        requireTable(path, name);
        Shared.SPARK.tell("load binaryFile " + path);
        assertEquals(List.of(ROOT + directory + "/" + name), Shared.SPARK.tell("SELECT path FROM loaded"));
    }

    @Test
    void aPathIsCompletedByTheDefaultFileSystem() throws Exception {
        haveDefault();
        // by binaryFile it is found only if Hadoop has not made its file system before there was that default, as it
        // has here or not
        requireTable("pfs:///paths", "of-root");
        requireRead("/paths", "/paths", "of-root");
        requireRead("paths", home() + "/paths", "of-home");
        requireRead(ROOT + "/paths", "/paths", "of-root");
    }

    @Test
    void soIsOneInSql() throws Exception {
        haveDefault();
        Shared.SPARK.tell("CREATE OR REPLACE TEMPORARY VIEW sql USING pfs OPTIONS (path 'pfs:///paths')");
        assertEquals(List.of("of-root"), Shared.SPARK.tell("SELECT name FROM sql"));
        refused("Unsupported data source type for direct query", "SELECT name FROM pfs.`pfs:///paths`");
    }

    @Test
    void aWholeUriNeedsNoDefault() throws Exception {
        requireRead(ROOT + "/paths", "/paths", "of-root");
    }

    @Test
    void soIsOneThatIsWritten() throws Exception {
        haveDefault();
        for (String mode : List.of("append", "overwrite")) {
            Shared.SPARK.tell("save pfs " + mode + " pfs:///paths-" + mode + " SELECT 'a' AS name");
            Shared.SPARK.tell("save pfs " + mode + " /paths-" + mode + "/plain SELECT 'b' AS name");
            Shared.SPARK.tell("save pfs " + mode + " relative-" + mode + " SELECT 'c' AS name");
            try (Pfs pfs = Pfs.connect(ROOT)) {
                assertTrue(pfs.files().exists("/paths-" + mode + "/a"), mode);
                assertTrue(pfs.files().exists("/paths-" + mode + "/plain/b"), mode);
                assertTrue(pfs.files().exists(home() + "/relative-" + mode + "/c"), mode);
            }
        }
    }

    @Test
    void soIsThatOfAJob() throws Exception {
        haveDefault();
        assertEquals(List.of("1 3"), Shared.SPARK.tell("rdd pfs:///paths content"));
        assertEquals(List.of("1 4"), Shared.SPARK.tell("rdd paths content"));
    }

    @Test
    void whereNobodyNamesAServerThatIsSaid() {
        refused("names no server", "load pfs pfs:///paths");
        refused("names no server", "save pfs append pfs:///paths SELECT 'a' AS name");
        refused("is in file:///", "load pfs /paths");
        refused("or set fs.defaultFS", "load pfs paths");
        refused("is in file:///", "save pfs append paths SELECT 'a' AS name");
    }

    private static void refused(String why, String command) {
        AssertionError failure = assertThrows(AssertionError.class, () -> Shared.SPARK.tell(command));
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
    }
}
