package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a walk over a tree costs, in requests, and that it shows what walks over the directories one by one show. */
final class TreeRequestsTest {
    private static final int DIRECTORIES = 1000;
    private static final int FILES = 5;
    private static final int REQUESTS_MAX = 30;
    /** Of a large directory in a tree: more than a usual page. */
    private static final int MANY = 5000;

    @TempDir
    private Path temporary;

    private Way.Served served;
    private Pfs writer;

    @BeforeEach
    void open() {
        served = new Way.Served(temporary.resolve("data"), EmbeddedOptions.DEFAULT);
        writer = Pfs.over(served, ClientOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "file-" + i).toList();
    }

    private void fill(String directory, int count) {
        writer.files().mkdirs(directory);
        writer.openTable(directory).createAll(names(count));
    }

    private CountedConnection another(boolean isNew) {
        return new CountedConnection(served.another(), isNew);
    }

    private static int walked(Pfs pfs) {
        int[] count = new int[1];
        pfs.files().walkTree("/top").forEachRemaining(info -> count[0]++);
        return count[0];
    }

    @Test
    void aTreeOfSmallDirectoriesCostsFewRequests() {
        for (int i = 0; i < DIRECTORIES; i++) {
            fill("/top/year=" + i % 10 + "/day=" + i, FILES);
        }
        int all = 10 + DIRECTORIES * (1 + FILES);
        CountedConnection counted = another(true);
        try (Pfs pfs = Pfs.over(counted, ClientOptions.DEFAULT)) {
            assertEquals(all, walked(pfs));
            int requests = counted.requests();
            assertTrue(requests <= REQUESTS_MAX, "requests: " + requests);
        }
        CountedConnection old = another(false);
        try (Pfs pfs = Pfs.over(old, ClientOptions.DEFAULT)) {
            assertEquals(all, walked(pfs), "a server that knows no requests of many parts answers the same");
            int requests = old.requests();
            assertTrue(requests > DIRECTORIES, "requests: " + requests);
        }
    }

    @Test
    void aChainOfDirectoriesCostsNoMoreThanEachAlone() {
        fill("/top/a/b/c/d/e", FILES);
        CountedConnection counted = another(true);
        try (Pfs pfs = Pfs.over(counted, ClientOptions.DEFAULT)) {
            assertEquals(5 + FILES, walked(pfs));
            int requests = counted.requests();
            assertTrue(requests <= 2 * 6, "a hop and a page of each: " + requests);
        }
    }

    @Test
    void largeDirectoriesAmongSmallOnesAreMetWhole() {
        int all = 0;
        for (int i = 0; i < 40; i++) {
            int count = i % 10 == 3 ? MANY : 60 + i;
            fill("/top/d" + i, count);
            all += 1 + count;
        }
        for (boolean isNew : new boolean[] {true, false}) {
            CountedConnection counted = another(isNew);
            try (Pfs pfs = Pfs.over(counted, ClientOptions.DEFAULT)) {
                assertEquals(all, walked(pfs));
                int requests = counted.requests();
                assertTrue(requests <= 3 + 40 * 4, "requests: " + requests);
            }
        }
    }

    /** Each is shown as it was before or as it is after, and all of it: not the begin of one and the end of the other. */
    @Test
    void aDirectoryThatIsReplacedDuringAWalkIsShownAsOne() {
        for (int i = 0; i < 40; i++) {
            fill("/top/d" + i, 200);
        }
        try (Pfs pfs = Pfs.over(another(true), ClientOptions.DEFAULT)) {
            Iterator<FileInfo> walk = pfs.files().walkTree("/top");
            SortedMap<String, SortedSet<String>> met = new TreeMap<>();
            while (met.isEmpty()) {
                note(walk.next(), met);
            }
            for (int i = 0; i < 40; i++) {
                writer.files().rename("/top/d" + i, "/away" + i);
                writer.files().mkdirs("/top/d" + i);
                writer.openTable("/top/d" + i)
                        .createAll(
                                names(200).stream().map(name -> "new-" + name).toList());
            }
            walk.forEachRemaining(info -> note(info, met));
            assertEquals(40, met.size());
            met.forEach((directory, names) -> {
                long old =
                        names.stream().filter(name -> name.startsWith("file")).count();
                assertEquals(200, names.size(), directory);
                assertTrue(old == 0 || old == 200, directory + ": " + old + " of 200 are of the one before");
            });
        }
    }

    private static void note(FileInfo info, SortedMap<String, SortedSet<String>> met) {
        if (!info.isDirectory()) {
            met.computeIfAbsent(info.path().parent().toString(), any -> new TreeSet<>())
                    .add(info.path().name().toString());
        }
    }

    /** Of all below a directory, by walks over its directories, what each is and how large. */
    private static void look(PfsFiles files, String directory, SortedMap<String, String> seen) {
        for (FileInfo info : files.list(directory)) {
            seen.put(info.path().toString(), shown(info));
            if (info.isDirectory()) {
                look(files, info.path().toString(), seen);
            }
        }
    }

    private static String shown(FileInfo info) {
        return info.isDirectory() + " " + info.size() + " " + info.symlinkTarget();
    }

    @Test
    void itShowsWhatWalksOverItsDirectoriesShow() {
        Seeds.each("TreeRequestsTest#itShowsWhatWalksOverItsDirectoriesShow", 5, seed -> {
            Random random = new Random(seed);
            String top = "/seed" + seed;
            writer.files().mkdirs(top);
            grow(top, random);
            SortedMap<String, String> expected = new TreeMap<>();
            look(writer.files(), top, expected);
            for (boolean isNew : new boolean[] {true, false}) {
                try (Pfs pfs = Pfs.over(another(isNew), ClientOptions.DEFAULT)) {
                    SortedMap<String, String> met = new TreeMap<>();
                    pfs.files()
                            .walkTree(top)
                            .forEachRemaining(info -> assertEquals(
                                    null, met.put(info.path().toString(), shown(info)), "met once: " + info.path()));
                    assertEquals(expected, met);
                }
            }
        });
    }

    /** Directories of sizes around those of pages, files, and symlinks to directories and to nothing. */
    private void grow(String top, Random random) {
        List<String> directories = new ArrayList<>(List.of(top));
        for (int i = 0; i < 60; i++) {
            String parent = directories.get(random.nextInt(directories.size()));
            String made = parent + "/d" + i;
            switch (random.nextInt(6)) {
                case 0 -> writer.files().symlink(parent + "/link" + i, directories.get(0));
                case 1 -> writer.files().symlink(parent + "/dead" + i, "/nowhere");
                case 2 -> {
                    fill(made, 62 + random.nextInt(5));
                    directories.add(made);
                }
                default -> {
                    fill(made, 1 + random.nextInt(8));
                    directories.add(made);
                    writer.files().write(made + "/bytes", new byte[random.nextInt(100)]);
                }
            }
        }
    }
}
