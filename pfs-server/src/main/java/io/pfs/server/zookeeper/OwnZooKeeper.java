package io.pfs.server.zookeeper;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.Util;

/** A server of ZooKeeper in this process, alone, for trying: only this machine reaches it, and it survives nothing that this machine does not. */
public final class OwnZooKeeper implements AutoCloseable {
    /** Sessions may last for twice to twenty times as long. */
    private static final int TICK_MILLIS = 500;

    private static final int CONNECTIONS_MAX = 200;
    private static final int USUAL_BACKLOG = -1;
    private static final int ANY_PORT = 0;

    /** Each life leaves a snapshot of all that it knew, and so do 100,000 changes; should the newest be damaged, it begins with one before. */
    private static final int SNAPSHOTS_KEPT = 3;

    private static final String SNAPSHOT = "snapshot";
    private static final String LOG = "log";

    private final NIOServerCnxnFactory connections;

    private OwnZooKeeper(NIOServerCnxnFactory connections) {
        this.connections = connections;
    }

    /** Begins with what is in its folder, if there is something, and removes there what is older than the newest snapshots. */
    public static OwnZooKeeper start(Path folder) {
        SilentLog.begin();
        try {
            Files.createDirectories(folder);
            removeOld(folder.toFile());
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

    /** As ZooKeeper's own command does it, which would tell of each file on the terminal. */
    private static void removeOld(File folder) throws IOException {
        FileTxnSnapLog files = new FileTxnSnapLog(folder, folder);
        List<File> snapshots = files.findNValidSnapshots(SNAPSHOTS_KEPT);
        if (snapshots.size() == SNAPSHOTS_KEPT) {
            File oldest = snapshots.get(SNAPSHOTS_KEPT - 1);
            long change = Util.getZxidFromName(oldest.getName(), SNAPSHOT);
            removeBefore(change, List.of(files.getSnapshotLogs(change)), oldest.getParentFile());
        }
    }

    /** A log begins with the change that it is called by, and so may have later ones that are needed. */
    private static void removeBefore(long change, List<File> needed, File folder) throws IOException {
        for (File file : Check.present(folder.listFiles(), "a folder with snapshots is listed")) {
            boolean isOld = isBefore(change, file, SNAPSHOT) || isBefore(change, file, LOG);
            if (isOld && !needed.contains(file)) {
                Files.delete(file.toPath());
            }
        }
    }

    private static boolean isBefore(long change, File file, String kind) {
        long begins = Util.getZxidFromName(file.getName(), kind);
        return begins >= 0 && begins < change;
    }

    public Address address() {
        return new Address("127.0.0.1", connections.getLocalPort());
    }

    @Override
    public void close() {
        connections.shutdown();
    }
}
