package io.pfs.server.serve;

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
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, with a certificate that signs itself. */
final class TlsTest {
    @TempDir
    private Path folder;

    private Certificate own;
    private RunningServer server;

    @BeforeEach
    void start() {
        own = Certificate.make(folder, "own", "DNS:localhost,IP:127.0.0.1");
        server = start(own, "data");
    }

    private RunningServer start(Certificate shown, String data) {
        return ServedFolder.start(
                folder.resolve(data),
                Map.of(
                        Setting.TLS_CERTIFICATE, shown.certificate().toString(),
                        Setting.TLS_KEY, shown.key().toString()));
    }

    @AfterEach
    void close() {
        ServedFolder.use(server, trusting(own));
        server.close();
    }

    private static ClientOptions trusting(Certificate certificate) {
        return ClientOptions.DEFAULT.withTrusted(certificate.certificate());
    }

    private static PfsException refusal(RunningServer of, ClientOptions options) {
        return assertThrows(PfsException.class, () -> ServedFolder.use(of, options));
    }

    @Test
    void whoTrustsTheCertificateIsServed() {
        ServedFolder.use("127.0.0.1", server, trusting(own));
        ServedFolder.use("localhost", server, trusting(own));
    }

    @Test
    void whoTrustsAnotherIsNot() {
        Certificate other = Certificate.make(folder, "other", "DNS:localhost,IP:127.0.0.1");
        PfsException refusal = refusal(server, trusting(other));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("no encrypted connection"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("certif"), refusal.getMessage());
    }

    @Test
    void aCertificateIsOfOneHost() {
        Certificate elsewhere = Certificate.make(folder, "elsewhere", "DNS:elsewhere.example");
        RunningServer impostor = start(elsewhere, "impostor");
        PfsException refusal = refusal(impostor, trusting(elsewhere));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("127.0.0.1"), refusal.getMessage());
        impostor.close();
    }

    @Test
    void whoDoesNotEncryptHearsWhatMayBeWrong() {
        PfsException refusal = refusal(server, ClientOptions.DEFAULT);
        assertEquals(ErrorCode.UNREACHABLE, refusal.code());
        assertTrue(refusal.getMessage().contains("encrypted"), refusal.getMessage());
    }

    @Test
    void whoEncryptsWhereNobodyDoesHearsThat() {
        RunningServer plain = ServedFolder.start(folder.resolve("plain"), Map.of());
        PfsException refusal = refusal(plain, trusting(own));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("no encrypted connection"), refusal.getMessage());
        plain.close();
    }

    /** Whoever is not spoken to yet has come all the same. */
    @Test
    @EnabledOnOs(OS.LINUX) // where a machine has more addresses than one, whoever asks
    void connectionsThatNeverBeginToEncryptAreCounted() throws IOException {
        RunningServer small = ServedFolder.start(
                folder.resolve("small"),
                Map.of(
                        Setting.TLS_CERTIFICATE, own.certificate().toString(),
                        Setting.TLS_KEY, own.key().toString(),
                        Setting.CONNECTIONS_MAX, "2"));
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 140; i++) {
                Socket socket = new Socket();
                silent.add(socket);
                socket.bind(new InetSocketAddress("127.0.0.2", 0));
                socket.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), small.address().port()));
            }
            Socket last = silent.get(silent.size() - 1);
            last.setSoTimeout(5000); // half of the time that a handshake has
            assertEquals(-1, last.getInputStream().read(), "it is ended at once");
            ServedFolder.use(small, trusting(own));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
        small.close();
    }

    /** Has no place for those that come first. */
    private static final class FullAtFirst implements Network {
        private final Network network;
        private final AtomicInteger refusals = new AtomicInteger(3);

        FullAtFirst(Network network) {
            this.network = network;
        }

        @Override
        public void connect(Address address, LinkHandler handler) {
            network.connect(address, handler);
        }

        @Override
        public Listening listen(Address address, Entrance entrance) {
            return network.listen(address, host -> {
                if (refusals.getAndDecrement() > 0) {
                    throw new PfsException(ErrorCode.BUSY, "there is no room");
                }
                return entrance.admit(host);
            });
        }

        @Override
        public void close() {
            network.close();
        }
    }

    /** Nobody can be told why before all is encrypted, for which there is no room. */
    @Test
    void whoFindsNoPlaceTriesAgain() throws IOException {
        Tls tls = Tls.showing(Files.readAllBytes(own.certificate()), Files.readAllBytes(own.key()));
        try (EmbeddedServer engine = EmbeddedServer.open(folder.resolve("full"), Durability.FLUSH);
                FullAtFirst network = new FullAtFirst(new NettyNetwork("test-server", 1, tls))) {
            RpcServer full = RpcServer.start(
                    network,
                    new Address("127.0.0.1", 0),
                    engine,
                    Optional.empty(),
                    new SessionLimits(64, 64, 8 << 20, 32 << 20, 120_000_000_000L),
                    new SystemClock(),
                    new SystemEntropy());
            try (Pfs pfs = Pfs.connect("pfs://" + full.address(), trusting(own))) {
                pfs.ensureTable("/a").close();
            }
            assertTrue(network.refusals.get() < 0);
            full.close();
        }
    }

    @Test
    void filesThatHoldNoCertificateAreRefused() {
        Path nonsense = ServedFolder.token(folder.resolve("nonsense"), "no certificate, and no key either");
        PfsException atServer = assertThrows(PfsException.class, () -> start(new Certificate(nonsense, nonsense), "x"));
        assertEquals(ErrorCode.USAGE, atServer.code());
        PfsException atClient = refusal(server, ClientOptions.DEFAULT.withTrusted(nonsense));
        assertEquals(ErrorCode.USAGE, atClient.code());
    }
}
