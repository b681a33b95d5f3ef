package io.pfs.server.rpc;

import io.pfs.net.ClusterMap;
import io.pfs.net.Secret;
import io.pfs.server.audit.Audit;
import io.pfs.server.identity.Askers;
import io.pfs.wire.Asker;
import io.pfs.wire.Connection;
import io.pfs.wire.PoolPlace;
import java.util.List;
import java.util.Optional;

/**
 * What a server is to those who connect.
 *
 * @param engine does what they ask for
 * @param map where seats are served, when it begins
 * @param secret that they must know, if there is one
 * @param askers knows who the users are
 * @param audit hears what they ask and are answered
 * @param pool where they may read cells themselves, if anywhere
 */
public record Serving(
        Connection engine,
        ClusterMap map,
        Optional<Secret> secret,
        SessionLimits limits,
        Askers askers,
        Audit audit,
        Optional<PoolPlace> pool) {
    private static final Askers TRUSTING = Askers.all(Asker.superuser("root", 0, List.of(0)));

    /** One whose clients may do everything, for tools: a server that others can reach knows its users. */
    public Serving(Connection engine, ClusterMap map, Optional<Secret> secret, SessionLimits limits) {
        this(engine, map, secret, limits, TRUSTING, Audit.NONE, Optional.empty());
    }

    /** The same with users. */
    public Serving knowing(Askers users, Audit told) {
        return new Serving(engine, map, secret, limits, users, told, pool);
    }

    /** The same, telling where the pool is. */
    public Serving telling(Optional<PoolPlace> place) {
        return new Serving(engine, map, secret, limits, askers, audit, place);
    }

    /** The one server of a file system, whose clients may do everything. */
    public static Serving alone(Connection engine, Optional<Secret> secret, SessionLimits limits) {
        return new Serving(engine, ClusterMap.ALONE, secret, limits);
    }
}
