package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.wire.Asker;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ManageCluster;
import java.util.List;

/**
 * What a server is asked, with those requests taken out that are about the servers and not about what they serve: these are a superuser's, and of no
 * shard. Any thread.
 */
final class ClusterDesk implements Connection {
    private final Connection engine;
    private volatile Manager manager = ClusterDesk::notYet;

    /** Who knows of all servers. */
    interface Manager {
        /** Answers once, on any thread. */
        void manage(ManageCluster request, Reply.Sink sink);
    }

    ClusterDesk(Connection engine) {
        this.engine = engine;
    }

    /** From now on this one is asked. */
    void staff(Manager clerk) {
        manager = clerk;
    }

    private static void notYet(ManageCluster request, Reply.Sink sink) {
        sink.answer(new Refused(
                ErrorCode.BUSY,
                "this server is about to join the others by ZooKeeper; if that takes long, its log says why"));
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return engine.ownerOf(shard);
    }

    @Override
    public void send(List<Call> calls) {
        List<Call> others = calls.stream().filter(call -> !isForDesk(call)).toList();
        if (!others.isEmpty()) {
            engine.send(others);
        }
        calls.stream().filter(ClusterDesk::isForDesk).forEach(this::manage);
    }

    private static boolean isForDesk(Call call) {
        return call.envelope().request() instanceof ManageCluster;
    }

    private void manage(Call call) {
        Asker asker = call.envelope().asker().orElse(Asker.NOBODY);
        if (asker.isSuperuser()) {
            manager.manage((ManageCluster) call.envelope().request(), call.sink());
        } else {
            call.sink()
                    .answer(Refused.of(new PfsException(
                            ErrorCode.PERMISSION_DENIED,
                            asker.describe() + " may not look after servers, only a superuser may")));
        }
    }

    @Override
    public FileSystemFacts facts() {
        return engine.facts();
    }

    @Override
    public void afterAnswers(Runnable task) {
        engine.afterAnswers(task);
    }

    @Override
    public void hears(LeaseHolder listener) {
        engine.hears(listener);
    }

    @Override
    public void returned(long recallNumber) {
        engine.returned(recallNumber);
    }

    @Override
    public void returnedAll(LeaseHolder holder) {
        engine.returnedAll(holder);
    }

    @Override
    public void close() {
        engine.close();
    }
}
