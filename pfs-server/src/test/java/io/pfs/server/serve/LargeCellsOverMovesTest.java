package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileOutput;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.HeldSeats.Ending;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large cells and files that are being written over real sockets while all seats move: who writes does not notice. */
final class LargeCellsOverMovesTest {
    private static final int SEATS = 3;
    private static final int BYTES = (11 << 20) + 12_345;
    private static final int MOVE_EVERY = 3 << 20;

    @TempDir
    private Path folder;

    private final byte[] bytes = new byte[BYTES];

    /** What is written, while seats move now and then. */
    private final class MovingStream extends InputStream {
        private final ByteArrayInputStream all = new ByteArrayInputStream(bytes);
        private final Runnable moving;
        private int untilMove = MOVE_EVERY;

        MovingStream(Runnable moving) {
            this.moving = moving;
        }

        @Override
        public int read() {
            throw new IllegalStateException("many are read at a time");
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            if (untilMove <= 0) {
                moving.run();
                untilMove = MOVE_EVERY;
            }
            int some = all.read(target, offset, count);
            untilMove -= some;
            return some;
        }
    }

    private void eachWay(BiConsumer<Pfs, Runnable> writing) {
        new Random(1).nextBytes(bytes);
        for (Ending how : Ending.values()) {
            Path own = folder.resolve(how.name());
            try (MovingSeats cluster = new MovingSeats(own, SEATS)) {
                cluster.start(0);
                cluster.start(1);
                cluster.free().forEach(seat -> cluster.open(seat, seat % 2));
                try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                    writing.accept(pfs, () -> moveAll(cluster, how));
                }
                assertEquals(List.of(), cluster.failures());
            }
            Optional<Path> pool = Optional.of(MovingSeats.poolIn(own));
            assertEquals(List.of(), FolderCheck.damage(pool, List.of(), new SystemClock(), new SystemEntropy()));
        }
    }

    private static void moveAll(MovingSeats cluster, Ending how) {
        for (int seat = 0; seat < cluster.seats(); seat++) {
            int from = cluster.holderOf(seat);
            cluster.close(seat, from, how);
            cluster.open(seat, 1 - from);
        }
    }

    @Test
    void aCell() {
        eachWay((pfs, moving) -> {
            Table table = pfs.createTable("/t");
            table.put("row", "content", new MovingStream(moving));
            assertArrayEquals(bytes, pfs.files().readAll("/t/row"));
        });
    }

    /** It was written before the seats move, and is referred to after. */
    @Test
    void cellsWhoseEditsAreLeft() {
        eachWay((pfs, moving) -> {
            Table table = pfs.createTable("/t");
            List<RowEditor> edits = List.of(
                    table.edit("a").put("content", new ByteArrayInputStream(bytes)),
                    table.edit("b").put("content", new ByteArrayInputStream(bytes)),
                    table.edit("c").put("content", new ByteArrayInputStream(bytes)));
            moving.run();
            edits.get(0).apply();
            List<RowResult> results = table.applyAll(edits.subList(1, 3));
            assertEquals(
                    List.of(),
                    results.stream()
                            .flatMap(result -> result.failure().stream())
                            .toList());
            for (String row : List.of("a", "b", "c")) {
                assertArrayEquals(bytes, pfs.files().readAll("/t/" + row), row);
            }
        });
    }

    /** What was synced is there for readers, wherever it is written. */
    @Test
    void aFileThatIsSynced() {
        eachWay((pfs, moving) -> {
            int piece = 2_500_000;
            try (FileOutput out = pfs.files().create("/file")) {
                for (int from = 0; from < BYTES; from += piece) {
                    int count = Math.min(piece, BYTES - from);
                    out.write(bytes, from, count);
                    moving.run();
                    out.sync();
                    byte[] soFar = Arrays.copyOf(bytes, from + count);
                    assertArrayEquals(soFar, pfs.files().readAll("/file"));
                }
            }
            assertArrayEquals(bytes, pfs.files().readAll("/file"));
        });
    }

    /** A part of a large cell is written by copying it to another object. */
    @Test
    void aPartOfACell() {
        eachWay((pfs, moving) -> {
            Table table = pfs.createTable("/t");
            table.put("row", "content", new ByteArrayInputStream(bytes));
            CompletableFuture<RowVersion> written =
                    table.async().overwrite("row", "content", 5_000_000, new byte[] {1, 2, 3});
            moving.run();
            written.join();
            byte[] expected = bytes.clone();
            System.arraycopy(new byte[] {1, 2, 3}, 0, expected, 5_000_000, 3);
            assertArrayEquals(expected, pfs.files().readAll("/t/row"));
        });
    }

    /** Else a file would be cut short where the writing of it failed, by who closes it all the same. */
    @Test
    void whatCouldNotBeWrittenIsNotPublishedInPart() {
        eachWay((pfs, moving) -> {
            FileOutput out = pfs.files().create("/file");
            out.write(bytes, 0, BYTES);
            Thread.currentThread().interrupt();
            assertThrows(PfsException.class, () -> out.write(bytes, 0, BYTES));
            assertTrue(Thread.interrupted());
            moving.run();
            PfsException refusal = assertThrows(PfsException.class, out::close);
            assertEquals(ErrorCode.OBJECT_LOST, refusal.code(), refusal.getMessage());
            assertEquals(0, pfs.files().readAll("/file").length);
        });
    }
}
