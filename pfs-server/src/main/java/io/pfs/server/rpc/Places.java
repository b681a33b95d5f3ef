package io.pfs.server.rpc;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.net.Speaker;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How many connections there may be, and of whom. Each counts from when it has come, before anything is known of it: whoever knows no
 * token can't keep out others by having many that say nothing. Any thread.
 */
final class Places {
    /** Who has not said yet who he is may be another server, which there has to be room for however many clients there are: so many at a time. */
    static final int UNKNOWN_MAX = 256;
    /** So many of the places are for hosts of other servers alone. */
    static final int OF_SERVERS = 64;
    /** More connections of one host that have not said who they are come in only while most places are free: a host may have thousands of clients that all come back at once. */
    static final int UNKNOWN_OF_HOST = 32;

    private final int clientsMax;
    private final Predicate<String> isOfMap;
    private final Map<String, Integer> unknownOf = new HashMap<>();
    /** From where servers have come, as many as there may be servers; the last is from where one came last. */
    private final Set<String> hostsOfServers = new LinkedHashSet<>();

    private int unknown;
    private int clients;
    private int servers;

    /** @param isOfMap whether there is a server on a host, as far as that is known otherwise */
    Places(int clientsMax, Predicate<String> isOfMap) {
        this.clientsMax = clientsMax;
        this.isOfMap = isOfMap;
    }

    /** Whose a connection is. */
    private enum Whose {
        UNKNOWN,
        CLIENTS,
        SERVERS,
        ENDED
    }

    /** That of one connection. */
    final class Place {
        private final String host;
        private Whose whose = Whose.UNKNOWN;

        private Place(String host) {
            this.host = host;
        }

        /** It is known whose it is; says whether there is room for it. If not it stays what it is until it ends. */
        boolean isFor(Speaker speaker) {
            synchronized (Places.this) {
                if (speaker instanceof Speaker.Server ? servers >= Limits.SERVERS_MAX : clients >= clientsMax) {
                    return false;
                }
                become(speaker instanceof Speaker.Server ? Whose.SERVERS : Whose.CLIENTS);
                if (whose == Whose.SERVERS) {
                    remember(host);
                }
                return true;
            }
        }

        /** The connection has ended. */
        void leave() {
            synchronized (Places.this) {
                become(Whose.ENDED);
            }
        }

        private void become(Whose next) {
            count(whose, host, -1);
            whose = next;
            count(whose, host, 1);
        }
    }

    /** One more connection has come, from this host; throws if there is no room for it. */
    synchronized Place take(String host) {
        int left = clientsMax + UNKNOWN_MAX - clients - unknown;
        boolean isScarce = left <= unknown;
        if (left <= (isOfServer(host) ? 0 : OF_SERVERS)) {
            throw tooMany(clientsMax);
        } else if (isScarce && unknownOf.getOrDefault(host, 0) >= UNKNOWN_OF_HOST) {
            throw new PfsException(
                    ErrorCode.BUSY,
                    "this server has " + unknown + " connections of which it does not know yet whose they are, "
                            + unknownOf.get(host) + " of them from " + host + ", and takes no more from there");
        }
        count(Whose.UNKNOWN, host, 1);
        return new Place(host);
    }

    static PfsException tooMany(int clientsMax) {
        return new PfsException(
                ErrorCode.BUSY,
                "this server has as many connections as it may have, " + clientsMax + " of clients, and takes no more");
    }

    private void remember(String host) {
        hostsOfServers.remove(host);
        hostsOfServers.add(host);
        if (hostsOfServers.size() > Limits.SERVERS_MAX) {
            hostsOfServers.remove(hostsOfServers.iterator().next());
        }
    }

    private boolean isOfServer(String host) {
        return hostsOfServers.contains(host) || isOfMap.test(host);
    }

    private void count(Whose whose, String host, int change) {
        switch (whose) {
            case UNKNOWN -> {
                unknown += change;
                unknownOf.merge(host, change, (before, more) -> before + more == 0 ? null : before + more);
            }
            case CLIENTS -> clients += change;
            case SERVERS -> servers += change;
            case ENDED -> {}
        }
    }
}
