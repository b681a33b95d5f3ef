package io.pfs.server.rpc;

import io.pfs.Limits;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.ClusterMap;
import io.pfs.net.Speaker;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** All sessions of a server, and what they share. Any thread. */
final class Sessions {
    /** Who has not said yet who he is may be another server, which there has to be room for however many clients there are: so many at a time. */
    private static final int UNKNOWN_MAX = 256;

    private final Serving serving;
    private final Clock clock;
    private final Entropy entropy;
    private final InFlight inFlight;
    /** In the order in which they came, which is that in which they are told. */
    private final Set<ServerSession> open = Collections.synchronizedSet(new LinkedHashSet<>());

    private final Set<ServerSession> ofClients = ConcurrentHashMap.newKeySet();
    private final Set<ServerSession> ofServers = ConcurrentHashMap.newKeySet();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile ClusterMap map;
    private volatile boolean isEnding;

    Sessions(Serving serving, Clock clock, Entropy entropy) {
        this.serving = serving;
        this.clock = clock;
        this.entropy = entropy;
        this.map = serving.map();
        this.inFlight = new InFlight(serving.limits().bytesTotalMax());
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

    /** Takes in a session, which says {@link #ended} later; and says whether there is room for it, whosever it is. */
    boolean admit(ServerSession session) {
        open.add(session);
        int ofOthers = open.size() - ofServers.size();
        return ofOthers <= serving.limits().connectionsMax() + UNKNOWN_MAX && !isEnding;
    }

    /** It is known whose the session is; says whether there is room for it. */
    boolean admit(ServerSession session, Speaker speaker) {
        boolean isServers = speaker instanceof Speaker.Server;
        Set<ServerSession> alike = isServers ? ofServers : ofClients;
        alike.add(session);
        return alike.size()
                <= (isServers ? Limits.SERVERS_MAX : serving.limits().connectionsMax());
    }

    void ended(ServerSession session) {
        ofServers.remove(session);
        ofClients.remove(session);
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
