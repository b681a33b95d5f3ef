package io.pfs.server.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index of a server is made when it is asked for, kept, thrown away when it is damaged, and closed with the server. */
final class RocksHomeTest {
    private static final byte[] LOWEST = {};
    private static final byte[] BEHIND_ALL = {3};

    @TempDir
    private Path temporary;

    private Path folder() {
        return temporary.resolve("data").resolve("index");
    }

    private RocksHome home() {
        return new RocksHome(folder(), RocksFixture.SMALL);
    }

    @Test
    void aFolderIsMadeOnlyWhenSomebodyAsks() throws IOException {
        try (RocksHome home = home()) {
            assertFalse(Files.exists(folder()));
            KvIndex index = home.open();
            assertSame(index, home.open());
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())));
        }
    }

    @Test
    void whatWasWrittenIsThereWhenItIsOpenedAgain() {
        for (int batches = 0; batches < 300; batches += 100) {
            try (RocksHome home = home()) {
                KvIndex index = home.open();
                assertEquals(batches, RocksFixture.batches(index));
                for (int number = batches; number < batches + 100; number++) {
                    index.write(RocksFixture.batch(number));
                }
            }
        }
    }

    @Test
    void aDamagedIndexIsReplacedOnce() {
        try (RocksHome home = home()) {
            KvIndex first = home.open();
            first.write(RocksFixture.batch(0));
            home.reset(first);
            assertEquals(ErrorCode.CLOSED, codeOf(() -> first.get(LOWEST)));
            KvIndex second = home.open();
            assertNotSame(first, second);
            assertEquals(0, RocksFixture.batches(second));
            second.write(RocksFixture.batch(0));
            home.reset(first);
            assertEquals(1, RocksFixture.batches(second), "the second is not damaged");
        }
    }

    @Test
    void whatCouldNotBeThrownAwayIsNotOpenedAgain() throws IOException {
        Path elsewhere = folder().resolveSibling("elsewhere");
        try (RocksHome home = home()) {
            KvIndex damaged = home.open();
            damaged.write(RocksFixture.batch(0));
            Files.move(folder(), elsewhere);
            Files.writeString(folder(), "a diary");
            assertEquals(ErrorCode.NOT_A_FILE, codeOf(() -> home.reset(damaged)));
            assertEquals(ErrorCode.NOT_A_FILE, codeOf(home::open));
            Files.delete(folder());
            Files.move(elsewhere, folder());
            home.reset(damaged);
            assertEquals(0, RocksFixture.batches(home.open()));
        }
    }

    @Test
    void aClosedHomeOpensNothing() {
        RocksHome home = home();
        KvIndex index = home.open();
        home.close();
        home.close();
        assertEquals(ErrorCode.CLOSED, codeOf(home::open));
        assertEquals(ErrorCode.CLOSED, codeOf(() -> index.estimate(LOWEST, BEHIND_ALL)));
        home.reset(index);
    }

    @Test
    void anotherThatHasItOpenIsNoDamage() {
        try (RocksHome home = home();
                RocksHome other = home()) {
            home.open().write(RocksFixture.batch(0));
            assertEquals(ErrorCode.LOCKED, codeOf(other::open));
            assertEquals(1, RocksFixture.batches(home.open()));
        }
    }

    @Test
    void whatIsNoFolderIsRefusedAndKept() throws IOException {
        Files.createDirectories(folder().getParent());
        Files.writeString(folder(), "a diary");
        try (RocksHome home = home()) {
            assertEquals(ErrorCode.NOT_A_FILE, codeOf(home::open));
        }
        assertEquals("a diary", Files.readString(folder()));
    }

    @Test
    void closingWaitsForAScan() throws InterruptedException {
        RocksHome home = home();
        KvIndex index = home.open();
        for (int number = 0; number < 500; number++) {
            index.write(RocksFixture.batch(number));
        }
        Thread closing = new Thread(home::close);
        AtomicInteger seen = new AtomicInteger();
        index.scan(LOWEST, BEHIND_ALL, (key, value) -> {
            if (seen.getAndIncrement() == 100) {
                closing.start();
            }
            return true;
        });
        closing.join();
        assertEquals(1001, seen.get());
        assertEquals(ErrorCode.CLOSED, codeOf(() -> index.scan(LOWEST, BEHIND_ALL, (key, value) -> true)));
    }

    @Test
    void anIndexIsNotClosedFromWithinAScan() {
        try (RocksHome home = home()) {
            KvIndex index = home.open();
            index.write(RocksFixture.batch(0));
            assertEquals(
                    ErrorCode.INVARIANT_BROKEN,
                    codeOf(() -> index.scan(LOWEST, BEHIND_ALL, (key, value) -> {
                        index.close();
                        return true;
                    })));
            assertEquals(1, RocksFixture.batches(index));
        }
    }

    @Test
    void anEstimateIsAboutRight() {
        try (RocksHome home = home()) {
            KvIndex index = home.open();
            for (int number = 0; number < 5000; number++) {
                index.write(RocksFixture.batch(number));
            }
            assertEquals(7, index.estimate(RocksFixture.key(1, 100), RocksFixture.key(1, 107)), "a few are counted");
            long half = index.estimate(RocksFixture.key(0, 0), RocksFixture.key(1, 0));
            assertTrue(half > 2500 && half < 10_000, half + " of 5000 keys");
            long tenth = index.estimate(RocksFixture.key(0, 1000), RocksFixture.key(0, 1500));
            assertTrue(tenth > 100 && tenth < 2500, tenth + " of 500 keys");
        }
    }

    private static ErrorCode codeOf(Runnable call) {
        return assertThrows(PfsException.class, call::run).code();
    }
}
