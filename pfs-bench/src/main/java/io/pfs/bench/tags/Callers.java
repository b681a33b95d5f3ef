package io.pfs.bench.tags;

import io.pfs.client.call.Promise;
import io.pfs.client.call.Repeating;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Has some callers ask, each again when it was answered, until all is asked for. The first failure ends it. */
final class Callers {
    /** As many rows as go into one request. */
    static final int BATCH = 128;
    /** How many batches are under way at a time. */
    static final int BATCHES = 8;
    /** How many callers ask for single things. */
    static final int SINGLES = 64;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open;
    private final int count;
    private final Asks asks;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    private Callers(int callers, int count, Asks asks) {
        this.open = new AtomicInteger(callers);
        this.count = count;
        this.asks = asks;
    }

    /** Asks for one thing. */
    @FunctionalInterface
    interface Asks {
        CompletableFuture<?> ask(int number);
    }

    /** Asks for some that follow each other. */
    @FunctionalInterface
    interface AsksForMany {
        CompletableFuture<?> ask(int from, int to);
    }

    /** Asks for all, one thing at a time each. */
    static void one(int count, Asks asks) {
        run(SINGLES, count, asks);
    }

    static void inBatches(int count, AsksForMany asks) {
        run(
                BATCHES,
                (count + BATCH - 1) / BATCH,
                batch -> asks.ask(batch * BATCH, Math.min(count, (batch + 1) * BATCH)));
    }

    private static void run(int callers, int count, Asks asks) {
        Callers all = new Callers(callers, count, asks);
        for (int i = 0; i < callers; i++) {
            all.new OneCaller().again();
        }
        boolean unused = Promise.await(all.ended);
    }

    private final class OneCaller extends Repeating {
        @Override
        protected void step() {
            int number = next.getAndIncrement();
            if (number >= count || ended.isDone()) {
                if (open.decrementAndGet() == 0) {
                    ended.complete(true);
                }
                return;
            }
            try {
                CompletableFuture<?> unused = asks.ask(number).whenComplete((answer, cause) -> answered(cause));
            } catch (RuntimeException e) {
                answered(e);
            }
        }

        private void answered(@Nullable Throwable cause) {
            if (cause != null) {
                ended.completeExceptionally(cause);
            }
            again();
        }
    }
}
