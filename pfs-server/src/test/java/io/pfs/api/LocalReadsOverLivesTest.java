package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients beside a server whose folder is set back to an earlier state between two of its lives, so that ids are given again. */
final class LocalReadsOverLivesTest {
    private static final int CELL_BYTES = 500_000;

    @TempDir
    private Path folder;

    private static final class Life implements AutoCloseable {
        private static final long IDLE_NS = 60_000_000_000L;

        private final EmbeddedServer engine;
        private final Network network = new NettyNetwork("served", 1, Tls.NONE);
        private final RpcServer server;

        Life(Path data, int port) {
            engine = EmbeddedServer.open(data, Durability.FLUSH);
            SessionLimits limits = new SessionLimits(16, 256, 8 << 20, 1 << 28, IDLE_NS);
            Serving serving = Serving.alone(engine, Optional.empty(), limits).telling(engine.tellPool());
            Address address = new Address("127.0.0.1", port);
            server = RpcServer.start(network, address, serving, new SystemClock(), new SystemEntropy());
        }

        @Override
        public void close() {
            server.close();
            network.close();
            engine.close();
        }
    }

    private static Pfs client(int port) {
        Network own = new NettyNetwork("client", 1, Tls.NONE);
        Identity identity = new Identity("somebody", Optional.empty());
        Address address = new Address("127.0.0.1", port);
        return Pfs.beside(
                RemoteConnection.open(own, address, identity, new SystemClock(), new SystemEntropy()),
                ClientOptions.DEFAULT);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static byte[] random(int seed) {
        byte[] bytes = new byte[CELL_BYTES];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static List<Path> pathsIn(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            return paths.toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path path : pathsIn(from)) {
            Files.copy(path, to.resolve(from.relativize(path)));
        }
    }

    private static void delete(Path tree) throws IOException {
        for (Path path :
                pathsIn(tree).stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
        }
    }

    private static void write(int port, byte[] cell) {
        try (Pfs pfs = client(port)) {
            pfs.openTable("/t").put("a", "content", cell);
        }
    }

    @Test
    void whatIsOpenOfAnEarlierLifeIsNotReadInTheNext() throws IOException {
        int port = freePort();
        Path data = folder.resolve("data");
        Path backup = folder.resolve("backup");
        try (Life life = new Life(data, port);
                Pfs pfs = client(port)) {
            pfs.createTable("/t");
            life.engine.checkpoint();
        }
        copy(data, backup);
        Life first = new Life(data, port);
        try (Pfs pfs = client(port)) {
            Table table = pfs.openTable("/t");
            write(port, random(1));
            first.engine.checkpoint();
            assertArrayEquals(random(1), table.get("a", "content").orElseThrow());
            assertEquals(1, pfs.localReads().cells());
            first.close();
            delete(data);
            copy(backup, data);
            try (Life second = new Life(data, port)) {
                write(port, random(2));
                second.engine.checkpoint();
                assertArrayEquals(random(2), table.get("a", "content").orElseThrow());
                assertArrayEquals(random(2), table.get("a", "content").orElseThrow());
            }
        } finally {
            first.close();
        }
    }
}
