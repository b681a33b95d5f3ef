package io.pfs.env.system;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One thread that does what is posted to it, in order, and nothing else: the loop that owns shards. What was posted while
 * it worked is done in one turn, at whose end it is told so, that the work of many can go out together.
 */
public final class LoopThread implements Timers, AutoCloseable {
    /** A turn ends after so many tasks even if more wait: those that were served want their answers. */
    private static final int TASKS_PER_TURN = 1024;

    private final Clock clock;
    private final Thread thread;
    private final Runnable turnEnds;
    private final Consumer<Throwable> dies;
    private final ConcurrentLinkedQueue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::atNs));
    /** Brief jobs that others do, whose ends will be posted. */
    private final AtomicInteger awaited = new AtomicInteger();
    /** Only the loop adds to it. */
    private final AtomicLong busyNs = new AtomicLong();

    private volatile boolean sleeping;
    private volatile boolean closed;
    private volatile boolean ended;

    /** A call that is still to come. Cancelled, it stays where it is until its time. */
    private static final class Alarm implements Timer {
        private final long atNs;
        private final Runnable task;
        private boolean cancelled;

        Alarm(long atNs, Runnable task) {
            this.atNs = atNs;
            this.task = task;
        }

        long atNs() {
            return atNs;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    /**
     * A loop that runs once it is started.
     *
     * @param turnEnds is called on the loop after each turn
     * @param dies hears of what a task threw: the loop does nothing any more then, since nobody knows in which state what
     *     it owns is
     */
    public LoopThread(String name, Clock clock, Runnable turnEnds, Consumer<Throwable> dies) {
        this.clock = clock;
        this.turnEnds = turnEnds;
        this.dies = dies;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Has something done on the loop; from any thread. Says whether it will be: not, once the loop has ended. */
    public boolean post(Runnable task) {
        posted.add(task);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
        return !ended || !posted.remove(task);
    }

    /** Whether the caller is the loop itself. */
    public boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** For the loop itself. */
    @Override
    public Timer after(long delayNs, Runnable task) {
        Alarm alarm = new Alarm(clock.monotonicNs() + delayNs, task);
        alarms.add(alarm);
        return alarm;
    }

    /** How long all turns together took in which there was something to do; from any thread. */
    public long busyNs() {
        return busyNs.getOpaque();
    }

    /** So many more jobs are under way elsewhere that are over soon, and will be posted then; if fewer, that many less. */
    void awaits(int more) {
        awaited.addAndGet(more);
    }

    private void run() {
        try {
            while (!closed) {
                long beganNs = clock.monotonicNs();
                if (turn(beganNs)) {
                    turnEnds.run();
                    busyNs.setOpaque(busyNs.getPlain() + clock.monotonicNs() - beganNs);
                } else {
                    sleep();
                }
            }
        } catch (RuntimeException | Error e) {
            died(e);
            return;
        }
        end();
    }

    private void died(Throwable cause) {
        try {
            dies.accept(cause);
        } finally {
            end();
        }
    }

    /** Whoever posts from here on is told; what was posted before that is still done. */
    private void end() {
        ended = true;
        Runnable task = posted.poll();
        while (task != null) {
            task.run();
            task = posted.poll();
        }
    }

    /** Does what waits, but not without end; says whether there was anything. */
    private boolean turn(long nowNs) {
        int done = ringDue(nowNs);
        Runnable task = posted.poll();
        while (task != null) {
            task.run();
            done++;
            task = done < TASKS_PER_TURN ? posted.poll() : null;
        }
        return done > 0;
    }

    /** Those that are due now: what they ask for at once is not, or others would not have their turn before it. */
    private int ringDue(long nowNs) {
        int rung = 0;
        while (!alarms.isEmpty() && alarms.peek().atNs() - nowNs <= 0) {
            Alarm alarm = alarms.remove();
            if (!alarm.cancelled) {
                alarm.task.run();
                rung++;
            }
        }
        return rung;
    }

    /** Whoever posts after the flag is up wakes the loop; what was posted before is seen by the look at the queue. */
    private void sleep() {
        long patienceNs = awaited.get() > 0 ? Patience.LONG_NS : Patience.SHORT_NS;
        if (Patience.look(patienceNs, this::isWanted)) {
            return;
        }
        sleeping = true;
        if (posted.isEmpty() && !closed) {
            if (alarms.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, Math.max(1, alarms.peek().atNs() - clock.monotonicNs()));
            }
        }
        sleeping = false;
    }

    private boolean isWanted() {
        return !posted.isEmpty()
                || closed
                || (!alarms.isEmpty() && alarms.peek().atNs() - clock.monotonicNs() <= 0);
    }

    /** Ends the loop after what was posted to it before, and waits for that. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (!isHere()) {
            joinUninterrupted();
        }
    }

    private void joinUninterrupted() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                TimeUnit.SECONDS.timedJoin(thread, 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
