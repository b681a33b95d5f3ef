package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.wire.Reply.Refused;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What requests told of their clients: the lowest that each still waits for, and which of these were refused. A copy of a
 * request that the network kept is known by it: doing it now would undo what came after, or do what was refused. (Replies
 * of what was done stand with the rows.) Kept in memory only, since no copy outlives the connections of this process.
 */
final class ClientWindows {
    static final long KEPT_NS = Limits.REPLY_KEPT_MILLIS * 1_000_000;

    /** Of one client; who has more open requests than this loses the oldest refusals. */
    private static final int REFUSALS_MAX = 1024;

    private final Map<Client, Window> windows = new LinkedHashMap<>(16, 0.75f, true);

    private record Client(long high, long low) {
        static Client of(RequestId id) {
            return new Client(id.clientHigh(), id.clientLow());
        }
    }

    private static final class Window {
        private final TreeMap<Long, Refused> refused = new TreeMap<>();
        private long lowestOpen;
        private long heardNs;
    }

    /** Notes what a request tells of its client; says whether the request is one the client no longer waits for. */
    boolean isStale(RequestId id, long lowestOpen, long nowNs) {
        Window window = windows.computeIfAbsent(Client.of(id), client -> new Window());
        window.lowestOpen = Math.max(window.lowestOpen, lowestOpen);
        window.heardNs = nowNs;
        window.refused.headMap(window.lowestOpen).clear();
        forgetSilent(nowNs);
        return id.sequence() < window.lowestOpen;
    }

    /** Whether the client has told meanwhile that it no longer waits for this request. */
    boolean isPast(RequestId id) {
        Window window = windows.get(Client.of(id));
        return window != null && id.sequence() < window.lowestOpen;
    }

    /** What a request is answered that its client no longer waits for. */
    static Refused stale(RequestId id) {
        return new Refused(ErrorCode.UNKNOWN_OUTCOME, id + " is an old copy: its client has had its answer");
    }

    /** What this very request was refused with, if it was. */
    Optional<Refused> refusedBefore(RequestId id) {
        return Optional.ofNullable(windows.get(Client.of(id))).map(window -> window.refused.get(id.sequence()));
    }

    void noteRefused(RequestId id, Refused refused) {
        Window window = windows.get(Client.of(id));
        if (window != null && id.sequence() >= window.lowestOpen) {
            window.refused.put(id.sequence(), refused);
            if (window.refused.size() > REFUSALS_MAX) {
                window.refused.pollFirstEntry();
            }
        }
    }

    /** Whether the client of this request was heard of lately. */
    boolean isKnown(RequestId id) {
        return windows.containsKey(Client.of(id));
    }

    private void forgetSilent(long nowNs) {
        Iterator<Window> eldest = windows.values().iterator();
        while (eldest.hasNext() && nowNs - eldest.next().heardNs > KEPT_NS) {
            eldest.remove();
        }
    }
}
