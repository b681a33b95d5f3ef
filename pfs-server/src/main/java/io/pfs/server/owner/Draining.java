package io.pfs.server.owner;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.util.stream.Collectors;

/** Which servers can be emptied: one that is there, if others are that can take what it has. */
final class Draining {
    private Draining() {}

    static void require(Address server, ClusterView view) {
        boolean isThere =
                view.servers().values().stream().anyMatch(its -> its.address().equals(server));
        if (!isThere) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND, "there is no server " + server + " here, but " + addresses(view));
        }
        boolean isFull =
                view.drained().size() >= Limits.SERVERS_MAX && !view.drained().contains(server);
        if (isFull) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    server + " can't be drained: " + Limits.SERVERS_MAX
                            + " servers are, which is the most; --undo those that don't come again");
        }
        boolean isLast = view.servers().values().stream()
                .filter(its -> its.weight() > 0 && !view.isDrained(its))
                .allMatch(its -> its.address().equals(server));
        if (isLast) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "there is no other server that could take the seats of " + server + ": start one first");
        }
    }

    private static String addresses(ClusterView view) {
        return view.servers().values().stream()
                .map(its -> its.address().toString())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
