package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A server of ZooKeeper in this process, alone, for trying: only this machine reaches it, and it survives nothing that this machine does not. */
public final class OwnZooKeeper implements AutoCloseable {
    /** Sessions may last for twice to twenty times as long. */
    private static final int TICK_MILLIS = 500;

    private static final int CONNECTIONS_MAX = 200;
    private static final int USUAL_BACKLOG = -1;
    private static final int ANY_PORT = 0;

    private final NIOServerCnxnFactory connections;

    private OwnZooKeeper(NIOServerCnxnFactory connections) {
        this.connections = connections;
    }

    /** Begins with what is in its folder, if there is something. */
    public static OwnZooKeeper start(Path folder) {
        SilentLog.begin();
        try {
            Files.createDirectories(folder);
            ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
            NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), ANY_PORT);
            connections.configure(address, CONNECTIONS_MAX, USUAL_BACKLOG, false);
            connections.startup(server);
            return new OwnZooKeeper(connections);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "ZooKeeper can't be started in " + folder + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PfsException(ErrorCode.CLOSED, "interrupted while ZooKeeper was started", e);
        }
    }

    public Address address() {
        return new Address("127.0.0.1", connections.getLocalPort());
    }

    @Override
    public void close() {
        connections.shutdown();
    }
}
