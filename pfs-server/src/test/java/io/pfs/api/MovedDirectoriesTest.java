package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients remember directories by leases that one loop has granted, and another one has their rows by now. */
final class MovedDirectoriesTest {
    private static final EmbeddedOptions LOOPS = EmbeddedOptions.DEFAULT.withLoops(3);
    private static final int DIRECTORIES = 40;
    /** So many more that its slices are several. */
    private static final int FILES = 10_000;

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void await(Table table) {
        while (table.describe().spread() == 0 || table.describe().isDistributing()) {
            Thread.onSpinWait();
        }
    }

    /** Another client may remember as much. */
    private static void rename(Pfs pfs, Pfs other) {
        Table table = pfs.createTable("/p");
        for (int nth = 0; nth < DIRECTORIES; nth++) {
            pfs.createTable("/p/d" + nth).put("row", "content", bytes("old " + nth));
        }
        table.createAll(IntStream.range(0, FILES).mapToObj(file -> "f" + file).toList());
        for (int nth = 0; nth < DIRECTORIES; nth++) {
            assertTrue(pfs.files().exists("/p/d" + nth + "/row"));
            assertTrue(other.files().exists("/p/d" + nth + "/row"));
        }
        table.setSpreading(new Spreading(SpreadPolicy.ALWAYS, 0));
        await(table);
        for (int nth = 0; nth < DIRECTORIES; nth++) {
            pfs.files().rename("/p/d" + nth, "/p/e" + nth);
            assertFalse(pfs.files().exists("/p/d" + nth + "/row"), "d" + nth + " for who renamed it");
            assertFalse(other.files().exists("/p/d" + nth + "/row"), "d" + nth + " for another one");
        }
        for (int nth = 0; nth < DIRECTORIES; nth++) {
            other.ensureTable("/p/d" + nth).put("new", "content", bytes("new " + nth));
        }
        for (int nth = 0; nth < DIRECTORIES; nth++) {
            assertArrayEquals(
                    bytes("new " + nth),
                    pfs.openTable("/p/d" + nth).get("new", "content").orElseThrow());
            assertEquals(
                    1, pfs.openTable("/p/e" + nth).scan().page().join().rows().size());
        }
    }

    @Test
    void inThisProcessNobodyGoesToWhatWasRenamed() {
        try (Pfs pfs = Pfs.embedded(folder.resolve("data"), LOOPS, ClientOptions.DEFAULT)) {
            rename(pfs, pfs);
        }
    }

    @Test
    void overTheNetworkNobodyDoes() {
        Way.Served served = new Way.Served(folder.resolve("data"), LOOPS);
        try (Pfs pfs = Pfs.over(served, ClientOptions.DEFAULT);
                Pfs other = Pfs.over(served.another(), ClientOptions.DEFAULT)) {
            rename(pfs, other);
        }
    }
}
