package io.pfs.bench.elastic;

import io.pfs.bench.api.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was due while one thing went on, however late it was answered. Operations are added by any thread, also after its end.
 */
final class Phase {
    private static final long WINDOW_NS = 1_000_000_000;

    private final String name;
    private final int servers;
    private final long fromNs;
    private long untilNs = Long.MAX_VALUE;
    private final Latencies all = new Latencies();
    private final Map<Operation, Latencies> byOperation = new EnumMap<>(Operation.class);
    private final List<Latencies> windows = new ArrayList<>();
    private long asked;
    private long answered;

    /**
     * One that begins.
     *
     * @param servers that ran when it did
     */
    Phase(String name, int servers, long fromNs) {
        this.name = name;
        this.servers = servers;
        this.fromNs = fromNs;
    }

    String name() {
        return name;
    }

    int servers() {
        return servers;
    }

    long fromNs() {
        return fromNs;
    }

    synchronized void end(long atNs) {
        untilNs = atNs;
    }

    synchronized double seconds() {
        return (untilNs - fromNs) / 1e9;
    }

    /** Something is due. */
    synchronized void ask() {
        asked++;
    }

    /** It was answered, and who has to know what the answer was knows. */
    synchronized void answer(Operation operation, long dueNs, long tookNs) {
        answered++;
        notifyAll();
        all.add(tookNs);
        byOperation.computeIfAbsent(operation, none -> new Latencies()).add(tookNs);
        int window = (int) (Math.max(0, dueNs - fromNs) / WINDOW_NS);
        while (windows.size() <= window) {
            windows.add(new Latencies());
        }
        windows.get(window).add(tookNs);
    }

    /** Until all that was due was answered; for when nothing more is. */
    synchronized void awaitAnswers() throws InterruptedException {
        while (answered < asked) {
            wait();
        }
    }

    Latencies all() {
        return all;
    }

    synchronized Latencies of(Operation operation) {
        return byOperation.computeIfAbsent(operation, none -> new Latencies());
    }

    /** By the second in which they were due, from the begin of the phase on. */
    synchronized List<Latencies> windows() {
        return List.copyOf(windows);
    }
}
