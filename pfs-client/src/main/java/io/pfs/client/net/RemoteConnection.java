package io.pfs.client.net;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Link;
import io.pfs.net.Network;
import io.pfs.net.Protocol;
import io.pfs.net.Welcome;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The way to a server over a network. A connection that is lost is made anew by who next wants something sent; meanwhile
 * calls are refused, to be repeated.
 */
public final class RemoteConnection implements Connection {
    /** After a connection could not be made, the next is tried so much later. */
    private static final long RETRY_NS = 50_000_000;

    private final Network network;
    private final Address address;
    private final Identity identity;
    private final Clock clock;
    private final Entropy entropy;
    /** What a server says of all. */
    private final Told told;
    /** How the first attempt to connect ended. */
    private final CompletableFuture<Welcome> first = new CompletableFuture<>();

    private final ClientSession.Shared shared = new Sessions();
    private volatile @Nullable FileSystemFacts facts;
    private volatile @Nullable ClientSession session;
    private volatile @Nullable LeaseHolder listener;
    private volatile Optional<PoolPlace> pool = Optional.empty();
    private volatile boolean readsMany;
    private @Nullable PfsException lastCause;
    private long retryAtNs;
    private boolean isClosed;
    private boolean isRetired;

    /** Hears what a server says that is not an answer. */
    interface Told {
        /** Refuses a server that is none of the right ones. */
        default void welcomed(Welcome welcome) {}

        default void moved(ClusterMap map) {}

        /** It has said nothing for some time. */
        default void silent() {}

        /** Whether what it is asked for may be elsewhere by now, and anybody at its address. */
        default boolean mayHaveMoved() {
            return false;
        }
    }

    private RemoteConnection(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy, Told told) {
        this.network = network;
        this.address = address;
        this.identity = identity;
        this.clock = clock;
        this.entropy = entropy;
        this.told = told;
        this.retryAtNs = clock.monotonicNs();
    }

    /** Begins to connect; calls wait until it has. */
    public static RemoteConnection begin(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy) {
        return begin(network, address, identity, clock, entropy, new Told() {});
    }

    /** The same with a server that has to be a certain one. */
    static RemoteConnection begin(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy, Told told) {
        RemoteConnection connection = new RemoteConnection(network, address, identity, clock, entropy, told);
        connection.session();
        return connection;
    }

    /** Connects, and waits until the server has shown what it is; throws why it has not. */
    public static RemoteConnection open(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy) {
        RemoteConnection connection = begin(network, address, identity, clock, entropy);
        try {
            connection.awaitFirst();
            return connection;
        } catch (PfsException e) {
            connection.close();
            throw e;
        }
    }

    /** Waits for the first welcome; throws why there was none. */
    Welcome awaitFirst() {
        try {
            return first.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof PfsException ours ? ours : e;
        }
    }

    @Override
    public FileSystemFacts facts() {
        return Check.present(facts, "a connection that was opened knows its file system");
    }

    /** As the server said when it was last connected to. */
    @Override
    public Optional<PoolPlace> poolOf(ServerId server) {
        return pool;
    }

    /** Of the connection that there is now: the server may begin anew as an older one. */
    @Override
    public boolean readsMany(ShardId shard) {
        return readsMany && isConnected();
    }

    /** Whether the server has answered on the connection that there is now: one that was stopped may take connections, and no more. */
    boolean isConnected() {
        ClientSession now = session;
        return now != null && now.isInUse();
    }

    @Override
    public void send(List<Call> calls) {
        try {
            session().add(calls);
        } catch (PfsException e) {
            Refused refused = Refused.of(e);
            calls.forEach(call -> call.sink().answer(refused));
        }
    }

    @Override
    public void hears(LeaseHolder holder) {
        listener = holder;
    }

    /** The session that serves now, or one that is being made. */
    private ClientSession session() {
        ClientSession now = session;
        return now == null || now.isEnded() ? begin() : now;
    }

    /** Others may have begun one meanwhile. */
    private synchronized ClientSession begin() {
        ClientSession now = session;
        if (now != null && !now.isEnded()) {
            return now;
        }
        if (isClosed) {
            throw new PfsException(ErrorCode.CLOSED, "this file system was closed by its user");
        }
        if (isRetired) {
            throw new PfsException(ErrorCode.UNREACHABLE, "the server on " + address + " serves nothing any more");
        }
        PfsException cause = lastCause;
        if (cause != null && clock.monotonicNs() - retryAtNs < 0) {
            throw cause;
        }
        ClientSession next = new ClientSession(shared);
        session = next;
        network.connect(address, next);
        return next;
    }

    /** Connects, unless it is connected or could not be a moment ago: then the server says where seats are. */
    void look() {
        try {
            session();
        } catch (PfsException e) {
            // it is tried again when this is called again
        }
    }

    /** If it is not connected it never will be again: who has this yet is to look for another. Says whether. */
    synchronized boolean retire() {
        ClientSession now = session;
        isRetired |= now == null || now.isEnded();
        return isRetired;
    }

    /** The server is said to have lost something that it served. */
    void doubt() {
        ClientSession now = session;
        if (now != null) {
            now.doubt();
        }
    }

    /** Ends the connection, and the network with it. */
    @Override
    public void close() {
        end();
        network.close();
    }

    /** Ends the connection alone. */
    void end() {
        ClientSession last;
        synchronized (this) {
            isClosed = true;
            last = session;
        }
        if (last != null) {
            last.close();
        }
    }

    private synchronized void failed(PfsException cause) {
        lastCause = cause;
        retryAtNs = clock.monotonicNs() + RETRY_NS;
    }

    /** What the sessions have in common: that they are of one client, and that they shall be of one file system. */
    private final class Sessions implements ClientSession.Shared {
        @Override
        public ClientGreeting greet(Link link) {
            return new ClientGreeting(link, identity, entropy);
        }

        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public void welcomed(Welcome welcome, int features) {
            FileSystemFacts found = welcome.facts();
            FileSystemFacts known = facts;
            if (known != null && (known.idHigh() != found.idHigh() || known.idLow() != found.idLow())) {
                throw new PfsException(
                        ErrorCode.NOT_OURS, "another file system than before is served on " + address + " now");
            }
            told.welcomed(welcome);
            facts = found;
            pool = welcome.pool();
            readsMany = (features & Protocol.READS_MANY) != 0;
            first.complete(welcome);
        }

        /** Who has come to its address does not decide about what the one had that was meant. */
        @Override
        public PfsException unwelcome(PfsException cause) {
            boolean isAnother = cause.code() == ErrorCode.NOT_OURS || cause.code() == ErrorCode.PROTOCOL_BROKEN;
            return isAnother && told.mayHaveMoved()
                    ? new PfsException(ErrorCode.UNREACHABLE, cause.detail(), cause)
                    : cause;
        }

        @Override
        public void moved(ClusterMap map) {
            told.moved(map);
        }

        @Override
        public void silent() {
            told.silent();
        }

        @Override
        public boolean recalled(LeaseRecall recall) {
            LeaseHolder holder = listener;
            if (holder != null) {
                holder.recall(recall);
            }
            return holder != null;
        }

        @Override
        public boolean isLeased() {
            return listener != null;
        }

        @Override
        public void ended(boolean wasWelcome, PfsException cause) {
            first.completeExceptionally(cause);
            if (!wasWelcome) {
                failed(unwelcome(cause));
            }
        }
    }
}
