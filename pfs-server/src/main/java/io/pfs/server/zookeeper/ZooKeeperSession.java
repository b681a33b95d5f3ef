package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers;
import io.pfs.server.owner.SessionTimes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * One session with ZooKeeper: it is never followed by another one under the same name. What is asked is asked again until there is an answer,
 * also if it may have been done; who asks for what can't be repeated looks first.
 */
final class ZooKeeperSession {
    /** Of a node: whatever version it has. */
    static final int ANY = -1;

    private static final long REPEAT_NS = 100_000_000;
    private static final long NS_PER_MS = 1_000_000;
    private final Events events;
    private final Consumer<Runnable> loop;
    private final Timers timers;
    private final Executor closing;
    private final long timeoutMillis;
    private final ZooKeeper client;
    private long repeats;
    private boolean isOver;

    /** What happens to a session, told on the loop. */
    interface Events {
        /** ZooKeeper is reached, for the first time or again. */
        void connected();

        /** A node that is watched has changed, or has come or gone. */
        void changed(String node);

        /** It is over, and nothing is told any more. */
        void ended(PfsException cause);
    }

    /** What a node has, and the version of that. */
    record Content<T>(T value, int version) {}

    /** What became of a write. */
    enum Written {
        DONE,
        OTHER_VERSION,
        NO_NODE
    }

    /** A question, to be asked as often as it takes. */
    private interface Question<R> {
        void ask(Answer<R> answer);
    }

    private interface Answer<R> {
        void is(int code, @Nullable R result);
    }

    private interface Told<R> {
        void is(Code code, Optional<R> result);
    }

