package io.pfs.client.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A thread that waits for an answer until the test gives it one. */
final class Waiter<T> implements AutoCloseable {
    private static final long GUARD_SECONDS = 30;

    private final CompletableFuture<String> answer = new CompletableFuture<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final CompletableFuture<T> known = new CompletableFuture<>();
    private final Thread thread;

    /** @param known what the test wants to know of the thread, found there before it waits */
    Waiter(Supplier<T> known) {
        thread = new Thread(() -> run(known), "waiter");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Supplier<T> found) {
        known.complete(found.get());
        try {
            ended.complete(Promise.await(answer));
        } catch (Throwable e) {
            ended.completeExceptionally(e);
        }
    }

    Thread thread() {
        return thread;
    }

    T known() {
        return known.orTimeout(GUARD_SECONDS, TimeUnit.SECONDS).join();
    }

    void answer(String with) {
        answer.complete(with);
    }

    /** What it waited for, once it has it. */
    String ended() {
        return ended.orTimeout(GUARD_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        answer("the test is over");
    }
}
