package io.pfs.client.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.row.TablePointer;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.DescribeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Servers that come and go while a client stays. */
final class ForgottenServersTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final Address FOUND = new Address("found", 1);
    private static final TableId TABLE = new TableId(1);

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final List<Reply> replies = new ArrayList<>();
    private final ClusterConnection client = new ClusterConnection(
            network,
            map(1, FOUND),
            new FileSystemFacts(7, 1, 1, new TablePointer(TABLE, new ShardId(0), 0, 0)),
            List.of(FOUND),
            new Identity("jo", Optional.empty()),
            world,
            () -> 3);

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

    private static ClusterMap map(long version, Address server) {
        return new ClusterMap(version, List.of(Optional.of(server)));
    }

    private static Address at(int number) {
        return new Address("server-" + number, 1);
    }

    private void ask() {
        Envelope envelope = new Envelope(new RequestId(1, 1, 1), 0, new ShardId(0), new DescribeTable(TABLE));
        client.send(List.of(new Call(envelope, world.monotonicNs() + SECOND_NS, replies::add)));
        world.pass(SECOND_NS);
    }

    @Test
    void whoIsGoneIsForgotten() {
        ask();
        for (int i = 2; i < 100; i++) {
            client.learn(map(i, at(i)));
            ask();
            assertEquals(Set.of(FOUND, at(i)), client.remembered());
        }
        assertEquals(99, replies.size());
        for (Reply reply : replies) {
            assertEquals(
                    ErrorCode.UNREACHABLE,
                    assertInstanceOf(Refused.class, reply).code());
        }
        client.learn(map(100, at(2)));
        ask();
        assertEquals(Set.of(FOUND, at(2)), client.remembered(), "it may come back");
        client.close();
    }

    /** What was sent there may be answered yet; and who has no seat may tell who has. */
    @Test
    void whoIsConnectedIsRemembered() {
        network.listen(at(2), Mute::new);
        client.learn(map(2, at(2)));
        ask();
        client.learn(map(3, at(3)));
        ask();
        assertEquals(Set.of(at(2), at(3)), client.remembered());
        world.pass(20 * SECOND_NS);
        client.learn(map(4, at(4)));
        ask();
        assertEquals(Set.of(at(4)), client.remembered(), "it has said nothing for too long");
        client.close();
    }

    @Test
    void whoHasOneThatIsForgottenLooksForAnother() {
        RemoteConnection gone =
                RemoteConnection.begin(network, at(1), new Identity("jo", Optional.empty()), world, () -> 3);
        assertEquals(false, gone.retire(), "it is being connected to");
        world.pass(SECOND_NS);
        assertEquals(true, gone.retire());
        network.listen(at(1), Mute::new);
        Envelope envelope = new Envelope(new RequestId(1, 1, 1), 0, new ShardId(0), new DescribeTable(TABLE));
        gone.send(List.of(new Call(envelope, world.monotonicNs() + SECOND_NS, replies::add)));
        assertEquals(
                ErrorCode.UNREACHABLE,
                assertInstanceOf(Refused.class, replies.get(0)).code());
        assertEquals(List.of(), network.links());
    }
}
