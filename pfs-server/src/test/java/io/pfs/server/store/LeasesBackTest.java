package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.RowName;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.lease.Leases;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a life of a server waits for before it changes a directory's row: for those who may have leases of the life before. */
final class LeasesBackTest {
    private static final LeaseTerms HOUR = new LeaseTerms(3_600_000, 1000, true);
    private static final RowName ROW = RowName.of("a");
    private static final long SOON_NS = 1;
    private static final long LONG_NS = 60_000_000_000L;

    @TempDir
    private Path temporary;

    private EmbeddedServer open(LeaseTerms terms) {
        return EmbeddedServer.open(temporary.resolve("data"), Durability.SYNC, OptionalLong.empty(), terms);
    }

    /** A life in which a directory is made. */
    private EmbeddedServer begun() {
        EmbeddedServer server = open(HOUR);
        Pfs.over(server, ClientOptions.DEFAULT).files().mkdirs("/a/b");
        return server;
    }

    private static <T> T onLoop(EmbeddedServer server, Function<Leases, T> task) {
        List<T> result = new ArrayList<>();
        server.onLoop(group -> result.add(task.apply(group.leases())));
        return result.get(0);
    }

    private static boolean mayChange(EmbeddedServer server) {
        return onLoop(server, leases -> {
            AtomicBoolean may = new AtomicBoolean();
            leases.recall(server.facts().root().table(), ROW).then(() -> may.set(true));
            return may.get();
        });
    }

    private static long grant(EmbeddedServer server, LeaseHolder holder) {
        return onLoop(server, leases -> leases.grant(server.facts().root().table(), ROW, Optional.of(holder)));
    }

    /** Gives back what he is asked for. */
    private static LeaseHolder obedient(EmbeddedServer server) {
        return recall -> server.returned(recall.number());
    }

    private static void silent(LeaseRecall recall) {
        // as one that is gone without a word
    }

    @Test
    void whoJustEndsLeavesTheNextLifeToWait() {
        try (EmbeddedServer first = begun()) {
            assertTrue(mayChange(first), "there was nobody before");
        }
        try (EmbeddedServer second = open(HOUR)) {
            assertFalse(mayChange(second), "nobody said that all was back");
        }
    }

    @Test
    void whatWasGrantedIsTakenBackAtTheEnd() {
        try (EmbeddedServer first = begun()) {
            assertEquals(HOUR.millis(), grant(first, obedient(first)));
            first.takeLeasesBack(LONG_NS);
            assertEquals(0, grant(first, obedient(first)), "none is granted any more");
        }
        try (EmbeddedServer second = open(HOUR)) {
            assertTrue(mayChange(second));
        }
    }

    @Test
    void whoIsSilentAtTheEndIsWaitedForByTheNextLife() {
        try (EmbeddedServer first = begun()) {
            assertEquals(HOUR.millis(), grant(first, LeasesBackTest::silent));
            first.takeLeasesBack(SOON_NS);
        }
        try (EmbeddedServer second = open(HOUR)) {
            assertFalse(mayChange(second));
        }
    }

    @Test
    void whatALifeSaidAtItsEndDoesNotCountAfterTheNextOne() {
        try (EmbeddedServer first = begun()) {
            first.takeLeasesBack(LONG_NS);
        }
        try (EmbeddedServer second = open(HOUR)) {
            assertEquals(HOUR.millis(), grant(second, LeasesBackTest::silent));
        }
        try (EmbeddedServer third = open(HOUR)) {
            assertFalse(mayChange(third));
        }
    }

    /** It journaled nothing, so that nothing is lost with the head of its file but that it was there. */
    @Test
    void aLifeWhoseFileHasLostItsHeadMayHaveGrantedSome() throws IOException {
        try (EmbeddedServer first = begun()) {
            first.takeLeasesBack(LONG_NS);
        }
        try (EmbeddedServer second = open(HOUR)) {
            assertEquals(HOUR.millis(), grant(second, LeasesBackTest::silent));
        }
        Path journal = temporary.resolve("data").resolve("journal");
        try (Stream<Path> files = Files.list(journal)) {
            Path newest = files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(newest, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[24]), 8);
            }
        }
        try (EmbeddedServer third = open(HOUR)) {
            assertFalse(mayChange(third));
        }
    }

    /** They would be waited for in vain, but nobody knows that. */
    @Test
    void whoStillWaitsForTheLifeBeforeDoesNotSayThatAllAreBack() {
        begun().close();
        try (EmbeddedServer second = open(HOUR)) {
            second.takeLeasesBack(SOON_NS);
        }
        try (EmbeddedServer third = open(HOUR)) {
            assertFalse(mayChange(third));
        }
    }

    @Test
    void oneLifeAfterTheOtherMaySaySo() {
        for (int life = 0; life < 3; life++) {
            try (EmbeddedServer server = begun()) {
                assertTrue(mayChange(server));
                server.takeLeasesBack(LONG_NS);
            }
        }
    }
}
