package io.pfs.server.serve;

import io.pfs.env.system.LoopThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Waits for what a loop is to bring about: for as long as that takes, but not for a loop that stands still, since that may be for ever. */
final class LoopPatience {
    private LoopPatience() {}

    /**
     * Says whether it has come.
     *
     * @param stillMillis who does nothing at all for so long stands still: two looks, as what lies before one of them may be a time in which the
     *     whole process stood
     */
    static boolean await(LoopThread loop, CompletableFuture<?> wanted, long stillMillis) {
        CompletableFuture<Void> alive = ask(loop);
        boolean isMissed = false;
        while (!isDone(wanted, stillMillis / 2)) {
            boolean isAlive = alive.isDone();
            if (!isAlive && isMissed) {
                return wanted.isDone();
            }
            isMissed = !isAlive;
            alive = isAlive ? ask(loop) : alive;
        }
        return true;
    }

    private static CompletableFuture<Void> ask(LoopThread loop) {
        CompletableFuture<Void> alive = new CompletableFuture<>();
        boolean unused = loop.post(() -> alive.complete(null));
        return alive;
    }

    /** Whatever came of it. Who is interrupted waits on. */
    private static boolean isDone(CompletableFuture<?> wanted, long withinMillis) {
        return wanted.handle((unused, failure) -> true)
                .completeOnTimeout(false, withinMillis, TimeUnit.MILLISECONDS)
                .join();
    }
}
