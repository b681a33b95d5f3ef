package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.wire.CellFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Over a file that is in memory, and a server whose answers are in the test's hand. */
final class PlacedBytesTest {
    private static final byte[] BYTES = {1, 2, 3, 4, 5};

    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<Outcome<byte[]>> asked = new ArrayList<>();
    private int reads;
    private Runnable beforeRead = () -> {};
    private Runnable beforeLater = () -> {};

    private final class Kept implements CellFile {
        @Override
        public void read(long from, byte[] target, int at, int length) {
            reads++;
            beforeRead.run();
            System.arraycopy(BYTES, (int) from, target, at, length);
        }

        @Override
        public boolean opens() {
            return true;
        }

        @Override
        public void later(Runnable task) {
            beforeLater.run();
            later.add(task);
        }
    }

    private PlacedBytes here() {
        return new PlacedBytes(Optional.of(new Kept()), BYTES.length, asked::add);
    }

    @Test
    void allOfThemGoWhereTheyAreWantedAndPartsAreKept() {
        PlacedBytes bytes = here();
        byte[] target = new byte[8];
        bytes.read(0, target, 2, 5);
        assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 4, 5, 0}, target);
        bytes.read(1, target, 0, 2);
        bytes.read(3, target, 6, 2);
        assertArrayEquals(new byte[] {2, 3, 1, 2, 3, 4, 4, 5}, target);
        bytes.read(0, target, 0, 5);
        assertEquals(2, reads, "what is kept is not read again");
        assertSame(bytes.all(), bytes.all());
        assertEquals(0, asked.size());
    }

    @Test
    void whoDoesNotWaitHasThemReadOnce() {
        PlacedBytes bytes = here();
        CompletableFuture<byte[]> first = bytes.readLater(0, 5);
        CompletableFuture<byte[]> second = bytes.readLater(0, 5);
        CompletableFuture<byte[]> some = bytes.readLater(1, 2);
        assertFalse(first.isDone());
        assertEquals(1, later.size());
        later.remove().run();
        assertArrayEquals(BYTES, first.join());
        assertArrayEquals(BYTES, second.join());
        assertNotSame(first.join(), second.join(), "each has his own");
        assertArrayEquals(new byte[] {2, 3}, some.join());
        assertEquals(1, reads);
    }

    @Test
    void whatIsNotReadHereIsAskedForUntilItIsAnswered() {
        beforeRead = () -> {
            throw new PfsException(ErrorCode.FILE_MISSING, "gone");
        };
        PlacedBytes bytes = here();
        CompletableFuture<byte[]> first = bytes.readLater(0, 5);
        later.remove().run();
        asked.remove(0).failed(new PfsException(ErrorCode.UNREACHABLE, "away"));
        CompletionException away = assertThrows(CompletionException.class, first::join);
        assertEquals(
                ErrorCode.UNREACHABLE,
                assertInstanceOf(PfsException.class, away.getCause()).code());
        CompletableFuture<byte[]> second = bytes.readLater(0, 5);
        asked.remove(0).done(BYTES);
        assertArrayEquals(BYTES, second.join());
        assertEquals(1, reads, "where it could not be read once it is not tried again");
        byte[] target = new byte[5];
        bytes.read(0, target, 0, 5);
        assertArrayEquals(BYTES, target);
        assertEquals(0, asked.size());
    }

    /** Else whoever waits would wait for ever. */
    @Test
    void whatElseGoesWrongIsToldAndTriedAgain() {
        beforeRead = () -> {
            throw new OutOfMemoryError("no room");
        };
        PlacedBytes bytes = here();
        PfsException refused = assertThrows(PfsException.class, bytes::all);
        assertEquals(ErrorCode.IO_FAILED, refused.code());
        beforeRead = () -> {};
        assertArrayEquals(BYTES, bytes.all());
    }

    @Test
    void whereNoThreadCanBeHadThatIsTold() {
        beforeLater = () -> {
            throw new OutOfMemoryError("no thread");
        };
        PlacedBytes bytes = here();
        CompletionException refused = assertThrows(
                CompletionException.class, () -> bytes.readLater(0, 5).join());
        assertEquals(
                ErrorCode.IO_FAILED,
                assertInstanceOf(PfsException.class, refused.getCause()).code());
        assertArrayEquals(BYTES, bytes.all());
    }
}
