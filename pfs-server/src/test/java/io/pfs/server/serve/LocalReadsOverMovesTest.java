package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.format.FileHeader;
import io.pfs.pool.HomeName;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that can open the files of a pool in a folder, whose seats go from one server to another. */
final class LocalReadsOverMovesTest {
    private static final int SEATS = 2;
    private static final int ROWS = 10;

    @TempDir
    private Path folder;

    /** What stands in the witness of each seat, once that is another one than before. */
    private byte[][] witnesses(long epoch, byte[][] before) throws IOException {
        byte[][] found = new byte[SEATS][];
        for (int seat = 0; seat < SEATS; seat++) {
            String home = HomeName.of(HomeName.before(new ServerId(seat)), new Epoch(epoch));
            Path file = MovingSeats.poolIn(folder)
                    .resolve(home)
                    .resolve(HomeName.POOL)
                    .resolve(PoolPlace.FILE);
            do {
                Thread.onSpinWait();
                found[seat] = bytesOf(file);
            } while (found[seat].length < FileHeader.BYTES || Arrays.equals(found[seat], before[seat]));
        }
        return found;
    }

    private static byte[] bytesOf(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    private static byte[] content(int nth) {
        byte[] bytes = new byte[60_000 + nth];
        new Random(nth).nextBytes(bytes);
        return bytes;
    }

    private static String row(int nth) {
        return "r" + nth;
    }

    /** Reads all again and again, until none of it comes from a server: the pool is looked for while they serve. */
    private static void readUntilNoneIsServed(Pfs pfs, Table table) {
        long before;
        do {
            before = pfs.localReads().cells();
            for (int i = 0; i < ROWS; i++) {
                assertArrayEquals(content(i), table.get(row(i), "content").orElseThrow());
            }
        } while (pfs.localReads().cells() < before + ROWS);
    }

    @Test
    @Timeout(120)
    void whatMovesIsReadFromTheFolderAgain() throws IOException {
        try (MovingSeats cluster = new MovingSeats(folder, SEATS)) {
            cluster.start(0);
            cluster.start(1);
            cluster.free().forEach(seat -> cluster.open(seat, 0));
            byte[][] before = witnesses(1, new byte[SEATS][]);
            try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                Table table = pfs.createTable("/t");
                Map<String, byte[]> cells = new TreeMap<>();
                for (int i = 0; i < ROWS; i++) {
                    cells.put(row(i), content(i));
                }
                table.putAll("content", cells);
                readUntilNoneIsServed(pfs, table);
                for (int seat = 0; seat < SEATS; seat++) {
                    cluster.move(seat, 1);
                }
                witnesses(2, before);
                readUntilNoneIsServed(pfs, table);
                assertEquals(0, pfs.localReads().askedAgain());
            }
        }
    }
}
