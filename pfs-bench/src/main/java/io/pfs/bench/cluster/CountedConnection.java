package io.pfs.bench.cluster;

import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import java.util.List;

/** A connection whose calls and answers are counted. */
record CountedConnection(Connection inner, Traffic traffic) implements Connection {
    @Override
    public FileSystemFacts facts() {
        return inner.facts();
    }

    @Override
    public void send(List<Call> calls) {
        inner.send(calls.stream().map(this::counted).toList());
    }

    private Call counted(Call call) {
        traffic.asked();
        return new Call(call.envelope(), call.deadlineNs(), reply -> {
            traffic.answered(call.envelope().request(), reply);
            call.sink().answer(reply);
        });
    }

    @Override
    public void afterAnswers(Runnable task) {
        inner.afterAnswers(task);
    }

    @Override
    public void hears(LeaseHolder listener) {
        inner.hears(listener);
    }

    @Override
    public void close() {
        inner.close();
    }
}
