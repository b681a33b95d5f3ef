package io.pfs.client.call;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A thread that asks and waits. What it has asked last is what it waits for next, as far as anybody can tell: what is left to be done for that answer it may do itself.
 */
final class WaitingThread {
    private static final ThreadLocal<WaitingThread> HERE = ThreadLocal.withInitial(WaitingThread::new);

    private final Thread thread = Thread.currentThread();
    private final Looker looker = new Looker();
    /** That for the answer to what was asked last, if there may be something to be done for it. */
    private @Nullable Wait next;

    static WaitingThread here() {
        return HERE.get();
    }

    /** Something is asked, be it for somebody else: it does not wait for what was asked before. */
    void asks() {
        next = null;
    }

    /** Its wait for what it is asking, if it will be waited for next. */
    Wait waitForIt() {
        Wait asked = new Wait(thread);
        next = asked;
        return asked;
    }

    /** Waits until this is done. What it has taken it does, also if it is interrupted. */
    void until(CompletableFuture<?> future) throws InterruptedException {
        Wait now = next == null ? new Wait(thread) : next;
        next = null;
        now.until(future, looker);
    }
}
