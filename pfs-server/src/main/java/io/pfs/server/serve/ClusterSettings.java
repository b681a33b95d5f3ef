package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.ClusterMap;
import io.pfs.server.store.PoolAt;
import io.pfs.server.table.SpreadRule;
import java.util.Optional;

/**
 * What is set of a server that is one of several.
 *
 * @param pool what they share
 * @param server which of the map this one is
 * @param spreadRule when a table goes over all of them
 */
record ClusterSettings(PoolAt pool, ClusterMap map, ServerId server, SpreadRule spreadRule) {
    /** Empty if this server is alone. */
    static Optional<ClusterSettings> of(Settings settings) {
        Optional<String> list = settings.text(Setting.SERVERS);
        Optional<PoolAt> pool = PoolSettings.of(settings);
        boolean isOfOne =
                list.isEmpty() && pool.filter(PoolAt.Remote.class::isInstance).isPresent();
        if (list.isPresent() != pool.isPresent() && !isOfOne) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a list of servers and the folder that they share belong together: name both, --servers and --pool, or"
                            + " neither; a --pool on HDFS may be of one server");
        }
        if (list.isEmpty()) {
            if (settings.text(Setting.SERVER_ID).isPresent()) {
                throw Setting.SERVER_ID.refuse("it is a place in a list, but there is no list of servers");
            }
            SpreadSettings.requireNone(settings);
            return Optional.empty();
        }
        ClusterMap map = map(list.get());
        return Optional.of(
                new ClusterSettings(pool.orElseThrow(), map, server(settings, map), SpreadSettings.of(settings)));
    }

    /** The pool of a server that is alone on one, which is not in its own folder. */
    static Optional<PoolAt> poolOfOne(Settings settings) {
        return settings.text(Setting.SERVERS).isPresent() ? Optional.empty() : PoolSettings.of(settings);
    }

    private static ClusterMap map(String list) {
        try {
            return ClusterMap.parse(list);
        } catch (PfsException e) {
            throw Setting.SERVERS.refuse(e.detail());
        }
    }

    private static ServerId server(Settings settings, ClusterMap map) {
        if (map.count() > 1 && settings.text(Setting.SERVER_ID).isEmpty()) {
            throw Setting.SERVER_ID.refuse("which of the " + map.count() + " servers is this one?");
        }
        return new ServerId((int) settings.number(Setting.SERVER_ID, 0, 0, map.count() - 1));
    }
}
