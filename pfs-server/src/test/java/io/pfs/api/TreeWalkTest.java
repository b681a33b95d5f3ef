package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.TreeWalk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** All that is below a directory. */
@ParameterizedClass
@EnumSource(Way.class)
final class TreeWalkTest {
    /** More than a page. */
    private static final int MANY = 9_000;

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
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private SortedSet<String> tree() {
        SortedSet<String> made = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            String directory = "/top/d" + i % 7 + "/e" + i;
            files.mkdirs(directory);
            made.add("/top/d" + i % 7);
            made.add(directory);
            for (int j = 0; j < i % 4; j++) {
                files.write(directory + "/f" + j, new byte[] {1, 2, 3});
                made.add(directory + "/f" + j);
            }
        }
        return made;
    }

    @Test
    void eachNameIsMetOnceAndBehindItsDirectory() {
        SortedSet<String> made = tree();
        files.mkdirs("/beside");
        files.symlink("/top/link", "/beside");
        made.add("/top/link");
        TreeSet<String> met = new TreeSet<>();
        files.walkTree("/top").forEachRemaining(info -> {
            String path = info.path().toString();
            String parent = path.substring(0, path.lastIndexOf('/'));
            assertTrue(parent.equals("/top") || met.contains(parent), path + " is met before its directory");
            assertTrue(met.add(path), path + " is met twice");
            assertEquals(path.contains("/f"), info.isFile());
            assertTrue(!info.isFile() || info.size() == 3, path);
        });
        assertEquals(made, met);
    }

    @Test
    void aDirectoryOfManyPagesIsMetWhole() {
        files.mkdirs("/top/many");
        files.mkdirs("/top/few");
        files.write("/top/few/a", new byte[1]);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            names.add("row-" + i);
        }
        pfs.openTable("/top/many").createAll(names);
        TreeWalk walk = files.walkTree("/top");
        int met = 0;
        while (walk.hasNext()) {
            walk.next();
            met++;
        }
        assertEquals(MANY + 3, met);
        assertFalse(walk.hasNext());
        assertThrows(NoSuchElementException.class, walk::next);
    }

    @Test
    void whatGoesMeanwhileIsNotMissed() {
        tree();
        TreeWalk walk = files.walkTree("/top");
        List<FileInfo> met = new ArrayList<>();
        met.add(walk.next());
        String spared = met.get(0).path().toString();
        for (int i = 0; i < 7; i++) {
            if (!spared.equals("/top/d" + i)) {
                files.deleteTree("/top/d" + i);
            }
        }
        walk.forEachRemaining(met::add);
        assertTrue(met.size() >= 7, "what the first page told is told");
        assertTrue(
                met.stream().anyMatch(info -> info.path().toString().startsWith(spared + "/")), "what stayed is met");
    }

    @Test
    void whatIsNoDirectoryIsRefused() {
        files.write("/file", new byte[1]);
        refused(ErrorCode.NOT_FOUND, "/nowhere");
        refused(ErrorCode.NOT_A_DIRECTORY, "/file");
    }

    private void refused(ErrorCode code, String path) {
        assertEquals(
                code,
                assertThrows(PfsException.class, () -> files.walkTree(path)).code());
    }
}
