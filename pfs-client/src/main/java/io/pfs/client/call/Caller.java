package io.pfs.client.call;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.row.CellLocation;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
    private final long clientHigh;
    private final long clientLow;
    private final RequestWindow window = new RequestWindow();
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
        clientHigh = env.entropy().nextLong();
        clientLow = env.entropy().nextLong();
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
        OptionalLong first = held.isEmpty() ? window.openWithin(asks.size(), env.windowMax()) : OptionalLong.empty();
        if (first.isPresent()) {
            send(asks, first.getAsLong(), deadlineNs);
        } else {
            asks.forEach(ask -> held.add(new Held(ask, deadlineNs)));
            releaseHeld();
        }
    }

    private void send(List<Ask> asks, long first, long deadlineNs) {
        long lowestOpen = window.lowestOpen();
        List<Call> calls = new ArrayList<>(asks.size());
        for (int i = 0; i < asks.size(); i++) {
            calls.add(new Pending(this, asks.get(i), deadlineNs, first + i).call(lowestOpen));
        }
        transmit(calls);
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
            OptionalLong first = window.openWithin(1, env.windowMax());
            if (first.isEmpty()) {
                return;
            }
            Held next = held.remove();
            send(List.of(next.ask), first.getAsLong(), next.deadlineNs);
            WaitingThread.here().asks(); // whoever it is that waits for it
        }
    }

    /** A request has its answer. */
    void close(long sequence) {
        window.close(sequence);
        if (!held.isEmpty()) {
            releaseHeld();
        }
    }

    void send(Pending pending) {
        transmit(List.of(pending.call(window.lowestOpen())));
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
        return clientLow + searches.incrementAndGet();
    }

    RequestId requestId(long sequence) {
        return new RequestId(clientHigh, clientLow, sequence);
    }

    RequestWindow window() {
        return window;
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
