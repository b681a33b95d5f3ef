package io.pfs.server.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.kv.KvBatch;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Files of a closed index are spoilt in all ways: then it is all there, or a beginning of its batches is, or it says that it is
 * damaged; never is anything wrong in it.
 */
final class RocksDamageTest {
    private static final int BATCHES_IN_FILES = 2000;
    private static final int BATCHES_MORE = 100;
    private static final int FILES_MIN = 3;
    private static final int BATCHES_IN_LAST_LOG = 20;
    private static final int PLACES_MAX = 8;

    @TempDir
    private Path temporary;

    private Path whole;
    private Path spoilt;
    private int written;
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @BeforeEach
    void fill() throws IOException, RocksDBException {
        whole = temporary.resolve("whole");
        spoilt = temporary.resolve("spoilt");
        RocksLibrary.load();
        Path live = temporary.resolve("live");
        try (RocksOptions options = new RocksOptions(RocksFixture.SMALL);
                RocksDB database = RocksDB.open(options.database(), live.toString())) {
            write(options, database, BATCHES_IN_FILES);
            database.pauseBackgroundWork();
            while (named(live, ".sst").size() < FILES_MIN) { // it may just have made one of several
                database.continueBackgroundWork();
                write(options, database, BATCHES_MORE);
                database.pauseBackgroundWork();
            }
            // what is written now stays in logs, of which there are two at the end
            while (named(live, ".log").size() < 2) {
                write(options, database, 1);
            }
            write(options, database, BATCHES_IN_LAST_LOG);
            RocksFixture.copy(live, whole); // as a process that is killed leaves it
            database.continueBackgroundWork();
        }
        RocksFixture.copy(whole, spoilt);
        assertEquals(Optional.of(written), RocksFixture.batchesUnlessDamaged(spoilt));
        assertTrue(
                named(whole, ".sst").size() >= FILES_MIN && named(whole, ".log").size() >= 2,
                RocksFixture.files(whole).toString());
    }

    private void write(RocksOptions options, RocksDB database, int count) throws RocksDBException {
        for (int i = 0; i < count; i++) {
            try (WriteBatch effects = new WriteBatch()) {
                for (KvBatch.Entry entry : RocksFixture.batch(written).entries()) {
                    KvBatch.Entry.One one = (KvBatch.Entry.One) entry;
                    effects.put(one.key(), one.value().orElseThrow());
                }
                database.write(options.writing(), effects);
            }
            written++;
        }
    }

    private static List<Path> named(Path folder, String part) {
        return RocksFixture.files(folder).stream()
                .filter(file -> file.getFileName().toString().contains(part))
                .toList();
    }

    /** What is done to the bytes of a file. */
    @FunctionalInterface
    private interface Spoiling {
        byte[] spoil(byte[] bytes);
    }

    private void spoil(Path file, String what, Spoiling spoiling) {
        try {
            RocksFixture.copy(whole, spoilt);
            Path victim = spoilt.resolve(file.getFileName());
            Files.write(victim, spoiling.spoil(Files.readAllBytes(victim)));
            look(file, what);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void look(Path file, String what) {
        try {
            Optional<Integer> batches = RocksFixture.batchesUnlessDamaged(spoilt);
            String outcome = batches.map(count -> count == written ? "whole" : "a beginning")
                    .orElse("damaged");
            outcomes.merge(kind(file) + " " + outcome, 1, Integer::sum);
        } catch (AssertionError e) {
            throw new AssertionError(file.getFileName() + ", " + what + ": " + e.getMessage(), e);
        }
    }

    private static String kind(Path file) {
        return file.getFileName().toString().replaceAll("[0-9]+", "");
    }

    @Test
    void aFlippedBitIsNeverBelieved() {
        Seeds.each("RocksDamageTest#aFlippedBitIsNeverBelieved", 1, seed -> {
            Random random = new Random(seed);
            for (Path file : RocksFixture.files(whole)) {
                for (int at : places(file, random)) {
                    int bit = 1 << random.nextInt(8);
                    spoil(file, "bit " + bit + " at " + at, bytes -> {
                        bytes[at] ^= (byte) bit;
                        return bytes;
                    });
                }
            }
        });
        System.out.println("flipped: " + outcomes);
    }

    private static List<Integer> places(Path file, Random random) {
        int length = (int) file.toFile().length();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < Math.min(length, PLACES_MAX); i++) {
            places.add(length <= PLACES_MAX ? i : random.nextInt(length));
        }
        return places;
    }

    @Test
    void aFileCutShortIsNeverBelieved() {
        Seeds.each("RocksDamageTest#aFileCutShortIsNeverBelieved", 1, seed -> {
            Random random = new Random(seed);
            for (Path file : RocksFixture.files(whole)) {
                for (int length : places(file, random)) {
                    spoil(file, "cut to " + length, bytes -> Arrays.copyOf(bytes, length));
                }
            }
        });
        System.out.println("cut: " + outcomes);
    }

    @Test
    void aMissingFileIsNeverOverlooked() throws IOException {
        for (Path file : RocksFixture.files(whole)) {
            RocksFixture.copy(whole, spoilt);
            Files.delete(spoilt.resolve(file.getFileName()));
            look(file, "deleted");
        }
        System.out.println("deleted: " + outcomes);
    }
}
