package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.server.access.Peers;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The way from shard to shard where some are served here and the others by other servers. For the loop. What is sent goes over one
 * connection, and so to one life of the other server, or is refused.
 */
public final class ServerPeers implements Peers {
    /** Who asks asks again, so it is of no use to wait long for one answer. */
    private static final long WAIT_NS = 10_000_000_000L;

    private static final Refused SILENT =
            new Refused(ErrorCode.UNREACHABLE, "another server may have the shards that ask, so they ask nobody");

    private final Set<ShardId> here;
    private final Peers direct;
    private final Connection others;
    private final Tenure tenure;
    private final Clock clock;
    private final Consumer<Runnable> loop;

    /**
     * @param here the shards that are reached by the direct way
     * @param tenure while it doesn't hold nothing is asked of others: what that would follow from was perhaps forced too late, and is no more
     * @param loop has something done on the loop
     */
    public ServerPeers(
            Set<ShardId> here, Peers direct, Connection others, Tenure tenure, Clock clock, Consumer<Runnable> loop) {
        this.here = here;
        this.direct = direct;
        this.others = others;
        this.tenure = tenure;
        this.clock = clock;
        this.loop = loop;
    }

    @Override
    public void ask(Envelope envelope, Reply.Sink sink) {
        if (here.contains(envelope.shard())) {
            direct.ask(envelope, sink);
            return;
        }
        if (!tenure.holds()) {
            loop.accept(() -> sink.answer(SILENT));
            return;
        }
        Reply.Sink onLoop = reply -> loop.accept(() -> sink.answer(asOfAnother(reply)));
        others.send(List.of(new Call(envelope, clock.monotonicNs() + WAIT_NS, onLoop)));
    }

    /**
     * That another server closes, or that none of ours is there, is no more than that it can't be reached for now. Whoever is not
     * where it was thought to be is looked for, before he is asked again.
     */
    private Reply asOfAnother(Reply reply) {
        if (!(reply instanceof Refused refused)) {
            return reply;
        }
        boolean isAway = refused.code() == ErrorCode.CLOSED || refused.code() == ErrorCode.NOT_OURS;
        if (isAway || refused.code() == ErrorCode.NOT_OWNER || refused.code() == ErrorCode.UNREACHABLE) {
            others.refresh();
        }
        return isAway ? new Refused(ErrorCode.UNREACHABLE, refused.message()) : reply;
    }
}
