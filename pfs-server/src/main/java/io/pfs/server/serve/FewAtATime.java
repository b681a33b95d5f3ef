package io.pfs.server.serve;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Has few tasks done at a time, in their order. One that takes long does not count any more: it waits for something, and others need not. Any thread. */
final class FewAtATime implements Executor {
    private final int atATime;
    private final Executor threads;
    private final Executor patience;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int counted;

    /**
     * @param threads of which there are more than are counted
     * @param patience does what it is given when a task that begins now has taken long
     */
    FewAtATime(int atATime, Executor threads, Executor patience) {
        this.atATime = atATime;
        this.threads = threads;
        this.patience = patience;
    }

    @Override
    public void execute(Runnable task) {
        add(task);
        begin();
    }

    private synchronized void add(Runnable task) {
        waiting.add(task);
    }

    private void begin() {
        next().ifPresent(task -> threads.execute(() -> run(task)));
    }

    private synchronized Optional<Runnable> next() {
        if (counted == atATime || waiting.isEmpty()) {
            return Optional.empty();
        }
        counted++;
        return Optional.of(waiting.remove());
    }

    private void run(Runnable task) {
        AtomicBoolean isCounted = new AtomicBoolean(true);
        patience.execute(() -> discount(isCounted));
        try {
            task.run();
        } finally {
            discount(isCounted);
        }
    }

    private void discount(AtomicBoolean isCounted) {
        if (isCounted.getAndSet(false)) {
            discount();
            begin();
        }
    }

    private synchronized void discount() {
        counted--;
    }
}
