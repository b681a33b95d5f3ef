package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.DaemonTimers;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.file.PfsForms;
import io.pfs.client.local.FolderPools;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.local.LocalReads;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.ReadFile;
import io.pfs.testing.ForwardingReadFile;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams over small files that lie on this machine: what they hold is read when it is wanted, and where, as long as reads take no time by a clock of the test's. */
final class LocalStreamsTest {
    private static final int CELLS = 30;
    private static final long LOOK_NS = 10_000_000_000L;
    private static final long SLOW_NS = 20_000_000;
    private static final int QUICK_IN_A_ROW = 16;

    @TempDir
    private Path folder;

    private final AtomicLong readerNs = new AtomicLong(1);
    private final DaemonTimers timers = new DaemonTimers();
    private Runnable beforeRead = () -> {};
    private volatile Runnable beforeAnswer = () -> {};
    private final AtomicInteger lives = new AtomicInteger();
    private Way.Served served;
    private CountedConnection counted;
    private WaitersFirst readers;
    private LocalReads local;
    private Pfs pfs;
    private Table table;

    @BeforeEach
    void open() {
        served = new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH));
        counted = new CountedConnection(new Lives(), true);
        readers = new WaitersFirst(new BackgroundThreads("test-readers", 2), new Standing());
        FolderPools pools = new FolderPools();
        local = new LocalReads(
                counted,
                (server, place) -> pools.find(server, told(place)).map(pool -> name -> new Watched(pool.open(name))),
                readers,
                new SystemClock(),
                timers,
                LocalReads.AT_ONCE_BYTES);
        local.lookAround(LOOK_NS);
        pfs = Pfs.over(local, ClientOptions.DEFAULT);
        table = pfs.createTable("/t");
        table.addColumn("text", ColumnOptions.DEFAULT.withCompression());
        for (int i = 0; i < CELLS; i++) {
            table.put("r" + i, "content", cell(i));
        }
        served.engine().checkpoint();
        becomeQuick();
    }

    /** Reads of this machine's disk are quick when this returns; the last of them may only be about to be known for it. */
    private void becomeQuick() {
        for (int i = 0; i < QUICK_IN_A_ROW; i++) {
            assertArrayEquals(cell(i), table.get("r" + i, "content").orElseThrow());
        }
        while (!readers.areQuick()) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void close() {
        pfs.close();
        timers.close();
    }

    private final class Standing implements Clock {
        @Override
        public long monotonicNs() {
            return readerNs.get();
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    }

    /** A server that seems to have begun anew, though its folder is as it was. */
    private final class Lives implements Connection {
        @Override
        public FileSystemFacts facts() {
            return served.facts();
        }

        @Override
        public Optional<PoolPlace> poolOf(ServerId id) {
            return served.poolOf(id).map(place -> new PoolPlace(place.folder(), place.witness() + lives.get()));
        }

        @Override
        public void send(List<Call> calls) {
            served.send(calls.stream()
                    .map(call -> new Call(call.envelope(), call.deadlineNs(), reply -> {
                        beforeAnswer.run();
                        call.sink().answer(reply);
                    }))
                    .toList());
        }

        @Override
        public void hears(LeaseHolder listener) {
            served.hears(listener);
        }

        @Override
        public void close() {
            served.close();
        }
    }

    /** The server's folder is known by what its one life told. */
    private PoolPlace told(PoolPlace place) {
        return new PoolPlace(place.folder(), place.witness() - lives.get());
    }

    private final class Watched extends ForwardingReadFile {
        Watched(ReadFile file) {
            super(file);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            beforeRead.run();
            return super.read(target, offset);
        }
    }

    private static byte[] cell(int nth) {
        byte[] bytes = new byte[1000 + 5000 * nth];
        new Random(nth).nextBytes(bytes);
        return bytes;
    }

    private CellInput opened(int nth) {
        return pfs.files().open("/t/r" + nth);
    }

    private interface Body {
        void run() throws Exception;
    }

    /** What it reads here, in so many calls. */
    private void requireReads(int cells, int calls, Body body) throws Exception {
        LocalReadCounts before = local.counts();
        int requestsBefore = counted.requests();
        body.run();
        assertEquals(cells, local.counts().cells() - before.cells(), "cells read here");
        assertEquals(calls, counted.requests() - requestsBefore, "calls");
    }

    @Test
    void allOfAFileGoesWhereItIsWanted() throws Exception {
        for (int nth : new int[] {3, 13, 14, CELLS - 1}) { // of one chunk, and of more
            byte[] cell = cell(nth);
            byte[] target = new byte[cell.length + 7];
            requireReads(2, 1, () -> {
                CellInput in = opened(nth);
                assertEquals(cell.length, in.length());
                assertEquals(cell.length, in.available());
                requireReads(1, 0, () -> assertEquals(cell.length, in.read(target, 3, target.length - 3)));
                requireReads(0, 0, () -> assertEquals(-1, in.read(target, 0, 1)));
                requireReads(0, 0, () -> assertEquals(-1, in.read()));
                requireReads(1, 0, () -> assertEquals(cell.length, in.readAt(0, target, 3, cell.length)));
            });
            assertArrayEquals(cell, Arrays.copyOfRange(target, 3, 3 + cell.length));
            assertEquals(0, target[3 + cell.length]);
        }
    }

    @Test
    void ofAPartAllIsKept() throws Exception {
        CellInput in = opened(20);
        requireReads(1, 0, () -> {
            byte[] some = new byte[50];
            assertEquals(50, in.readAt(9, some, 0, 50));
            assertArrayEquals(Arrays.copyOfRange(cell(20), 9, 59), some);
            assertEquals(cell(20)[0] & 0xff, in.read());
            in.seek(5);
            assertArrayEquals(Arrays.copyOfRange(cell(20), 5, cell(20).length), in.readAllBytes());
            assertArrayEquals(
                    Arrays.copyOfRange(cell(20), 100, 300),
                    in.readAsync(100, 200).get());
        });
        requireReads(
                1,
                1,
                () -> assertArrayEquals(
                        Arrays.copyOfRange(cell(21), 1, 9), twoParts(21).get()));
    }

    private CompletableFuture<byte[]> twoParts(int nth) throws Exception {
        CellInput in = opened(nth);
        CompletableFuture<byte[]> first = in.readAsync(1, 8);
        return in.readAsync(9, 8).thenCombine(first, (later, earlier) -> earlier);
    }

    @Test
    void whatIsTinyIsReadAtOnce() throws Exception {
        CellInput in = opened(1);
        requireReads(0, 0, () -> assertArrayEquals(cell(1), in.readAllBytes()));
        requireReads(1, 1, () -> opened(1).close());
    }

    @Test
    void whatIsEmptyOrBehindTheEndIsNotRead() throws Exception {
        pfs.files().write("/t/empty", new byte[0]);
        served.engine().checkpoint();
        CellInput in = opened(22);
        requireReads(0, 0, () -> {
            assertEquals(0, in.readAt(cell(22).length + 1L, new byte[5], 0, 5));
            assertEquals(0, in.readAsync(cell(22).length + 1L, 5).get().length);
            assertEquals(0, in.read(new byte[5], 0, 0));
        });
        assertEquals(0, pfs.files().open("/t/empty").readAllBytes().length);
    }

    /** Whoever has it open reads what it was then, also if it is another one by now, and its file is gone. */
    @Test
    void aStreamOutlivesItsFile() throws Exception {
        CellInput changed = opened(7);
        CellInput removed = opened(8);
        table.put("r7", "content", new byte[cell(7).length]);
        assertTrue(pfs.files().delete("/t/r8"));
        Files.delete(segmentWith(cell(7)));
        assertArrayEquals(cell(7), changed.readAllBytes());
        assertArrayEquals(cell(8), removed.readAllBytes());
        assertEquals(0, local.counts().askedAgain());
    }

    private Path segmentWith(byte[] cell) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data").resolve("pool"))) {
            for (Path file : files.toList()) {
                if (indexOf(Files.readAllBytes(file), cell) >= 0) {
                    return file;
                }
            }
        }
        throw new AssertionError("the cell is in no file");
    }

    private static int indexOf(byte[] bytes, byte[] cell) {
        int at = 0;
        while (at + cell.length <= bytes.length && !Arrays.equals(bytes, at, at + 64, cell, 0, 64)) {
            at++;
        }
        return at + cell.length <= bytes.length ? at : -1;
    }

    /** A client that did not open it before, while the server has it open. */
    @Test
    void aFileThatDoesNotOpenIsAskedForAtOnce() throws Exception {
        try (Pfs other = Pfs.over(served.another(), ClientOptions.DEFAULT)) {
            assertArrayEquals(cell(7), other.files().readAll("/t/r7"));
            Files.delete(segmentWith(cell(7)));
            LocalReads fresh = fresh();
            try (Pfs late = Pfs.over(fresh, ClientOptions.DEFAULT)) {
                CellInput in = late.files().open("/t/r7");
                table.put("r7", "content", new byte[9]);
                assertArrayEquals(cell(7), in.readAllBytes(), "it was read when it was opened");
                assertEquals(0, fresh.counts().cells());
            }
            assertArrayEquals(new byte[9], other.files().readAll("/t/r7"));
        }
    }

    /** One that takes reads for quick from its beginning. */
    private LocalReads fresh() {
        WaitersFirst readers = new WaitersFirst(new BackgroundThreads("test-readers", 2), new Standing());
        for (int i = 0; i < QUICK_IN_A_ROW; i++) {
            readers.watch(() -> {});
        }
        LocalReads fresh = new LocalReads(
                served.another(), new FolderPools(), readers, new SystemClock(), timers, LocalReads.AT_ONCE_BYTES);
        fresh.lookAround(LOOK_NS);
        return fresh;
    }

    /** What is wrong with bytes the server knows better; he who reads them is told that they are others by then. */
    @Test
    void whatIsDamagedIsAskedForAndMustBeTheSame() throws Exception {
        CellInput damaged = opened(20);
        CellInput changed = opened(20);
        damage(cell(20));
        PfsException refused = assertThrows(PfsException.class, damaged::readAllBytes);
        assertEquals(ErrorCode.CORRUPT, refused.code());
        ExecutionException later = assertThrows(
                ExecutionException.class, () -> damaged.readAsync(1, 5).get());
        assertEquals(
                ErrorCode.CORRUPT,
                assertInstanceOf(PfsException.class, later.getCause()).code());
        table.put("r20", "content", new byte[cell(20).length]);
        byte[] target = new byte[cell(20).length];
        PfsException other = assertThrows(PfsException.class, () -> changed.readAt(0, target, 0, target.length));
        assertEquals(ErrorCode.VERSION_CHANGED, other.code());
        assertTrue(other.getMessage().contains("r20"), other.getMessage());
    }

    private void damage(byte[] cell) throws IOException {
        Path segment = segmentWith(cell);
        byte[] bytes = Files.readAllBytes(segment);
        bytes[indexOf(bytes, cell) + cell.length / 2] ^= 1;
        Files.write(segment, bytes);
    }

    @Test
    void aCompressedColumnIsKnownFromTheFirstCellOn() throws Exception {
        byte[] dull = new byte[50_000];
        table.put("dull", "text", dull);
        served.engine().checkpoint();
        PfsForms forms = pfs.forms();
        String path = PfsForms.pathOf("/t/dull", "text");
        assertArrayEquals(dull, forms.look(path).content().readAllBytes());
        requireReads(
                0, 1, () -> assertArrayEquals(dull, forms.look(path).content().readAllBytes()));
    }

    /** Else each thread that opens a file would be kept by a disk that hangs. */
    @Test
    void whereReadsAreSlowStreamsHoldBytes() throws Exception {
        CellInput slow = opened(4);
        requireReads(0, 1, () -> opened(3).close());
        beforeRead = () -> readerNs.addAndGet(SLOW_NS);
        assertArrayEquals(cell(4), slow.readAllBytes());
        beforeRead = () -> {};
        requireReads(1, 1, () -> opened(3).close());
        becomeQuick();
        requireReads(0, 1, () -> opened(3).close());
    }

    /** Then the place is not known to be of the folder as it is open here. */
    @Test
    void aPlaceThatAnotherLifeToldIsNotGoneTo() throws Exception {
        requireReads(0, 1, () -> opened(5).close());
        beforeAnswer = () -> {
            lives.incrementAndGet();
            beforeAnswer = () -> {};
        };
        requireReads(0, 2, () -> assertArrayEquals(cell(5), opened(5).readAllBytes()));
    }

    @Test
    void whatIsOpenedInOneLifeIsNotReadInTheNext() throws Exception {
        CellInput before = opened(5);
        CellInput whole = opened(5);
        lives.incrementAndGet();
        requireReads(0, 1, () -> assertArrayEquals(cell(5), whole.readAllBytes())); // its folder has to be found again
        long cells = local.counts().cells();
        while (local.counts().cells() == cells) {
            assertArrayEquals(
                    cell(6), table.get("r6", "content").orElseThrow()); // served, until the folder was found again
        }
        requireReads(1, 1, () -> assertArrayEquals(cell(5), before.readAllBytes())); // by the place that is told now
        requireReads(1, 1, () -> assertArrayEquals(cell(5), opened(5).readAllBytes()));
    }
}
