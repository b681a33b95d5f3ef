package io.pfs.sim;

import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import java.util.List;

/** A program's connections to all servers, as one: each call goes to who serves the shard that it is for. */
final class SimRoutes implements Connection {
    private final SimCluster cluster;
    private final List<Connection> connections;

    /** @param connections in the order of the servers */
    SimRoutes(SimCluster cluster, List<Connection> connections) {
        this.cluster = cluster;
        this.connections = connections;
    }

    @Override
    public FileSystemFacts facts() {
        return connections.get(0).facts();
    }

    @Override
    public void send(List<Call> calls) {
        for (Call call : calls) {
            int owner = cluster.ownerOf(call.envelope().shard()).number();
            connections.get(owner).send(List.of(call));
        }
    }

    @Override
    public void hears(LeaseHolder listener) {
        connections.forEach(connection -> connection.hears(listener));
    }

    @Override
    public void close() {
        connections.forEach(Connection::close);
    }
}
