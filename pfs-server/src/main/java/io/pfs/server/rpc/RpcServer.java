package io.pfs.server.rpc;

import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.wire.Connection;
import java.util.Optional;

/** Serves clients that come over a network. */
public final class RpcServer implements AutoCloseable {
    /** Clients that wait for answers get them when the server is stopped, if they come within this. */
    private static final long END_WITHIN_NS = 5_000_000_000L;

    private final Sessions sessions;
    private final Network.Listening listening;

    private RpcServer(Sessions sessions, Network.Listening listening) {
        this.sessions = sessions;
        this.listening = listening;
    }

    /** Begins to serve clients that may do everything, with no other server beside it. */
    public static RpcServer start(
            Network network,
            Address address,
            Connection engine,
            Optional<Secret> secret,
            SessionLimits limits,
            Clock clock,
            Entropy entropy) {
        return start(network, address, Serving.alone(engine, secret, limits), clock, entropy);
    }

    /** Begins to serve. */
    public static RpcServer start(Network network, Address address, Serving serving, Clock clock, Entropy entropy) {
        Sessions sessions = new Sessions(serving, clock, entropy);
        return new RpcServer(sessions, network.listen(address, sessions::admit));
    }

    /** Where it listens. */
    public Address address() {
        return listening.address();
    }

    /** Tells all clients, those that are connected and those that come, that seats have moved. From any thread. */
    public void publish(ClusterMap newer) {
        sessions.publish(newer);
    }

    /** Takes no more calls, has those that came answered, and ends all connections. */
    @Override
    public void close() {
        listening.close();
        sessions.end(END_WITHIN_NS);
    }
}
