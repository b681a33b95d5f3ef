package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cluster.Member;
import io.pfs.net.Address;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.store.PoolAt;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.zookeeper.ZooKeeperHosts;
import java.util.List;
import java.util.Optional;

/**
 * What is set of a server that is one of several that come and go.
 *
 * @param pool what they share
 * @param hosts where ZooKeeper is
 * @param advertise where clients and other servers reach it, if not at what it listens on
 * @param weight how much of the seats it is to hold, relative to the others
 * @param spreadRule when a table goes over all of them
 */
record CoordinatorSettings(
        PoolAt pool,
        ZooKeeperHosts hosts,
        SessionTimes times,
        Optional<Address> advertise,
        int weight,
        SpreadRule spreadRule) {
    private static final long SESSION_SECONDS = 10;
    private static final long MILLIS_PER_SECOND = 1000;

    /** Empty if the servers are in a list, or this one is alone. */
    static Optional<CoordinatorSettings> of(Settings settings) {
        Optional<CoordinatorSettings> found = settings.text(Setting.ZOOKEEPER).map(hosts -> of(settings, hosts));
        if (found.isEmpty()) {
            settings.requireNone(
                    List.of(Setting.ADVERTISE),
                    "only servers that come and go by ZooKeeper (--zookeeper) tell others where they are");
            settings.requireNone(
                    List.of(Setting.WEIGHT, Setting.SESSION_SECONDS),
                    "it is of servers that come and go by ZooKeeper (--zookeeper)");
        }
        return found;
    }

    private static CoordinatorSettings of(Settings settings, String hosts) {
        if (settings.text(Setting.SERVERS).isPresent()
                || settings.text(Setting.SERVER_ID).isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "servers are in a list, or come and go by ZooKeeper: name --servers or --zookeeper");
        }
        PoolAt pool = PoolSettings.of(settings)
                .orElseThrow(() -> Setting.ZOOKEEPER.refuse("which pool do they share? Name it with --pool"));
        long seconds = settings.number(Setting.SESSION_SECONDS, SESSION_SECONDS, 1, 1000);
        return new CoordinatorSettings(
                pool,
                ZooKeeperHosts.parse(hosts),
                SessionTimes.ofMillis(seconds * MILLIS_PER_SECOND),
                settings.text(Setting.ADVERTISE).map(CoordinatorSettings::advertise),
                (int) settings.number(Setting.WEIGHT, 1, 1, Member.WEIGHT_MAX),
                SpreadSettings.of(settings));
    }

    private static Address advertise(String text) {
        Address address = Address.parse(text);
        if (address.port() == 0 || isWildcard(address)) {
            throw Setting.ADVERTISE.refuse(
                    "nobody reaches " + address + ": name a host that others know, and the port that leads here");
        }
        return address;
    }

    /** Whether it means every address of a machine: one can listen there, and nobody finds a machine by it. */
    private static boolean isWildcard(Address address) {
        String host = address.host();
        return host.equals("0.0.0.0") || (host.indexOf(':') >= 0 && host.chars().allMatch(c -> c == ':' || c == '0'));
    }

    /**
     * Refuses to tell others of an address that is no machine's.
     *
     * @param listen where it listens
     */
    void requireReachable(Address listen) {
        if (advertise.isEmpty() && isWildcard(listen)) {
            throw Setting.LISTEN.refuse(
                    "others can't reach a server at " + listen
                            + ", which is every address of its machine: name one with --listen, or with --advertise HOST:PORT the one that they know");
        }
    }

    /** Where others reach a server that listens there. */
    Address reachedAt(Address listening) {
        return advertise.orElse(listening);
    }
}
