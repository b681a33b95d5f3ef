package io.pfs.client.net;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.Network;
import io.pfs.net.Welcome;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply.Refused;
import java.util.List;
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
    /** How the first attempt to connect ended. */
    private final CompletableFuture<FileSystemFacts> first = new CompletableFuture<>();

    private final ClientSession.Shared shared = new Sessions();
    private volatile @Nullable FileSystemFacts facts;
    private volatile @Nullable ClientSession session;
    private @Nullable PfsException lastCause;
    private long retryAtNs;
    private boolean isClosed;

    private RemoteConnection(Network network, Address address, Identity identity, Clock clock, Entropy entropy) {
        this.network = network;
        this.address = address;
        this.identity = identity;
        this.clock = clock;
        this.entropy = entropy;
        this.retryAtNs = clock.monotonicNs();
    }

    /** Begins to connect; calls wait until it has. */
    public static RemoteConnection begin(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy) {
        RemoteConnection connection = new RemoteConnection(network, address, identity, clock, entropy);
        connection.session();
        return connection;
    }

    /** Connects, and waits until the server has shown what it is; throws why it has not. */
    public static RemoteConnection open(
            Network network, Address address, Identity identity, Clock clock, Entropy entropy) {
        RemoteConnection connection = begin(network, address, identity, clock, entropy);
        try {
            connection.first.join();
            return connection;
        } catch (CompletionException e) {
            connection.close();
            throw e.getCause() instanceof PfsException ours ? ours : e;
        }
    }

    @Override
    public FileSystemFacts facts() {
        return Check.present(facts, "a connection that was opened knows its file system");
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
        PfsException cause = lastCause;
        if (cause != null && clock.monotonicNs() - retryAtNs < 0) {
            throw cause;
        }
        ClientSession next = new ClientSession(shared);
        session = next;
        network.connect(address, next);
        return next;
    }

    /** Ends the connection, and the network with it. */
    @Override
    public void close() {
        ClientSession last;
        synchronized (this) {
            isClosed = true;
            last = session;
        }
        if (last != null) {
            last.close();
        }
        network.close();
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
        public void welcomed(Welcome welcome) {
            FileSystemFacts found = welcome.facts();
            FileSystemFacts known = facts;
            if (known != null && (known.idHigh() != found.idHigh() || known.idLow() != found.idLow())) {
                throw new PfsException(
                        ErrorCode.NOT_OURS, "another file system than before is served on " + address + " now");
            }
            facts = found;
            first.complete(found);
        }

        @Override
        public void ended(boolean wasWelcome, PfsException cause) {
            first.completeExceptionally(cause);
            if (!wasWelcome) {
                failed(cause);
            }
        }
    }
}
