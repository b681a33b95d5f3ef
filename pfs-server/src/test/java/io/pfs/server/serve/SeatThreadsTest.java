package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What waits for what, of seats that are opened and closed. */
final class SeatThreadsTest {
    private static final long PATIENCE_SECONDS = 60;

    @Test
    void noOpeningWaitsForClosingsThatStall() throws Exception {
        SeatThreads threads = new SeatThreads();
        CompletableFuture<Void> stall = new CompletableFuture<>();
        CompletableFuture<String> opened = new CompletableFuture<>();
        for (int i = 0; i < SeatThreads.THREADS; i++) {
            threads.close(stall::join);
        }
        threads.open(() -> opened.complete("opened"));
        assertEquals("opened", opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        stall.complete(null);
    }
}
