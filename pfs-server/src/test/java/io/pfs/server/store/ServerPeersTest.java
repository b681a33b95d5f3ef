package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.system.SystemClock;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ServerPeersTest {
    private static final ShardId HERE = new ShardId(0);
    private static final ShardId ELSEWHERE = new ShardId(1);

    private final List<Call> sent = new ArrayList<>();
    private final List<Envelope> direct = new ArrayList<>();
    private final List<Reply> answers = new ArrayList<>();
    private final List<Runnable> loop = new ArrayList<>();
    private final SwitchedTenure tenure = new SwitchedTenure();

    /** The way to another server, as far as what is asked of it. */
    private final Connection others = new Connection() {
        @Override
        public FileSystemFacts facts() {
            throw new AssertionError("nobody asks for facts");
        }

        @Override
        public void send(List<Call> calls) {
            sent.addAll(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    };

    private final ServerPeers peers = new ServerPeers(
            Set.of(HERE), (envelope, sink) -> direct.add(envelope), others, tenure, new SystemClock(), loop::add);

    private void ask(ShardId shard) {
        Request request = new Request.DescribeTable(TableId.of(shard, 1));
        peers.ask(new Envelope(new RequestId(1, 2, 3), 0, shard, request), answers::add);
    }

    @Test
    void whatIsElsewhereIsAskedThere() {
        ask(HERE);
        ask(ELSEWHERE);
        assertEquals(1, direct.size());
        assertEquals(1, sent.size());
        sent.get(0).sink().answer(new Reply.StepTaken());
        assertEquals(List.of(), answers, "that is for the loop");
        loop.forEach(Runnable::run);
        assertEquals(List.of(new Reply.StepTaken()), answers);
    }

    /** What one that sleeps forces when it wakes is no part of what others go on from: they are told nothing that follows from it. */
    @Test
    void whoMayHaveLostItsShardsAsksNobodyElse() {
        tenure.holds = false;
        ask(ELSEWHERE);
        assertEquals(List.of(), sent);
        loop.forEach(Runnable::run);
        assertEquals(
                ErrorCode.UNREACHABLE,
                assertInstanceOf(Refused.class, answers.get(0)).code());
        tenure.holds = true;
        ask(ELSEWHERE);
        assertEquals(1, sent.size());
    }
}
