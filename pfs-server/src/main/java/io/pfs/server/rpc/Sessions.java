package io.pfs.server.rpc;

import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.ClusterMap;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** All sessions of a server, and what they share. Any thread. */
final class Sessions {
    private final Serving serving;
    private final Clock clock;
    private final Entropy entropy;
    private final InFlight inFlight;
    /** In the order in which they came, which is that in which they are told. */
    private final Set<ServerSession> open = Collections.synchronizedSet(new LinkedHashSet<>());

    private final Places places;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile ClusterMap map;
    private volatile boolean isEnding;

    Sessions(Serving serving, Clock clock, Entropy entropy) {
        this.serving = serving;
        this.clock = clock;
        this.entropy = entropy;
        this.map = serving.map();
        this.inFlight = new InFlight(serving.limits().bytesTotalMax());
        this.places = new Places(serving.limits().connectionsMax(), this::isOfMap);
    }

    /** As far as the map has numbers: names are not looked up while a connection waits. */
    private boolean isOfMap(String host) {
        return map.addresses().stream().anyMatch(address -> address.host().equals(host));
    }

    Serving serving() {
        return serving;
    }

    /** Where seats are served now. */
    ClusterMap map() {
        return map;
    }

    /** If seats have moved, who comes hears that, and who is here is told. */
    void publish(ClusterMap newer) {
        if (!newer.equals(map)) {
            map = newer;
            List.copyOf(open).forEach(ServerSession::moved);
        }
    }

    SessionLimits limits() {
        return serving.limits();
    }

    Clock clock() {
        return clock;
    }

    Entropy entropy() {
        return entropy;
    }

    InFlight inFlight() {
        return inFlight;
    }

    /** A connection has come from a host; throws if there is no room for it, whosever it is. */
    ServerSession admit(String host) {
        return new ServerSession(this, places.take(host));
    }

    /** Takes in a session, which says {@link #ended} later; and says whether it may go on. */
    boolean opened(ServerSession session) {
        open.add(session);
        return !isEnding;
    }

    void ended(ServerSession session) {
        open.remove(session);
        lookWhetherAllEnded();
    }

    /** Has all end within so long, and waits for it. */
    void end(long withinNs) {
        isEnding = true;
        List.copyOf(open).forEach(session -> session.end(withinNs));
        lookWhetherAllEnded();
        ended.join();
    }

    private void lookWhetherAllEnded() {
        if (isEnding && open.isEmpty()) {
            ended.complete(null);
        }
    }
}
