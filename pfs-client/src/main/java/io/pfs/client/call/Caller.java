package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.client.call.RequestWindows.Opened;
import io.pfs.row.CellLocation;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One client: numbers its requests, sends them, and repeats those that should be. Any thread may use it. */
public final class Caller implements AutoCloseable {
    private final Connection connection;
    private final CallEnv env;
    /** The first of all searches. */
    private final long searchLow;

    private final RequestWindows windows;
    private final Queue<Held> held = new ConcurrentLinkedQueue<>();
    private final AtomicInteger releasing = new AtomicInteger();
    private final Set<Sleeper> asleep = new ConcurrentSkipListSet<>();
    /** Those of them that wait to be asked of somebody else. */
    private final Set<Sleeper> astray = new ConcurrentSkipListSet<>();

    private final AtomicLong sleepers = new AtomicLong();

    private final AtomicLong searches = new AtomicLong();
    private volatile boolean closed;

    /** What waits to be sent until requests before it are answered. */
    private record Held(Ask ask, long deadlineNs) {}

    public Caller(Connection connection, CallEnv env) {
        this.connection = connection;
        this.env = env;
        long clientHigh = env.entropy().nextLong();
        searchLow = env.entropy().nextLong();
        windows = new RequestWindows(clientHigh, searchLow, env.windowMax());
        connection.whenRefreshed(this::wakeAstray);
    }

    public FileSystemFacts facts() {
        return connection.facts();
    }

    /** Where the server is that owns a shard. */
    public Optional<String> hostOf(ShardId shard) {
        return connection.hostOf(shard);
    }

    /** Where each seat is served, as far as it is known here. */
    public List<Optional<String>> seats() {
        return connection.seats();
    }

    /** Whether seats go from server to server. */
    public boolean seatsMove() {
        return connection.seatsMove();
    }

    /** How many shards there are. */
    public int shards() {
        return connection.facts().shards();
    }

    /** The server that owns a shard, as far as it is known here. */
    public ServerId ownerOf(ShardId shard) {
        return connection.ownerOf(shard);
    }

    /** Whether cells of a shard may be read here. */
    public boolean readsHere(ShardId shard) {
        return connection.readsHere(shard);
    }

    /** Whether it can be said which hosts have the cells of a shard. */
    public boolean knowsHosts(ShardId shard) {
        return connection.knowsHosts(shard);
    }

    /** The hosts that have most of these cells. Blocks. */
    public List<String> hostsOf(List<CellLocation> cells) {
        return connection.hostsOf(cells);
    }

    /** Who was asked is not the one to be asked, or is gone: see {@link Connection#refresh}. */
    boolean refresh() {
        return connection.refresh();
    }

    public CallEnv env() {
        return env;
    }

    /** Whether the server of a shard takes a request of many parts. */
    boolean readsMany(ShardId shard) {
        return connection.readsMany(shard);
    }

    /**
     * What this thread asks for in a task is sent when that is over: hops and pages that go to one seat by as few requests as they fit
     * into, and each answer to its sink. What sinks ask for in turn, since their answers came together, goes together as well. The task
     * must not wait for an answer.
     */
    public void together(Runnable task) {
        new Gathering(this).of(task);
    }

    /** Asks one thing; the sink gets one answer. */
    public void send(Ask ask) {
        send(List.of(ask));
    }

    /** Asks many things in one sending; each sink gets one answer. */
    public void send(List<Ask> asks) {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "this file system was closed by its user");
        }
        WaitingThread.here().asks();
        if (!Gathering.take(this, asks)) {
            sendNow(asks);
        }
    }

    void sendNow(List<Ask> asks) {
        if (asks.isEmpty()) {
            return;
        }
        long deadlineNs = nowNs() + env.timeoutNs();
        int sent = held.isEmpty() ? sendFirst(asks, deadlineNs) : 0;
        if (sent < asks.size()) {
            asks.subList(sent, asks.size()).forEach(ask -> held.add(new Held(ask, deadlineNs)));
            releaseHeld();
        }
    }

    /** Sends as many as windows have room for, together; says how many. */
    private int sendFirst(List<Ask> asks, long deadlineNs) {
        List<Call> calls = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            Optional<Opened> opened = windows.openWithin();
            if (opened.isEmpty()) {
                break;
            }
            calls.add(new Pending(this, ask, deadlineNs, opened.get()).call());
        }
        if (!calls.isEmpty()) {
            transmit(calls);
        }
        return calls.size();
    }

    /** Sends what waits for the window to have room, as far as it has. Who comes while another does has him look again. */
    private void releaseHeld() {
        if (releasing.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        while (seen > 0) {
            sendHeld();
            seen = releasing.addAndGet(-seen);
        }
    }

    private void sendHeld() {
        while (!held.isEmpty()) {
            Optional<Opened> opened = windows.openWithin();
            if (opened.isEmpty()) {
                return;
            }
            Held next = held.remove();
            send(new Pending(this, next.ask, next.deadlineNs, opened.get()));
            WaitingThread.here().asks(); // whoever it is that waits for it
        }
    }

    /** Opens one more for a request that goes on. */
    Opened open() {
        return windows.open();
    }

    /** A request has its answer. */
    void close(Opened opened) {
        opened.window().close(opened.sequence());
        if (!held.isEmpty()) {
            releaseHeld();
        }
    }

    void send(Pending pending) {
        transmit(List.of(pending.call()));
    }

    /** A connection that can't send at all refuses them all. */
    private void transmit(List<Call> calls) {
        try {
            connection.send(calls);
        } catch (PfsException e) {
            Reply refused = Reply.Refused.of(e);
            calls.forEach(call -> call.sink().answer(refused));
        }
    }

    /** Of a search, whose requests all bear it: no other search has it, of whichever client. */
    public long newSearchId() {
        return searchLow + searches.incrementAndGet();
    }

    /** By the monotonic clock of this client. */
    public long nowNs() {
        return env.clock().monotonicNs();
    }

    /** How long what is asked may take. */
    long timeoutNs() {
        return env.timeoutNs();
    }

    long delayNs(int repetition) {
        return Backoff.delayNs(repetition, env.entropy());
    }

    boolean isClosed() {
        return closed;
    }

    /** Does something after a wait; or at once, if the client is closed meanwhile: then it finds that out by itself. */
    public void later(long delayNs, Runnable task) {
        later(delayNs, sleeper(task));
    }

    /** The same for what was asked of the wrong server: as soon as anything is known of who is the right one. */
    void laterOrRefreshed(long delayNs, Runnable task) {
        Sleeper sleeper = sleeper(task);
        astray.add(sleeper);
        later(delayNs, sleeper);
    }

    private void wakeAstray() {
        List.copyOf(astray).forEach(this::wake);
    }

    private void later(long delayNs, Sleeper sleeper) {
        asleep.add(sleeper);
        env.timers().after(delayNs, () -> wake(sleeper));
        if (closed) {
            wake(sleeper);
        }
    }

    private void wake(Sleeper sleeper) {
        astray.remove(sleeper);
        if (asleep.remove(sleeper)) {
            sleeper.task.run();
        }
    }

    /** In the order in which they began to wait. */
    private record Sleeper(long number, Runnable task) implements Comparable<Sleeper> {
        @Override
        public int compareTo(Sleeper other) {
            return Long.compare(number, other.number);
        }
    }

    private Sleeper sleeper(Runnable task) {
        return new Sleeper(sleepers.incrementAndGet(), task);
    }

    /** Ends the connection. What is not answered yet fails, saying so if it may have been done. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.close();
            List.copyOf(asleep).forEach(this::wake);
        }
    }
}
