package io.pfs.server.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex.Direction;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of the disk a million entries take: as those of an index of tags, which come in no order. */
final class RocksSizeTest {
    private static final int ENTRIES = 1_000_000;
    private static final int BATCH_ENTRIES = 500;
    private static final int KEY_BYTES = 30;
    private static final long SEED = 1;

    @TempDir
    private Path temporary;

    @Test
    void aMillionEntriesTakeFewBytesMoreThanTheyAre() {
        Path folder = temporary.resolve("index");
        long begun = System.nanoTime();
        try (RocksKvIndex index = RocksKvIndex.open(folder, RocksSettings.DEFAULT)) {
            Random random = new Random(SEED);
            for (int batch = 0; batch < ENTRIES / BATCH_ENTRIES; batch++) {
                index.write(draw(random));
            }
            index.force();
            long written = System.nanoTime();
            int[] seen = {0};
            index.keys(new byte[0], new byte[] {9}, Direction.FORWARD, (bytes, length) -> seen[0]++ >= 0);
            assertEquals(ENTRIES, seen[0]);
            System.out.printf(
                    "index of %,d keys of %d bytes: written in %d ms, walked in %d ms%n",
                    ENTRIES, KEY_BYTES, (written - begun) / 1_000_000, (System.nanoTime() - written) / 1_000_000);
        }
        long bytes = RocksFixture.files(folder).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
        System.out.printf("seed %d: %,d bytes on disk, %.1f an entry%n", SEED, bytes, (double) bytes / ENTRIES);
        assertTrue(bytes < 2L * ENTRIES * (KEY_BYTES + 16), bytes + " bytes");
    }

    /** A shard, a field, a value, an id: the begin of the key is one of few, its end random. */
    private static KvBatch draw(Random random) {
        KvBatch batch = new KvBatch();
        for (int i = 0; i < BATCH_ENTRIES; i++) {
            ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
            key.putInt(1)
                    .putInt(random.nextInt(4))
                    .putLong(random.nextInt(1000))
                    .putShort((short) 7);
            batch.put(key.putLong(random.nextInt(1024)).putInt(random.nextInt()).array(), new byte[0]);
        }
        return batch;
    }
}
