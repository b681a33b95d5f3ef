package io.pfs.server.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import io.pfs.kv.KvIndex.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Batches that can be told apart: number n has the keys (0, n) and (1, n), and writes n to the key 2; and what is left of them. */
final class RocksFixture {
    /** So small that some hundred batches make several files. */
    static final RocksSettings SMALL = new RocksSettings(1 << 20, 64 * 1024, 1, 64);

    private static final byte[] POSITION = {2};
    private static final int VALUE_BYTES = 100;

    private RocksFixture() {}

    static KvBatch batch(int number) {
        return new KvBatch()
                .put(key(0, number), value(0, number))
                .put(key(1, number), value(1, number))
                .put(POSITION, ByteBuffer.allocate(4).putInt(number).array());
    }

    static byte[] key(int half, int number) {
        return ByteBuffer.allocate(5).put((byte) half).putInt(number).array();
    }

    private static byte[] value(int half, int number) {
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < VALUE_BYTES; i++) {
            value[i] = (byte) ((number * (i + half + 1)) >> 3); // not easily compressed, so that the files are many
        }
        return value;
    }

    /** How many batches are there: a beginning, each whole; anything else is a mistake, which is thrown. */
    static int batches(KvIndex index) {
        Optional<byte[]> position = index.get(POSITION);
        int batches = position.map(bytes -> ByteBuffer.wrap(bytes).getInt() + 1).orElse(0);
        List<byte[]> keys = new ArrayList<>();
        index.scan(new byte[] {0}, POSITION, (key, value) -> {
            int half = key[0];
            int number = ByteBuffer.wrap(key, 1, 4).getInt();
            require(Arrays.equals(value, value(half, number)), "a value of batch " + number + " is wrong");
            keys.add(key);
            return true;
        });
        require(keys.size() == 2 * batches, batches + " batches, but " + keys.size() + " keys");
        for (int i = 0; i < keys.size(); i++) {
            byte[] expected = i < batches ? key(0, i) : key(1, i - batches);
            require(Arrays.equals(expected, keys.get(i)), "the key at " + i + " of " + keys.size() + " is wrong");
        }
        requireBackwards(index, keys);
        return batches;
    }

    private static void requireBackwards(KvIndex index, List<byte[]> keys) {
        int[] left = {keys.size()};
        index.keys(new byte[] {0}, POSITION, Direction.BACKWARD, (bytes, length) -> {
            left[0]--;
            return left[0] >= 0 && Arrays.equals(Arrays.copyOf(bytes, length), keys.get(left[0]));
        });
        require(left[0] == 0, left[0] + " keys are not found backwards");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** Opens and looks: how many batches are there, or nothing if it was found damaged. */
    static Optional<Integer> batchesUnlessDamaged(Path folder) {
        try (RocksKvIndex index = RocksKvIndex.open(folder, SMALL)) {
            if (index.wasLost()) {
                require(batches(index) == 0, "what was lost begins empty");
                return Optional.empty();
            }
            return Optional.of(batches(index));
        } catch (PfsException e) {
            require(e.code() == ErrorCode.CORRUPT, "refused with " + e.getMessage());
            return Optional.empty();
        }
    }

    static List<Path> files(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the files of a folder to another, which holds nothing else then. */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path old : files(to)) {
            Files.delete(old);
        }
        for (Path file : files(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }
}
