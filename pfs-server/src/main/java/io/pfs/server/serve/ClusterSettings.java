package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.ClusterMap;
import io.pfs.server.table.SpreadRule;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is set of a server that is one of several.
 *
 * @param pool the folder that they share
 * @param server which of the map this one is
 * @param spreadRule when a table goes over all of them
 */
record ClusterSettings(Path pool, ClusterMap map, ServerId server, SpreadRule spreadRule) {
    /** Empty if this server is alone. */
    static Optional<ClusterSettings> of(Settings settings) {
        Optional<String> list = settings.text(Setting.SERVERS);
        Optional<Path> pool = settings.path(Setting.POOL);
        if (list.isPresent() != pool.isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a list of servers and the pool that they share belong together: name both, --servers and --pool, or"
                            + " neither");
        }
        if (list.isEmpty()) {
            if (settings.text(Setting.SERVER_ID).isPresent()) {
                throw Setting.SERVER_ID.refuse("it is a place in a list, but there is no list of servers");
            }
            return Optional.empty();
        }
        ClusterMap map = map(list.get());
        return Optional.of(new ClusterSettings(pool.orElseThrow(), map, server(settings, map), spreadRule(settings)));
    }

    private static SpreadRule spreadRule(Settings settings) {
        SpreadRule fallback = SpreadRule.DEFAULT;
        return new SpreadRule(
                settings.number(Setting.SPREAD_ROWS, fallback.rows(), 1, Long.MAX_VALUE),
                settings.number(Setting.SPREAD_RATE, fallback.requestsPerSecond(), 0, Long.MAX_VALUE),
                (int) settings.number(Setting.SPREAD_CLIENTS, fallback.clients(), 1, SpreadRule.CLIENTS_MAX));
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
