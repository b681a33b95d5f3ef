package io.pfs.testing;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Time that passes when the test says so; for a {@link TwinNetwork} and what uses it. */
public final class ManualWorld implements TwinNetwork.World, Clock {
    private static final long LATENCY_MAX_NS = 100_000;

    private final SplittableRandom random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNs).thenComparingLong(Event::order));
    private long nowNs;
    private long planned;
    private long happened;

    private record Event(long atNs, long order, Runnable task) {}

    public ManualWorld(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public void plan(long delayNs, Runnable task) {
        events.add(new Event(nowNs + delayNs, planned++, task));
    }

    /** Lets so much time pass, and everything happen that happens in it. */
    public void pass(long ns) {
        long until = nowNs + ns;
        while (!events.isEmpty() && events.peek().atNs() <= until) {
            Event next = events.remove();
            nowNs = next.atNs();
            happened++;
            next.task().run();
        }
        nowNs = until;
    }

    /** How much has happened so far: while that stays the same, only time has passed. */
    public long happened() {
        return happened;
    }

    @Override
    public Timers timers() {
        return (delayNs, task) -> {
            boolean[] cancelled = {false};
            plan(delayNs, () -> {
                if (!cancelled[0]) {
                    task.run();
                }
            });
            return () -> cancelled[0] = true;
        };
    }

    @Override
    public long latencyNs() {
        return random.nextLong(LATENCY_MAX_NS);
    }

    /** Often everything, sometimes a part, now and then a byte. */
    @Override
    public int piece(int bytes) {
        int kind = random.nextInt(8);
        return kind < 5 ? bytes : kind < 7 ? random.nextInt(bytes) + 1 : 1;
    }

    @Override
    public long monotonicNs() {
        return nowNs;
    }

    @Override
    public long wallMillis() {
        return nowNs / 1_000_000;
    }
}
