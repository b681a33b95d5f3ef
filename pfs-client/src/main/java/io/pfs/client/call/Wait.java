package io.pfs.client.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread's wait for one answer. It looks for it a little before it sleeps, as most come soon. And while it waits it may be given what is left to be done for the
 * answer: another thread would have to be woken for that, and to wake this one.
 */
final class Wait {
    private final Thread thread;
    /** What it is to do, if anything; or that it doesn't wait. */
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>(Away.AWAY);

    /** Nothing is to be done, and nothing is taken. */
    private enum Away implements Runnable {
        AWAY;

        @Override
        public void run() {}
    }

    /** One that has not begun. */
    Wait(Thread thread) {
        this.thread = thread;
    }

    /** Whether the thread does this, now. Any thread. */
    boolean takes(Runnable work) {
        boolean takes = task.compareAndSet(null, work);
        if (takes) {
            LockSupport.unpark(thread);
        }
        return takes;
    }

    /** Waits until this is done; that thread alone, once. What it has taken it does, also if it is interrupted, as nobody else knows of it. */
    void until(CompletableFuture<?> future, Looker looker) throws InterruptedException {
        task.set(null);
        try {
            CompletableFuture<?> unused = future.handle((value, cause) -> {
                LockSupport.unpark(thread);
                return null;
            });
            Sleep sleep = new Sleep(future);
            while (!future.isDone()) {
                if (!looker.look(sleep::isOver)) {
                    ForkJoinPool.managedBlock(sleep);
                }
                if (!future.isDone() && thread.isInterrupted()) {
                    throw new InterruptedException();
                }
                doWhatIsToBeDone();
            }
        } finally {
            Runnable left = task.getAndSet(Away.AWAY);
            if (left != null) {
                left.run();
            }
        }
    }

    /** Of which a pool of threads that share their work knows, so that others do it meanwhile. */
    private final class Sleep implements ForkJoinPool.ManagedBlocker {
        private final CompletableFuture<?> future;

        Sleep(CompletableFuture<?> future) {
            this.future = future;
        }

        boolean isOver() {
            return future.isDone() || task.get() != null;
        }

        @Override
        public boolean isReleasable() {
            return isOver() || thread.isInterrupted();
        }

        @Override
        public boolean block() {
            LockSupport.park(future);
            return isReleasable();
        }
    }

    private void doWhatIsToBeDone() {
        Runnable taken = task.get();
        if (taken != null) {
            try {
                taken.run();
            } finally {
                task.set(null);
            }
        }
    }
}
