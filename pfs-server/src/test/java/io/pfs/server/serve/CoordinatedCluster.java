package io.pfs.server.serve;

import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.LocalZooKeeper;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Servers that come and go by ZooKeeper, all of it in this process. */
public final class CoordinatedCluster implements AutoCloseable {
    private static final int SESSION_SECONDS = 3;

    private final Path folder;
    private final int sessionSeconds;
    private final LocalZooKeeper zooKeeper;
    private final Map<String, CoordinatedServer> servers = new LinkedHashMap<>();
    private int started;

    /** Has no server yet. */
    public CoordinatedCluster(Path folder, int seats) {
        this(folder, seats, SESSION_SECONDS);
    }

    /** The same with sessions that are not the shortest. */
    public CoordinatedCluster(Path folder, int seats, int sessionSeconds) {
        this.folder = folder;
        this.sessionSeconds = sessionSeconds;
        RemoteFolders.format(new PoolAt.Folder(pool()), seats, new SystemClock(), new SystemEntropy());
        zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
    }

    public Path pool() {
        return folder.resolve("pool");
    }

    /** Where the next server has its data. */
    public Path nextData() {
        return folder.resolve("data-" + started);
    }

    /** Returns where it listens, once it has its part. */
    public String start() {
        return start("127.0.0.1:0");
    }

    public String start(String listen) {
        Settings settings = new Settings();
        settings.set(Setting.LISTEN, listen);
        settings.set(Setting.DATA, nextData().toString());
        settings.set(Setting.POOL, pool().toString());
        settings.set(Setting.ZOOKEEPER, "127.0.0.1:" + zooKeeper.port());
        settings.set(Setting.SESSION_SECONDS, Integer.toString(sessionSeconds));
        started++;
        ServerConfig config = ServerConfig.of(settings, Runtime.getRuntime().maxMemory(), 2);
        CoordinatedServer server =
                CoordinatedServer.start(config, config.coordinator().orElseThrow());
        servers.put(server.address().toString(), server);
        return server.address().toString();
    }

    /** Servers go on for two thirds of their sessions. */
    public void stopZooKeeper() {
        zooKeeper.stop();
    }

    /** With what it knew before. */
    public void startZooKeeper() {
        zooKeeper.start();
    }

    public void stop(String address) {
        servers.remove(address).close();
    }

    @Override
    public void close() {
        List.copyOf(servers.keySet()).forEach(this::stop);
        zooKeeper.close();
    }
}
