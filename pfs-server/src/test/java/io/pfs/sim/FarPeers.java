package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.server.access.Peers;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep.Adopt;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;

/**
 * Carries messages from one life of a server to shards of others. What is sent to one that is down is lost; so is an answer
 * to one that has gone down meanwhile.
 */
final class FarPeers implements Peers {
    private static final long LATE_NS = 1_000_000;

    private final SimCluster cluster;
    private final SimServer server;
    private final Life life;
    private final Peers there;
    private final long[] sent;
    private final long[] latest;

    /** Those of this life of a server. */
    FarPeers(SimCluster cluster, SimServer server) {
        this.cluster = cluster;
        this.server = server;
        this.life = server.life();
        this.sent = new long[cluster.workload().servers()];
        this.latest = new long[cluster.workload().servers()];
        this.there = cluster.plant()
                .peers((envelope, sink) -> cluster.ownerOf(envelope.shard()).take(envelope, sink));
    }

    @Override
    public void ask(Envelope envelope, Reply.Sink sink) {
        SimServer owner = cluster.ownerOf(envelope.shard());
        send(
                owner,
                owner.life(),
                "step",
                () -> there.ask(envelope, reply -> owner.far().answer(this, envelope, reply, sink)));
    }

    /** An answer to somebody who asked from another server. */
    private void answer(FarPeers asker, Envelope envelope, Reply reply, Reply.Sink sink) {
        send(asker.server, asker.life, "answer", () -> asker.heard(envelope, reply, sink));
    }

    private void send(SimServer receiver, Life receiving, String what, Runnable arrive) {
        if (cluster.partitions().isCut(server, receiver)) {
            count(what + " lost between parts of the cluster");
            return;
        }
        int to = receiver.number();
        sent[to]++;
        long number = sent[to];
        long sentAtNs = cluster.world().nowNs();
        cluster.network().send(receiving, what + " between servers", () -> {
            if (cluster.world().nowNs() - sentAtNs >= LATE_NS) {
                count(what + " came late");
            }
            if (number < latest[to]) {
                count(what + " came behind a later one");
            }
            latest[to] = Math.max(latest[to], number);
            arrive.run();
        });
    }

    private void count(String what) {
        cluster.world().tally().count("cluster: " + what);
    }

    /** That the other server is closed says nothing of this one. */
    private void heard(Envelope envelope, Reply reply, Reply.Sink sink) {
        boolean isBirth = envelope.request() instanceof TakeStep take && take.step() instanceof Adopt;
        if (isBirth && reply instanceof StepTaken) {
            count("table born on another server");
        }
        boolean isClosed = reply instanceof Refused refused && refused.code() == ErrorCode.CLOSED;
        sink.answer(isClosed ? ended(envelope) : reply);
    }

    private static Refused ended(Envelope envelope) {
        return new Refused(ErrorCode.UNREACHABLE, "the server of " + envelope.shard() + " ends");
    }
}
