package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.net.ClusterMap;
import io.pfs.net.Secret;
import io.pfs.wire.Connection;
import java.util.Optional;

/**
 * What a server is to those who connect.
 *
 * @param engine does what they ask for
 * @param server which of the servers in the map it is
 * @param secret that they must know, if there is one
 */
public record Serving(
        Connection engine, ServerId server, ClusterMap map, Optional<Secret> secret, SessionLimits limits) {
    public Serving {
        Check.inRange("number of a server", server.value(), 0, map.count() - 1);
    }

    /** The one server of a file system. */
    public static Serving alone(Connection engine, Optional<Secret> secret, SessionLimits limits) {
        return new Serving(engine, new ServerId(0), ClusterMap.ALONE, secret, limits);
    }
}
