package io.pfs.server.access;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.wire.Reply.Refused;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What requests told of their clients: the lowest that each still waits for, and which of these were refused. A copy of a
 * request that the network kept is known by it: doing it now would undo what came after, or do what was refused. (Replies
 * of what was done stand with the rows.) Kept in memory only, since no copy outlives the connections of this process.
 */
public final class ClientWindows {
    public static final long KEPT_NS = Limits.REPLY_KEPT_MILLIS * 1_000_000;

    /** Of one client; who has more open requests than this loses the oldest refusals. */
    private static final int REFUSALS_MAX = 1024;

    /** Whoever may ask can call himself by a new name each time: then those go first that were silent for longest. */
    private static final int CLIENTS_MAX = 100_000;

    /** In the order in which clients were heard of last. */
    private final Map<Client, Window> windows = new LinkedHashMap<>();

    /** That of the client who was heard of last, at the end of the order, and most likely asks again. */
    private Optional<Window> last = Optional.empty();

    private record Client(long high, long low) {
        static Client of(RequestId id) {
            return new Client(id.clientHigh(), id.clientLow());
        }
    }

    private static final class Window {
        private final long high;
        private final long low;
        private final TreeMap<Long, Refused> refused = new TreeMap<>();
        private long lowestOpen;
        private long heardNs;

        Window(Client client) {
            high = client.high;
            low = client.low;
        }

        boolean isOf(RequestId id) {
            return id.clientLow() == low && id.clientHigh() == high;
        }
    }

    /** Notes what a request tells of its client; says whether the request is one the client no longer waits for. */
    public boolean isStale(RequestId id, long lowestOpen, long nowNs) {
        Window window = last.filter(heard -> heard.isOf(id)).orElseGet(() -> hear(Client.of(id)));
        window.lowestOpen = Math.max(window.lowestOpen, lowestOpen);
        window.heardNs = nowNs;
        if (!window.refused.isEmpty()) {
            window.refused.headMap(window.lowestOpen).clear();
        }
        forgetSilent(nowNs);
        return id.sequence() < window.lowestOpen;
    }

    private Window hear(Client client) {
        @Nullable Window known = windows.remove(client);
        Window window = known == null ? new Window(client) : known;
        windows.put(client, window);
        last = Optional.of(window);
        if (windows.size() > CLIENTS_MAX) {
            windows.remove(windows.keySet().iterator().next());
        }
        return window;
    }

    private Optional<Window> find(RequestId id) {
        return last.isPresent() && last.get().isOf(id) ? last : Optional.ofNullable(windows.get(Client.of(id)));
    }

    /** Whether the client has told meanwhile that it no longer waits for this request. */
    public boolean isPast(RequestId id) {
        return find(id).filter(window -> id.sequence() < window.lowestOpen).isPresent();
    }

    /** What a request is answered that its client no longer waits for. */
    public static Refused stale(RequestId id) {
        return new Refused(ErrorCode.UNKNOWN_OUTCOME, id + " is an old copy: its client has had its answer");
    }

    /** What this very request was refused with, if it was. */
    public Optional<Refused> refusedBefore(RequestId id) {
        return find(id).filter(window -> !window.refused.isEmpty()).map(window -> window.refused.get(id.sequence()));
    }

    public void noteRefused(RequestId id, Refused refused) {
        find(id).filter(window -> id.sequence() >= window.lowestOpen).ifPresent(window -> {
            window.refused.put(id.sequence(), refused);
            if (window.refused.size() > REFUSALS_MAX) {
                window.refused.pollFirstEntry();
            }
        });
    }

    /** Whether the client of this request was heard of lately. */
    public boolean isKnown(RequestId id) {
        return windows.containsKey(Client.of(id));
    }

    private void forgetSilent(long nowNs) {
        if (windows.size() == 1) {
            return; // it was heard of just now
        }
        Iterator<Window> eldest = windows.values().iterator();
        while (eldest.hasNext() && nowNs - eldest.next().heardNs > KEPT_NS) {
            eldest.remove();
        }
    }
}
