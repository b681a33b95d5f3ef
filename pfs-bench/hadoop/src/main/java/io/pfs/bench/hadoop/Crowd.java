package io.pfs.bench.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do the same again and again, each by itself, at least once, until the time is over or there is nothing more to do. */
final class Crowd implements AutoCloseable {
    private final int threads;
    private final ExecutorService executor;

    /** What a thread does for the so-manieth time; says whether there was something to do. */
    interface Deed {
        boolean run(int thread, int index) throws IOException;
    }

    /**
     * What came of it.
     *
     * @param counts how often each thread did it
     */
    record Outcome(int[] counts, double seconds) {
        double perSecond() {
            long all = 0;
            for (int count : counts) {
                all += count;
            }
            return all / seconds;
        }
    }

    Crowd(int threads) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads, named());
    }

    private static ThreadFactory named() {
        AtomicInteger number = new AtomicInteger();
        return task -> new Thread(task, "load-" + number.incrementAndGet());
    }

    int threads() {
        return threads;
    }

    Outcome run(double seconds, Deed deed) throws IOException {
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        List<Future<Integer>> counts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            counts.add(executor.submit(() -> {
                int index = 0;
                while ((index == 0 || System.nanoTime() < end) && deed.run(thread, index)) {
                    index++;
                }
                return index;
            }));
        }
        int[] done = new int[threads];
        for (int i = 0; i < threads; i++) {
            done[i] = await(counts.get(i));
        }
        return new Outcome(done, (System.nanoTime() - begin) / 1e9);
    }

    private static int await(Future<Integer> count) throws IOException {
        try {
            return count.get();
        } catch (ExecutionException e) {
            throw new IOException("a thread of the load failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
