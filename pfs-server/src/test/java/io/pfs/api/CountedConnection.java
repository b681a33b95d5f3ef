package io.pfs.api;

import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection that counts what is sent over it, and can be to a server that knows no requests of many parts. */
public final class CountedConnection implements Connection {
    private final Connection to;
    private final boolean isNew;
    private final AtomicInteger requests = new AtomicInteger();

    /** @param isNew whether the server knows all requests */
    public CountedConnection(Connection to, boolean isNew) {
        this.to = to;
        this.isNew = isNew;
    }

    /** Requests so far. */
    public int requests() {
        return requests.get();
    }

    @Override
    public FileSystemFacts facts() {
        return to.facts();
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return to.ownerOf(shard);
    }

    @Override
    public Optional<PoolPlace> poolOf(ServerId server) {
        return to.poolOf(server);
    }

    @Override
    public boolean readsMany(ShardId shard) {
        return isNew && to.readsMany(shard);
    }

    @Override
    public void send(List<Call> calls) {
        requests.addAndGet(calls.size());
        to.send(calls);
    }

    @Override
    public void afterAnswers(Runnable task) {
        to.afterAnswers(task);
    }

    @Override
    public void hears(LeaseHolder listener) {
        to.hears(listener);
    }

    @Override
    public void close() {
        to.close();
    }
}
