package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.server.serve.CoordinatedCluster;
import io.pfs.server.serve.ServedCluster;
import io.pfs.wire.ClusterPicture.SeatView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin status}, {@code shards}, {@code moves}. */
final class StatusCommandTest {
    /** The longest that there may be here: between two thirds of one and the end of it a server is cut off and has not let go. */
    private static final int LONG_SESSION_SECONDS = 4;

    @TempDir
    private Path folder;

    private static List<String> ask(int code, String command, String server, String... options) {
        String[] args = new String[4 + options.length];
        System.arraycopy(new String[] {"admin", command, "--fs", "pfs://" + server}, 0, args, 0, 4);
        System.arraycopy(options, 0, args, 4, options.length);
        return GcCommandTest.run(code, args);
    }

    private static void requireLine(List<String> lines, String pattern) {
        assertTrue(lines.stream().anyMatch(line -> line.matches(pattern)), pattern + " is not among " + lines);
    }

    @Test
    void theWholePictureIsToldToPeopleAndPrograms() {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, 4)) {
            String first = cluster.start();
            String second = cluster.start();
            ask(0, "drain", first, second);
            awaitServed(first); // what was given up there is being opened here
            List<String> status = ask(0, "status", first);
            requireLine(status, "file system [0-9a-f]{32} in " + cluster.pool() + ": 4 seats, 1,024 shards");
            requireLine(status, "as " + first + " hears it from ZooKeeper now");
            requireLine(status, "    [AB]  " + first + ": 4 seats, 1,024 shards, there since 20.*Z");
            requireLine(status, "    [AB]  " + second + ": 0 seats, 0 shards, drained, there since 20.*Z");
            requireLine(status, "every seat is served, and where it is to be");
            requireLine(
                    ask(0, "status", second, "--json"),
                    ".*\"current\":true,\"seats\":4,\"shards\":1024,\"unserved\":0,\"moving\":0,\"drained\":\\[\""
                            + second + "\"],\"servers\":\\[.*");
            List<String> moves = ask(0, "moves", first);
            assertEquals(4, moves.size());
            requireLine(moves, "20.*Z  seat   [0-9]  " + second + " -> " + first + "  drain, took [0-9,]+ ms");
            requireLine(
                    ask(0, "moves", first, "--json", "--limit", "1"),
                    ".*\"underWay\":false,\"epoch\":3,\"to\":\"" + first + "\",\"why\":\"drain\",.*\"from\":\"" + second
                            + "\"}");
            cluster.stop(second);
            awaitAlone(first);
            requireLine(ask(0, "status", first), "       " + second + ": drained, and not there");
        }
    }

    /** As when its disk is full, or its folder has lost its rights: the second server can make no folder for a seat. */
    @Test
    void whatOneServerCannotOpenAnotherServesAndStatusSaysWhy() throws IOException {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, 4)) {
            String first = cluster.start();
            for (int seat = 0; seat < 4; seat++) {
                Files.writeString(Files.createDirectories(cluster.nextData()).resolve("seat-000" + seat), "in the way");
            }
            String second = cluster.start();
            awaitServed(first);
            List<String> status = ask(0, "status", first);
            requireLine(status, "    [AB]  " + first + ": 4 seats, 1,024 shards, there since 20.*Z");
            requireLine(status, "       can't open seat [0-3], which is for others, since 20.*Z: .*seat-000.*");
            requireLine(
                    ask(0, "status", second, "--json"),
                    ".*\"troubles\":\\[\\{\"seat\":[0-3],\"standing\":\"others\",.*\"hopeless\":\\[\\]}");
        }
    }

    /** What is known there is old, and no promise; the first that asks waits until the server knows that it is cut off. */
    @Test
    void ofAServerThatDoesNotReachZooKeeperNothingIsSaidToBeServed() {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, 4, LONG_SESSION_SECONDS)) {
            String only = cluster.start();
            cluster.stopZooKeeper();
            List<String> status = ask(1, "status", only);
            String heard =
                    "as " + only + " heard it last: it does not reach ZooKeeper now, and can't say who serves what";
            assertEquals(heard, status.get(1));
            requireLine(status, "    A  " + only + ": had 4 seats, 1,024 shards, there since 20.*Z");
            requireLine(status, "whether any seat is served now is not known here: .*");
            requireLine(
                    ask(1, "status", only, "--json"),
                    ".*\"current\":false,\"seats\":4,\"shards\":1024,\"unserved\":4,\"moving\":0,.*");
            assertEquals(
                    List.of(heard, "    0  AAAA", "    A  " + only + ": 4 seats, 1,024 shards"),
                    ask(1, "servers", only));
            requireLine(
                    ask(1, "servers", only, "--json"),
                    "\\{\"seats\":4,\"shards\":1024,.*,\"server\":\"" + only + "\",\"current\":false}");
            assertEquals(heard, ask(0, "shards", only).get(0));
            assertEquals(List.of(), ask(1, "moves", only), "no move is under way, nor known");
            cluster.startZooKeeper();
            awaitServed(only);
            assertEquals(List.of("    0  AAAA", "    A  " + only + ": 4 seats, 1,024 shards"), ask(0, "servers", only));
            assertEquals(4, ask(0, "moves", only).size());
        }
    }

    /** Who gives up a seat is done before another one has opened it. */
    private static void awaitServed(String server) {
        try (Pfs pfs = Pfs.connect("pfs://" + server)) {
            while (!pfs.cluster().look().seats().stream().allMatch(SeatView::isServed)) {
                Thread.onSpinWait();
            }
        }
    }

    /** That another one has left is heard some time after it ended. */
    private static void awaitAlone(String server) {
        try (Pfs pfs = Pfs.connect("pfs://" + server)) {
            while (pfs.cluster().look().servers().size() > 1) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shardsOfSeatsAreTold() {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, 4)) {
            String only = cluster.start();
            requireLine(ask(0, "shards", only), "seat   1  " + only + "  256 shards: 512-767");
            requireLine(
                    ask(0, "shards", only, "--json"),
                    "\\{\"seat\":3,\"shards\":\\[768,769,.*,1023],\"server\":\"" + only + "\",\"current\":true}");
        }
    }

    /** There is nothing that moves, but shards have their places all the same. */
    @Test
    void serversOfAListHaveNoStatus() {
        try (ServedCluster cluster = new ServedCluster(folder, 2, Map.of()).startAll()) {
            String any = cluster.addresses().get(1);
            assertEquals(List.of(), ask(1, "status", any));
            assertEquals(List.of(), ask(1, "moves", any));
            assertEquals(2, ask(0, "shards", any).size());
        }
        ask(2, "moves", "127.0.0.1:1", "--limit", "-1");
    }
}
