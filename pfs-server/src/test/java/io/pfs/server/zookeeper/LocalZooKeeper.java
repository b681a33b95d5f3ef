package io.pfs.server.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A server of ZooKeeper in this process, that can be stopped, started again, and made to forget. */
public final class LocalZooKeeper implements AutoCloseable {
    private static final int TICK_MILLIS = 200;
    private static final int CONNECTIONS_MAX = 200;
    private static final int USUAL_BACKLOG = -1;
    private static final int CLIENT_MILLIS = 3000;

    private final Path folder;
    private ZooKeeperServer server;
    private NIOServerCnxnFactory connections;
    private int port;

    public LocalZooKeeper(Path folder) {
        this.folder = folder;
        start();
    }

    public void start() {
        try {
            server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
            connections = new NIOServerCnxnFactory();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            connections.configure(address, CONNECTIONS_MAX, USUAL_BACKLOG, false);
            connections.startup(server);
            port = connections.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public void stop() {
        connections.shutdown();
    }

    /** What it knew is gone, and it runs again. */
    void wipe() {
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    public int port() {
        return port;
    }

    /** Ends the session that has made this node. */
    void expireOwner(String node) {
        server.closeSession(server.getZKDatabase().getNode(node).stat.getEphemeralOwner());
    }

    /** How much it was asked for so far. */
    long questions() {
        return server.serverStats().getPacketsReceived();
    }

    byte[] content(String node) {
        return server.getZKDatabase().getNode(node).getData();
    }

    /** Writes a node, as somebody does who is no server of ours. */
    public void put(String node, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (ZooKeeper client = new ZooKeeper("127.0.0.1:" + port, CLIENT_MILLIS, event -> {})) {
            if (client.exists(node, false) == null) {
                client.create(node, bytes, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            } else {
                client.setData(node, bytes, ZooKeeperSession.ANY);
            }
        } catch (IOException | KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
