package io.pfs.client.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.net.Protocol;
import io.pfs.net.Welcome;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.LeaseRecall;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.DescribeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClientSessionTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final ManualWorld world = new ManualWorld(1);
    private final List<PfsException> ends = new ArrayList<>();

    /** A client that nothing is known of but how its session ends. */
    private final class OneClient implements ClientSession.Shared {
        @Override
        public ClientGreeting greet(Link link) {
            return new ClientGreeting(link, new Identity("jo", Optional.empty()), () -> 7);
        }

        @Override
        public Clock clock() {
            return world;
        }

        @Override
        public void welcomed(Welcome welcome, int features) {}

        @Override
        public PfsException unwelcome(PfsException cause) {
            return cause;
        }

        @Override
        public void moved(ClusterMap map) {}

        @Override
        public void silent() {}

        @Override
        public boolean recalled(LeaseRecall recall) {
            return false;
        }

        @Override
        public boolean isLeased() {
            return false;
        }

        @Override
        public void ended(boolean wasWelcome, PfsException cause) {
            ends.add(cause);
        }
    }

    /** Takes links, and never says a word. */
    private static final class Mute implements LinkHandler {
        @Override
        public void opened(Link link) {}

        @Override
        public void received(ByteReader body) {}

        @Override
        public void caughtUp() {}

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {}
    }

    /** Else who connects would wait for ever. */
    @Test
    void aServerThatSaysNothingIsLeft() {
        try (TwinNetwork network = new TwinNetwork(world)) {
            Network.Listening mute = network.listen(new Address("mute", 0), Mute::new);
            network.connect(mute.address(), new ClientSession(new OneClient()));
            world.pass(Protocol.LOGIN_NS / 2);
            assertEquals(List.of(), ends);
            world.pass(Protocol.LOGIN_NS);
            assertEquals(1, ends.size());
            assertEquals(ErrorCode.UNREACHABLE, ends.get(0).code());
            assertTrue(
                    ends.get(0).getMessage().contains("did not answer"),
                    ends.get(0).getMessage());
            assertEquals(List.of(), network.links());
        }
    }

    @Test
    void aCallThatWaitsForAWelcomeHasItsDeadline() {
        try (TwinNetwork network = new TwinNetwork(world)) {
            Network.Listening mute = network.listen(new Address("mute", 0), Mute::new);
            ClientSession session = new ClientSession(new OneClient());
            network.connect(mute.address(), session);
            List<Reply> replies = new ArrayList<>();
            Envelope envelope =
                    new Envelope(new RequestId(1, 1, 1), 0, new ShardId(0), new DescribeTable(new TableId(1)));
            session.add(List.of(new Call(envelope, world.monotonicNs() + SECOND_NS, replies::add)));
            world.pass(SECOND_NS / 2);
            assertEquals(List.of(), replies);
            world.pass(SECOND_NS);
            Refused refused = assertInstanceOf(Refused.class, replies.get(0));
            assertEquals(ErrorCode.UNREACHABLE, refused.code());
            assertTrue(refused.message().contains("in time"), refused.message());
            assertEquals(List.of(), ends);
            session.close();
        }
    }
}
