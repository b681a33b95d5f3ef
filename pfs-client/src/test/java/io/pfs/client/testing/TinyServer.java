package io.pfs.client.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.TablePointer;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server in memory, behind a connection: tables, rows and cells in maps, each request done once whatever its copies. A
 * test may queue mishaps, which befall the next requests, one each.
 */
public final class TinyServer implements Connection {
    public static final TablePointer ROOT = new TablePointer(TableId.of(new ShardId(0), 1), new ShardId(0), 0, 7);

    /** So long a lease is. */
    public static final long LEASE_MILLIS = 10_000;

    private final TinyTables tables = new TinyTables(ROOT);
    private final Map<RequestId, Kept> kept = new HashMap<>();
    private final ArrayDeque<Mishap> mishaps = new ArrayDeque<>();
    private final List<Envelope> seen = new ArrayList<>();
    private final List<Call> held = new ArrayList<>();
    private LeaseHolder listener = recall -> {};
    private Optional<Class<? extends Request>> awaited = Optional.empty();
    private Runnable intrusion = () -> {};
    private int sendings;
    private boolean holds;
    private boolean hasOthers;
    private boolean knowsHosts;
    private Runnable refreshed = () -> {};
    private boolean closed;
    private boolean readsMany;
    private Optional<ErrorCode> manyRefused = Optional.empty();

    /**
     * What befalls a request instead of an answer.
     *
     * @param isDone whether it is carried out nevertheless
     * @param changesOnly whether it waits for a request that changes something
     */
    public record Mishap(ErrorCode code, boolean isDone, boolean changesOnly) {
        /** Refused, and not done. */
        public static Mishap refused(ErrorCode code) {
            return new Mishap(code, false, false);
        }

        /** Done, but whoever asked is not told. */
        public static Mishap doneUntold(ErrorCode code) {
            return new Mishap(code, true, true);
        }

        /** Not done, and whoever asked is not told that either. */
        public static Mishap lost(ErrorCode code) {
            return new Mishap(code, false, true);
        }
    }

    /** From now on it is known that cells are on a host of this name, and this server on another. */
    public synchronized void knowsHosts() {
        knowsHosts = true;
    }

    @Override
    public synchronized boolean knowsHosts(ShardId shard) {
        return knowsHosts;
    }

    @Override
    public List<String> hostsOf(List<CellLocation> cells) {
        return List.of("of-cells");
    }

    @Override
    public Optional<String> hostOf(ShardId shard) {
        return Optional.of("of-server");
    }

    /** From now on it takes requests of many parts. A mishap befalls a part, as it would what came alone. */
    public synchronized void readsMany() {
        readsMany = true;
    }

    /** From now on it refuses them. */
    public synchronized void refusesMany(ErrorCode code) {
        manyRefused = Optional.of(code);
    }

    @Override
    public synchronized boolean readsMany(ShardId shard) {
        return readsMany;
    }

    /** There may be another one that has what this one has not. */
    public synchronized void hasOthers() {
        hasOthers = true;
    }

    @Override
    public synchronized boolean refresh() {
        return hasOthers;
    }

    @Override
    public synchronized void whenRefreshed(Runnable told) {
        refreshed = told;
    }

    /** It is known where everything is now. */
    public void refreshed() {
        refreshed.run();
    }

    public synchronized TinyServer mishaps(Mishap... more) {
        mishaps.addAll(List.of(more));
        return this;
    }

    /** Does something just before the next request of a kind is done, once, as another client would. */
    public synchronized void before(Class<? extends Request> kind, Runnable deed) {
        awaited = Optional.of(kind);
        intrusion = deed;
    }

    private synchronized Runnable intrusionBefore(Call call) {
        if (awaited.filter(kind -> kind.isInstance(call.envelope().request())).isEmpty()) {
            return () -> {};
        }
        awaited = Optional.empty();
        return intrusion;
    }

