package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.FrameKind;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.audit.Audit;
import io.pfs.server.identity.Askers;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.Asker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of a user of whom nobody can say just now who he is. */
final class RefusedLoginsTest implements Askers {
    @TempDir
    private Path folder;

    private final AtomicInteger refusals = new AtomicInteger();
    private final NettyNetwork network = new NettyNetwork("test-server", 1, Tls.NONE);
    private EmbeddedServer engine;
    private RpcServer server;

    @Override
    public void know(String user, Told told) {
        if (refusals.getAndDecrement() > 0) {
            told.refused(new PfsException(ErrorCode.BUSY, "nobody knows just now"));
        } else {
            told.known(() -> Asker.superuser(user, 0, List.of(0)));
        }
    }

    @BeforeEach
    void open() {
        engine = EmbeddedServer.open(folder, Durability.FLUSH);
        Serving serving =
                new Serving(engine, ClusterMap.ALONE, Optional.empty(), RpcRig.LIMITS).knowing(this, Audit.NONE);
        server = RpcServer.start(network, new Address("127.0.0.1", 0), serving, new SystemClock(), new SystemEntropy());
    }

    @AfterEach
    void close() {
        server.close();
        network.close();
        engine.close();
    }

    private Pfs connect(Duration timeout) {
        return Pfs.connect("pfs://" + server.address(), ClientOptions.DEFAULT.withTimeout(timeout));
    }

    @Test
    void whoIsRefusedForNowHearsSo() {
        refusals.set(1);
        try (RawClient client = new RawClient(server.address())) {
            client.send(RawClient.hello()).expect(FrameKind.CHALLENGE);
            assertEquals(ErrorCode.BUSY, client.send(RawClient.login()).goodbye());
        }
    }

    @Test
    void aClientThatBeginsTriesAgain() {
        refusals.set(3);
        try (Pfs pfs = connect(Duration.ofSeconds(30))) {
            pfs.ensureTable("/a").close();
        }
        assertTrue(refusals.get() < 0);
    }

    @Test
    void aClientThatLostItsConnectionTriesAgain() {
        try (Pfs pfs = connect(Duration.ofSeconds(30))) {
            Address address = server.address();
            server.close();
            refusals.set(3);
            Serving serving =
                    new Serving(engine, ClusterMap.ALONE, Optional.empty(), RpcRig.LIMITS).knowing(this, Audit.NONE);
            server = RpcServer.start(network, address, serving, new SystemClock(), new SystemEntropy());
            pfs.ensureTable("/a").close();
        }
        assertTrue(refusals.get() < 0);
    }

    @Test
    void aClientThatIsRefusedForTooLongSaysSo() {
        refusals.set(1_000_000);
        PfsException refusal = assertThrows(PfsException.class, () -> connect(Duration.ofMillis(50)));
        assertEquals(ErrorCode.BUSY, refusal.code());
        assertTrue(refusal.getMessage().contains("nobody knows just now"), refusal.getMessage());
    }
}
