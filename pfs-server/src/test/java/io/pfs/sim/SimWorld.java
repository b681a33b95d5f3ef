package io.pfs.sim;

import io.pfs.env.Clock;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/** Virtual time and the one heap of events. Events of the same moment come in an order drawn from the seed. */
public final class SimWorld {
    private static final int RECENT_MAX = 120;
    private static final long WALL_START_MILLIS = 1_700_000_000_000L;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Prng ties;
    private final Tally tally = new Tally();
    private final ArrayDeque<Traced> recent = new ArrayDeque<>();
    /** Events of others while only some processes are heard. */
    private final List<Event> heldBack = new ArrayList<>();

    private Set<Life> only = Set.of();
    private Life acting = new Life("nobody");
    private long nowNs;
    private long planned;
    private long happened;
    private long trace = 0xCBF29CE484222325L;

    private record Traced(long timeNs, String what, long value) {}

    private record Event(long timeNs, long tie, long order, Life life, Runnable task) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timeNs, other.timeNs);
            int byTie = byTime != 0 ? byTime : Long.compare(tie, other.tie);
            return byTie != 0 ? byTie : Long.compare(order, other.order);
        }
    }

    public SimWorld(Prng prng) {
        ties = prng.child("ties");
    }

    public long nowNs() {
        return nowNs;
    }

    public long wallMillis() {
        return WALL_START_MILLIS + nowNs / 1_000_000;
    }

    public Tally tally() {
        return tally;
    }

    public long happened() {
        return happened;
    }

    /** Stirs something that happened into the hash of this history. */
    public void trace(String what, long value) {
        stir(what, value);
        if (recent.size() == RECENT_MAX) {
            recent.remove();
        }
        recent.add(new Traced(nowNs, what, value));
    }

    private void stir(String what, long value) {
        trace = (trace ^ what.hashCode()) * 0x100000001B3L;
        trace = (trace ^ value) * 0x100000001B3L;
        trace ^= trace >>> 29;
    }

    /** The last things that happened, for whoever has to find out what went wrong. */
    String recent() {
        StringBuilder text = new StringBuilder();
        recent.forEach(t -> text.append(t.timeNs / 1000)
                .append(" us  ")
                .append(t.what)
                .append("  ")
                .append(t.value)
                .append('\n'));
        return text.toString();
    }

    public long traceHash() {
        return trace;
    }

    void plan(Life life, long delayNs, Runnable task) {
        add(new Event(nowNs + Math.max(0, delayNs), ties.nextLong(), planned++, life, task));
    }

    private void add(Event event) {
        boolean isHeard = only.isEmpty() || only.contains(event.life);
        (isHeard ? events : heldBack).add(event);
    }

    /** Does something while nothing happens but in these lives; what others had planned comes late. */
    void only(Set<Life> lives, Runnable body) {
        only = lives;
        List<Event> all = new ArrayList<>(events);
        events.clear();
        all.forEach(this::add);
        try {
            body.run();
        } finally {
            only = Set.of();
            events.addAll(heldBack);
            heldBack.clear();
        }
    }

    /** In whose life something happens, or happened last. */
    Life acting() {
        return acting;
    }

    /** A process that slept goes on: what it should have done meanwhile it does now, one thing after the other. */
    void wake(Life process) {
        long delayNs = 0;
        for (Life.Slept slept : process.wake()) {
            delayNs++;
            plan(slept.part(), delayNs, slept.task());
        }
    }

    /** Lets the next event happen; says whether there was one. */
    boolean step() {
        Event event = events.poll();
        if (event == null) {
            return false;
        }
        nowNs = Math.max(nowNs, event.timeNs);
        if (event.life.isAlive() && !event.life.sleepsOver(event.life, event.task)) {
            happened++;
            acting = event.life;
            stir(event.life.name(), event.timeNs);
            event.task.run();
        }
        return true;
    }

    /** The clock of a process: monotonic time is the world's, wall time jumps as told. */
    static final class SimClock implements Clock {
        private final SimWorld world;
        private long jumpMillis;

        SimClock(SimWorld world) {
            this.world = world;
        }

        void jump(long millis) {
            jumpMillis += millis;
        }

        @Override
        public long monotonicNs() {
            return world.nowNs();
        }

        @Override
        public long wallMillis() {
            return Math.max(0, world.wallMillis() + jumpMillis);
        }
    }

    Timers timers(Life life) {
        return (delayNs, task) -> {
            Life own = new Life(life.name() + "/timer");
            plan(life, delayNs, () -> {
                if (own.isAlive()) {
                    task.run();
                }
            });
            return own::end;
        };
    }

    /** Points in the product where something rare can be made to happen: a quarter is armed, and fires often then. */
    FaultPoints faultPoints(Prng prng) {
        return name -> {
            Prng own = prng.child(name);
            boolean armed = own.chance(0.25);
            boolean fires = armed && prng.chance(0.25);
            if (fires) {
                tally.count("fault point " + name);
            }
            return fires;
        };
    }
}
