package io.pfs.api;

import io.pfs.ServerId;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection that counts what is asked over it. */
final class Counting implements Connection {
    private final Connection to;
    private final AtomicInteger calls = new AtomicInteger();

    Counting(Connection to) {
        this.to = to;
    }

    /** Asked so far. */
    int calls() {
        return calls.get();
    }

    @Override
    public FileSystemFacts facts() {
        return to.facts();
    }

    @Override
    public Optional<PoolPlace> poolOf(ServerId id) {
        return to.poolOf(id);
    }

    @Override
    public void send(List<Call> some) {
        calls.addAndGet(some.size());
        to.send(some);
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