    /** It forgets what clients are writing of large cells, as another one would not know it. */
    public synchronized void loseObjects() {
        tables.loseObjects();
    }

    /** From now on answers wait for {@link #release}. */
    public synchronized void hold() {
        holds = true;
    }

    /** Answers what waits, the last first. */
    public void release() {
        release(false);
    }

    /** Answers what waits now; what is asked by those who get the answers waits. */
    public void releaseAndHold() {
        release(true);
    }

    private void release(boolean holdsOn) {
        List<Call> waiting;
        synchronized (this) {
            holds = holdsOn;
            waiting = new ArrayList<>(held);
            held.clear();
        }
        for (int i = waiting.size() - 1; i >= 0; i--) {
            answer(waiting.get(i));
        }
    }

    public synchronized List<Envelope> seen() {
        return List.copyOf(seen);
    }

    public synchronized int sendings() {
        return sendings;
    }

    public synchronized void forgetSeen() {
        seen.clear();
        sendings = 0;
    }

    /** Removes a table and the row that leads to it, as another client would. */
    public void removeTable(TablePointer parent, String name) {
        recall(parent, name);
        removeTableUntold(parent, name);
    }

    /** The same, when this client did not hear of it. */
    public synchronized void removeTableUntold(TablePointer parent, String name) {
        tables.removeTable(parent.table(), name);
    }

    /** Wants a lease back. */
    public void recall(TablePointer parent, String name) {
        listener.recall(new LeaseRecall(1, parent.table(), RowName.of(name)));
    }

    public synchronized void grantNoLeases() {
        tables.grantNoLeases();
    }

    @Override
    public void hears(LeaseHolder told) {
        listener = told;
    }

    @Override
    public FileSystemFacts facts() {
        return new FileSystemFacts(1, 2, 16, ROOT);
    }

    @Override
    public void send(List<Call> calls) {
        synchronized (this) {
            sendings++;
            if (closed) {
                throw new PfsException(ErrorCode.CLOSED, "the tiny server is closed");
            }
            calls.forEach(call -> seen.add(call.envelope()));
            if (holds) {
                held.addAll(calls);
                return;
            }
        }
        calls.forEach(this::answer);
    }

    private void answer(Call call) {
        intrusionBefore(call).run();
        call.sink().answer(reply(call.envelope()));
    }

    private synchronized Reply reply(Envelope envelope) {
        if (closed) {
            return new Refused(ErrorCode.CLOSED, "the tiny server is closed");
        }
        if (envelope.request() instanceof Request.ReadMany many) {
            if (manyRefused.isPresent()) {
                return new Refused(manyRefused.get(), "a mishap");
            }
            return new Reply.ManyRead(
                    many.parts().stream().map(part -> reply(envelope.of(part))).toList());
        }
        Mishap mishap = nextFor(envelope);
        if (mishap != null && !mishap.isDone()) {
            return new Refused(mishap.code(), "a mishap");
        }
        Reply reply = once(envelope);
        return mishap == null ? reply : new Refused(mishap.code(), "a mishap");
    }

    private Mishap nextFor(Envelope envelope) {
        Mishap next = mishaps.peek();
        boolean befalls = next != null && (!next.changesOnly() || TinyTables.isChange(envelope.request()));
        return befalls ? mishaps.poll() : null;
    }

    private Reply once(Envelope envelope) {
        Kept before = kept.get(envelope.id());
        if (before != null) {
            return before;
        }
        try {
            Reply reply = tables.handle(envelope.request());
            if (reply instanceof Kept answer) {
                kept.put(envelope.id(), answer);
            }
            return reply;
        } catch (PfsException e) {
            return Refused.of(e);
        }
    }

    @Override
    public void close() {
        List<Call> waiting;
        synchronized (this) {
            closed = true;
            waiting = new ArrayList<>(held);
            held.clear();
        }
        waiting.forEach(this::answer);
    }
}
