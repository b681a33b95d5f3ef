package io.pfs.server.shard;

import io.pfs.Limits;
import io.pfs.RequestId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lowest request that each client still waits for, as far as its requests told. One below it is an old copy that the
 * network kept: its client has its answer, and doing it again would undo what came after. Kept in memory only, since no
 * copy outlives the connections of this process.
 */
final class ClientWindows {
    private static final long KEPT_NS = Limits.REPLY_KEPT_MILLIS * 1_000_000;

    private final Map<Client, Window> windows = new LinkedHashMap<>(16, 0.75f, true);

    private record Client(long high, long low) {}

    private record Window(long lowestOpen, long heardNs) {}

    /** Notes what a request tells of its client; says whether the request is one the client no longer waits for. */
    boolean isStale(RequestId id, long lowestOpen, long nowNs) {
        Client client = new Client(id.clientHigh(), id.clientLow());
        Window before = windows.get(client);
        long lowest = before == null ? lowestOpen : Math.max(lowestOpen, before.lowestOpen);
        windows.put(client, new Window(lowest, nowNs));
        forgetSilent(nowNs);
        return id.sequence() < lowest;
    }

    private void forgetSilent(long nowNs) {
        var eldest = windows.entrySet().iterator();
        while (eldest.hasNext() && nowNs - eldest.next().getValue().heardNs > KEPT_NS) {
            eldest.remove();
        }
    }
}
