package io.pfs.server.hadoop;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes calls that may hang, each on a thread of its own: who waits for one hears within a bound that it is late. It goes on
 * then, and nobody hears what becomes of it, so whatever it is about must not be used again. Nor may it change anything that
 * others use: what it moves, fills or adds to is its own, and is handed over by its result, or by who has seen it end. What it
 * reads may have become something else.
 */
final class BoundedCalls {
    private final long boundMillis;
    private final long firstBoundMillis;
    private final ExecutorService threads;
    /** Calls that nobody waits for, until this is closed. */
    private final Phaser later = new Phaser(1);

    /** @param firstBoundMillis of the first calls to a file, see {@link HadoopTimes#firstCallMillis} */
    BoundedCalls(long boundMillis, long firstBoundMillis) {
        this.boundMillis = boundMillis;
        this.firstBoundMillis = firstBoundMillis;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "pfs-hadoop");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Something that may fail, and has no result. */
    interface Task {
        void run() throws IOException;
    }

    /** What a call brings that is under way; a failure is told to who waits for it. */
    interface Answer<T> {
        T await() throws IOException;
    }

    void run(Task task) throws IOException {
        run(task, boundMillis);
    }

    /** The same with a file of which no call has worked so far. */
    void runFirst(Task task) throws IOException {
        run(task, firstBoundMillis);
    }

    private void run(Task task, long millis) throws IOException {
        await(
                begin(() -> {
                    task.run();
                    return true;
                }),
                millis);
    }

    <T> T call(Callable<T> task) throws IOException {
        return await(begin(task), boundMillis);
    }

    /** Begins one, to be awaited while others are under way, for as long as it takes: it may be about many files. */
    <T> Answer<T> ask(Callable<T> task) {
        CompletableFuture<T> asked = begin(task);
        return () -> await(asked, Long.MAX_VALUE);
    }

    /** Opens something; what comes late is closed, as nobody has it. */
    <T extends Closeable> T open(Callable<T> task) throws IOException {
        CompletableFuture<T> opened = begin(task);
        try {
            return await(opened, boundMillis);
        } catch (IOException e) {
            var unused = opened.thenAccept(late -> later(late::close));
            throw e;
        }
    }

    private <T> CompletableFuture<T> begin(Callable<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        boolean isBegun = execute(() -> {
            try {
                done.complete(task.call());
            } catch (Exception | Error e) {
                done.completeExceptionally(e);
            }
        });
        if (!isBegun) {
            done.completeExceptionally(new IOException("the connection is closed"));
        }
        return done;
    }

    /** Says whether it is done, as it is not once this is closed. */
    private boolean execute(Runnable task) {
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private static <T> T await(CompletableFuture<T> future, long millis) throws IOException {
        try {
            return future.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + millis + " ms", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** Does something that nobody waits for, and whose failure changes nothing. */
    void later(Task task) {
        later.register();
        boolean isBegun = execute(() -> {
            try {
                task.run();
            } catch (IOException | RuntimeException e) {
                // whoever asked for it can do without
            } finally {
                later.arriveAndDeregister();
            }
        });
        if (!isBegun) {
            later.arriveAndDeregister();
        }
    }

    /** Waits for what was left for later, but not beyond the bound, and makes no call any more. */
    void close() {
        int phase = later.arrive();
        try {
            later.awaitAdvanceInterruptibly(phase, boundMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // what is left unclosed is closed by the next life
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdown();
    }
}
