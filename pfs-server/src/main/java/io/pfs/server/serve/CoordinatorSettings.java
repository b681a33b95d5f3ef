package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cluster.Member;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.store.PoolAt;
import io.pfs.server.zookeeper.ZooKeeperHosts;
import java.util.Optional;

/**
 * What is set of a server that is one of several that come and go.
 *
 * @param pool what they share
 * @param hosts where ZooKeeper is
 * @param weight how much of the seats it is to hold, relative to the others
 */
record CoordinatorSettings(PoolAt pool, ZooKeeperHosts hosts, SessionTimes times, int weight) {
    private static final long SESSION_SECONDS = 10;
    private static final long MILLIS_PER_SECOND = 1000;

    /** Empty if the servers are in a list, or this one is alone. */
    static Optional<CoordinatorSettings> of(Settings settings) {
        return settings.text(Setting.ZOOKEEPER).map(hosts -> of(settings, hosts));
    }

    private static CoordinatorSettings of(Settings settings, String hosts) {
        if (settings.text(Setting.SERVERS).isPresent()
                || settings.text(Setting.SERVER_ID).isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "servers are in a list, or come and go by ZooKeeper: name --servers or --zookeeper");
        }
        PoolAt pool = settings.text(Setting.POOL)
                .map(PoolAt::of)
                .orElseThrow(() -> Setting.ZOOKEEPER.refuse("which pool do they share? Name it with --pool"));
        long seconds = settings.number(Setting.SESSION_SECONDS, SESSION_SECONDS, 1, 1000);
        return new CoordinatorSettings(
                pool, ZooKeeperHosts.parse(hosts), SessionTimes.ofMillis(seconds * MILLIS_PER_SECOND), (int)
                        settings.number(Setting.WEIGHT, 1, 1, Member.WEIGHT_MAX));
    }
}
