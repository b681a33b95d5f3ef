package io.pfs.server.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RunFormatTest {
    private static final long FILE_ID = 3;

    private final MemoryDisk disk = new MemoryDisk();
    private final Pool pool = new LocalPool(disk);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private long golden() {
        RunWriter writer = RunWriter.create(pool, FILE_ID, 0x0a0b0c0dL, 1_700_000_000_000L);
        writer.begin(new ShardId(5), bytes("as of then"));
        writer.add(bytes("photos/a"), bytes("1"));
        writer.add(bytes("photos/b"), bytes(""));
        writer.add(bytes("scans"), bytes("22"));
        writer.begin(new ShardId(6), bytes("nothing in it"));
        writer.begin(new ShardId(300), bytes("later"));
        writer.add(bytes("scans"), bytes("333"));
        return writer.seal();
    }

    private byte[] stored() {
        return disk.names().get(RunFiles.name(FILE_ID)).bytes();
    }

    @Test
    void goldenBytes() {
        assertEquals(golden(), stored().length);
        Golden.check(RunFormatTest.class, "run-v1", stored());
        assertEquals(
                List.of("5 as of then: photos/a=1 photos/b= scans=22", "6 nothing in it:", "300 later: scans=333"),
                read(pool));
    }

    private static List<String> read(Pool pool) {
        List<String> read = new ArrayList<>();
        try (RunFile run = RunFile.open(pool, FILE_ID)) {
            for (RunPart part : run.parts()) {
                StringBuilder text = new StringBuilder()
                        .append(part.shard().value())
                        .append(' ')
                        .append(new String(part.state(), StandardCharsets.UTF_8))
                        .append(':');
                RunCursor cursor = run.read(part);
                while (cursor.next()) {
                    text.append(' ').append(new String(cursor.key(), StandardCharsets.UTF_8));
                    text.append('=').append(new String(cursor.value(), StandardCharsets.UTF_8));
                }
                read.add(text.toString());
            }
        }
        return read;
    }

    private static Optional<List<String>> readOrRefused(byte[] bytes) {
        Pool damaged = new LocalPool(MemoryDisk.of(Map.of(RunFiles.name(FILE_ID), bytes)));
        try {
            return Optional.of(read(damaged));
        } catch (PfsException e) {
            assertTrue(e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS, e.getMessage());
            return Optional.empty();
        }
    }

    @Test
    void whateverIsDamagedIsNotReadAsSomethingElse() {
        golden();
        byte[] whole = stored();
        Optional<List<String>> right = readOrRefused(whole);
        int refused = 0;
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Optional<List<String>> read = readOrRefused(damaged);
            assertTrue(read.isEmpty() || read.equals(right), "bit " + bit + ": " + read);
            refused += read.isEmpty() ? 1 : 0;
        }
        assertTrue(refused > whole.length * Byte.SIZE * 9 / 10, refused + " were noticed");
        for (int length = 0; length < whole.length; length++) {
            assertEquals(Optional.empty(), readOrRefused(Arrays.copyOf(whole, length)), length + " bytes are left");
        }
    }

    /** What stands in the same place of an older run is whole by itself. */
    @Test
    void blocksOfAnotherRunAreNoticed() {
        MemoryDisk first = new MemoryDisk();
        MemoryDisk second = new MemoryDisk();
        for (MemoryDisk each : List.of(first, second)) {
            RunWriter writer = RunWriter.create(new LocalPool(each), FILE_ID, 1, 1);
            writer.begin(new ShardId(1), bytes("state"));
            writer.add(bytes("key"), bytes(each == first ? "one" : "two"));
            writer.seal();
        }
        byte[] mixed = second.names().get(RunFiles.name(FILE_ID)).bytes().clone();
        byte[] other = first.names().get(RunFiles.name(FILE_ID)).bytes();
        assertEquals(other.length, mixed.length);
        long to;
        try (RunFile run = RunFile.open(new LocalPool(first), FILE_ID)) {
            to = run.parts().get(0).to();
        }
        System.arraycopy(other, 0, mixed, 0, (int) to);
        assertEquals(Optional.empty(), readOrRefused(mixed));
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeds.each("RunFormatTest#whatIsWrittenIsRead", 20, seed -> {
            Random random = new Random(seed);
            Pool own = new LocalPool(new MemoryDisk());
            SortedMap<Integer, SortedMap<byte[], byte[]>> shards = new TreeMap<>();
            RunWriter writer = RunWriter.create(own, FILE_ID, seed, 1);
            int shard = 0;
            for (int i = 0; i < 4; i++) {
                shard += 1 + random.nextInt(200);
                SortedMap<byte[], byte[]> entries = entries(random, random.nextInt(2) * random.nextInt(6000));
                shards.put(shard, entries);
                writer.begin(new ShardId(shard), bytes("state " + shard));
                entries.forEach(writer::add);
            }
            writer.seal();
            try (RunFile run = RunFile.open(own, FILE_ID)) {
                assertEquals(4, run.parts().size());
                for (RunPart part : run.parts()) {
                    assertArrayEquals(bytes("state " + part.shard().value()), part.state());
                    RunCursor cursor = run.read(part);
                    shards.get(part.shard().value()).forEach((key, value) -> {
                        assertTrue(cursor.next());
                        assertArrayEquals(key, cursor.key());
                        assertArrayEquals(value, cursor.value());
                    });
                    assertTrue(!cursor.next());
                }
            }
        });
    }

    private static SortedMap<byte[], byte[]> entries(Random random, int count) {
        SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[1 + random.nextInt(20)];
            random.nextBytes(key);
            key[0] = (byte) random.nextInt(3);
            byte[] value = new byte[random.nextInt(i % 100 == 0 ? 5000 : 30)];
            random.nextBytes(value);
            entries.put(key, value);
        }
        return entries;
    }

    @Test
    void whatIsNotWrittenToItsEndIsNone() {
        RunWriter writer = RunWriter.create(pool, FILE_ID, 1, 1);
        writer.begin(new ShardId(1), bytes("state"));
        assertThrows(PfsException.class, () -> RunFile.open(pool, FILE_ID));
        assertEquals(List.of(FILE_ID), RunFiles.ids(pool));
        assertEquals(FILE_ID + 1, RunFiles.nextId(pool));
        writer.abandon();
        assertEquals(List.of(), RunFiles.ids(pool));
    }
}