    ZooKeeperSession(String hosts, SessionTimes times, ZooKeeperCoordinator.Drive drive, Events events) {
        this.loop = drive.loop();
        this.timers = drive.timers();
        this.closing = drive.closing();
        this.events = events;
        this.timeoutMillis = times.timeoutNs() / NS_PER_MS;
        try {
            client = new ZooKeeper(hosts, (int) timeoutMillis, event -> loop.accept(() -> heard(event)));
        } catch (IOException | IllegalArgumentException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "ZooKeeper at " + hosts + " can't be reached: " + e, e);
        }
    }

    private void heard(WatchedEvent event) {
        if (isOver) {
            return;
        }
        switch (event.getState()) {
            case SyncConnected -> connected();
            case Expired -> end(expired());
            case AuthFailed -> end(new PfsException(ErrorCode.NOT_AUTHENTICATED, "ZooKeeper does not let us in"));
            default -> {} // it is tried again, and found again or not
        }
    }

    /** ZooKeeper's client says the same of a session by itself, a third of its time after that is over, whether ZooKeeper is there or not. */
    private static PfsException expired() {
        return new PfsException(
                ErrorCode.CLOSED, "ZooKeeper has ended the session, or was out of reach for longer than that lasts");
    }

    /** A session that is shorter than asked for would end while its member is sure that it lives. */
    private void connected() {
        if (client.getSessionTimeout() < timeoutMillis) {
            end(new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "sessions of ZooKeeper may last " + client.getSessionTimeout() + " ms there, but " + timeoutMillis
                            + " ms are wanted: raise its maxSessionTimeout, or ask for less"));
            return;
        }
        events.connected();
    }

    /** How often something had to be asked again. As long as that stays the same, what is asked first is answered by what was so first. */
    long repeats() {
        return repeats;
    }

    /** Makes a node, unless it is there. */
    void create(String node, CreateMode mode, Supplier<byte[]> content, Runnable told) {
        ask(
                (Answer<String> answer) -> client.create(
                        node,
                        content.get(),
                        ZooDefs.Ids.OPEN_ACL_UNSAFE,
                        mode,
                        (code, path, context, name) -> answer.is(code, name),
                        null),
                (code, name) -> {
                    if (code == Code.OK || code == Code.NODEEXISTS) {
                        told.run();
                    } else {
                        refused(node, code);
                    }
                });
    }

    /** What a node has; empty if it is not there. What the reader refuses ends the session. */
    <T> void read(String node, Function<byte[], T> reader, Consumer<Optional<Content<T>>> told) {
        ask(
                (Answer<Content<byte[]>> answer) -> client.getData(
                        node,
                        false,
                        (code, path, context, bytes, stat) ->
                                answer.is(code, stat == null ? null : new Content<>(bytes, stat.getVersion())),
                        null),
                (code, content) -> {
                    if (code == Code.OK || code == Code.NONODE) {
                        understood(
                                () -> content.map(is -> new Content<>(reader.apply(is.value()), is.version())), told);
                    } else {
                        refused(node, code);
                    }
                });
    }

    /** The same of one that is there as long as anything is; that it is not ends the session. */
    <T> void require(String node, Function<byte[], T> reader, Consumer<Content<T>> told) {
        read(node, reader, content -> content.ifPresentOrElse(told, () -> gone(node)));
    }

    /** The names of all nodes below one. */
    <T> void names(String node, Function<String, T> reader, Consumer<List<T>> told) {
        ask(
                (Answer<List<String>> answer) ->
                        client.getChildren(node, false, (code, path, context, names) -> answer.is(code, names), null),
                (code, names) -> {
                    if (code == Code.OK) {
                        understood(
                                () -> names.orElseThrow().stream().map(reader).toList(), told);
                    } else {
                        refused(node, code);
                    }
                });
    }

    private <T> void understood(Supplier<T> read, Consumer<T> told) {
        T content;
        try {
            content = read.get();
        } catch (PfsException e) {
            end(e);
            return;
        }
        told.accept(content);
    }

    /** Somebody has removed what no server removes. */
    void gone(String node) {
        end(new PfsException(ErrorCode.CLOSED, "node " + node + " of ZooKeeper is gone"));
    }

    /** Writes a node if it has this version. Who is told of another one may have written that himself, without hearing of it. */
    void write(String node, byte[] bytes, int version, Consumer<Written> told) {
        ask(
                (Answer<Boolean> answer) -> client.setData(
                        node, bytes, version, (code, path, context, stat) -> answer.is(code, true), null),
                (code, stat) -> {
                    switch (code) {
                        case OK -> told.accept(Written.DONE);
                        case BADVERSION -> told.accept(Written.OTHER_VERSION);
                        case NONODE -> told.accept(Written.NO_NODE);
                        default -> refused(node, code);
                    }
                });
    }

    /** Hears from now on when the node or one below it changes, but for what happens while ZooKeeper is not reached. */
    void watch(String node, Runnable told) {
        Watcher changed = event -> {
            if (event.getType() != EventType.None) {
                loop.accept(() -> changed(event.getPath()));
            }
        };
        ask(
                (Answer<Boolean> answer) -> client.addWatch(
                        node,
                        changed,
                        AddWatchMode.PERSISTENT_RECURSIVE,
                        (code, path, context) -> answer.is(code, true),
                        null),
                (code, unused) -> {
                    if (code == Code.OK) {
                        told.run();
                    } else {
                        refused(node, code);
                    }
                });
    }

    private void changed(String node) {
        if (!isOver) {
            events.changed(node);
        }
    }

    private <R> void ask(Question<R> question, Told<R> told) {
        if (!isOver) {
            question.ask((code, result) -> loop.accept(() -> answered(question, told, Code.get(code), result)));
        }
    }

    private <R> void answered(Question<R> question, Told<R> told, Code code, @Nullable R result) {
        if (isOver) {
            return;
        }
        switch (code) {
            case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT -> {
                repeats++;
                timers.after(REPEAT_NS, () -> ask(question, told));
            }
            case SESSIONEXPIRED -> end(expired());
            default -> told.is(code, Optional.ofNullable(result));
        }
    }

    /** What we didn't expect, and don't know how to go on after. */
    private void refused(String node, Code code) {
        end(new PfsException(
                ErrorCode.IO_FAILED,
                "ZooKeeper says of node " + node + ": "
                        + KeeperException.create(code).getMessage()));
    }

    /** Ends it. Who hears of events is told why, before ZooKeeper hears of it: from then on others may take what was held in it. */
    void end(PfsException cause) {
        if (!isOver) {
            isOver = true;
            events.ended(cause);
            closing.execute(this::closeClient);
        }
    }

    /** ZooKeeper hears that it is over, whatever the loop does; there it is told as well, once it is its turn. From any thread. */
    void abandon(PfsException cause) {
        closing.execute(this::closeClient);
        loop.accept(() -> end(cause));
    }

    /** Ends it; nobody is told. */
    void close() {
        isOver = true;
        closing.execute(this::closeClient);
    }

    private void closeClient() {
        try {
            client.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
