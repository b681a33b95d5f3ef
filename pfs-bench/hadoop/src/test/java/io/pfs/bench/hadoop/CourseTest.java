package io.pfs.bench.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.bench.api.OwnServer;
import io.pfs.bench.whole.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A little of everything. */
final class CourseTest {
    private static final Scale LITTLE = new Scale(List.of(2), 0.02, 0.02, 1, 100, 100, 1 << 20, List.of(Part.values()));

    @TempDir
    private Path folder;

    private Figures figures(URI uri) throws IOException {
        Figures figures = new Figures();
        List<String> told = new ArrayList<>();
        try (Stores stores = Stores.of(uri, new Configuration(false))) {
            assertEquals(uri.getScheme(), stores.first());
            new Course(stores, figures, folder, LITTLE, told::add).run();
        }
        assertFalse(told.isEmpty());
        return figures;
    }

    private static void assertAll(Figures figures, String store) {
        List<Figures.Key> keys = new ArrayList<>(List.of(
                new Figures.Key(Figures.LIST, 1),
                new Figures.Key(Figures.DELETE_TREE, 1),
                new Figures.Key(Figures.WRITE_LARGE, 1),
                new Figures.Key(Figures.READ_LARGE, 1),
                new Figures.Key(Figures.STATUS, 2),
                new Figures.Key(Figures.RENAME, 2),
                new Figures.Key(Figures.DELETE, 2)));
        for (int size : SmallFiles.SIZES) {
            keys.add(new Figures.Key(Figures.create(size), 2));
            if (size > 0) {
                keys.add(new Figures.Key(Figures.read(size), 2));
            }
        }
        keys.forEach(key -> assertTrue(figures.of(key, store) > 0, key + " of " + store));
        assertEquals(keys.size(), figures.keys().size(), figures.keys()::toString);
    }

    @Test
    void measuresPfsAndLeavesNothing() throws Exception {
        try (OwnServer server = OwnServer.start(folder.resolve("data"), Durability.FLUSH)) {
            URI uri = URI.create(server.uri());
            assertAll(figures(uri), "pfs");
            try (FileSystem fs = FileSystem.newInstance(uri, new Configuration(false))) {
                assertEquals(0, fs.listStatus(new org.apache.hadoop.fs.Path("/")).length);
            }
        }
    }

    @Test
    void measuresFilesOfHadoop() throws Exception {
        Path root = Files.createDirectory(folder.resolve("local"));
        assertAll(figures(root.toUri()), "file");
        try (var left = Files.list(root)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void measuresPlainFiles() throws Exception {
        Figures figures = new Figures();
        Path root = Files.createDirectory(folder.resolve("plain"));
        try (Store store = new PlainStore(root);
                Crowd crowd = new Crowd(2)) {
            new SmallFiles(store, crowd, figures, LITTLE.seconds()).run();
            new ManyEntries(store, crowd, figures, LITTLE.entries()).run();
            new LargeFile(store, figures, LITTLE.largeBytes()).run();
        }
        assertAll(figures, "files");
    }

    @Test
    void measuresBareRequests() throws Exception {
        measure(BareRequests.start(Files.createDirectory(folder.resolve("bare"))), "bare");
    }

    @Test
    void measuresBareRequestsOverOneConnection() throws Exception {
        measure(BareRequests.startShared(Files.createDirectory(folder.resolve("shared"))), "shared");
    }

    private static void measure(BareRequests bare, String name) throws Exception {
        Figures figures = new Figures();
        try (Store store = bare;
                Crowd crowd = new Crowd(2)) {
            byte[] bytes = Contents.of(7, 5000);
            store.write("/before", new byte[0]);
            store.write("/one", bytes);
            try (InputStream in = store.open("/one")) {
                assertArrayEquals(bytes, in.readAllBytes());
            }
            new SmallFiles(store, crowd, figures, LITTLE.seconds()).run();
        }
        for (int size : SmallFiles.SIZES) {
            assertTrue(figures.of(new Figures.Key(Figures.create(size), 2), name) > 0);
        }
    }

    @Test
    void measuresWhatIsLeftToDoOfATree() {
        Figures figures = new Figures();
        new Reaping(figures, 2000).run(folder.resolve("reaped"));
        assertTrue(figures.of(new Figures.Key(Figures.REAP, 1), "pfs") > 0);
        assertTrue(figures.of(new Figures.Key(Figures.REAP_EMPTY, 1), "pfs") > 0);
    }

    @Test
    void measuresTheDisk() throws Exception {
        assertTrue(BareAppends.perSecond(folder, 2, 1024, LITTLE.seconds()) > 0);
    }
}
