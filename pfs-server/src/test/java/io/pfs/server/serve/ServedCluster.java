package io.pfs.server.serve;

import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.cluster.ShardAssignment;
import io.pfs.net.ClusterMap;
import io.pfs.server.shard.ShardGroup;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Several servers as the command starts them, in one process, on one pool. */
public final class ServedCluster implements AutoCloseable {
    private final Path folder;
    private final Map<Setting, String> others;
    private final List<String> addresses;
    private final TreeMap<Integer, RunningServer> running = new TreeMap<>();

    public ServedCluster(Path folder, int servers, Map<Setting, String> others) {
        this.folder = folder;
        this.others = others;
        this.addresses = freeAddresses(servers);
    }

    private static List<String> freeAddresses(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<String> addresses = sockets.stream()
                    .map(socket -> "127.0.0.1:" + socket.getLocalPort())
                    .toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return addresses;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ServedCluster startAll() {
        for (int server = 0; server < addresses.size(); server++) {
            start(server);
        }
        return this;
    }

    RunningServer start(int server) {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        settings.putAll(others);
        settings.put(Setting.LISTEN, "");
        settings.put(Setting.DURABILITY, "sync");
        settings.put(Setting.SERVERS, String.join(",", addresses));
        settings.put(Setting.SERVER_ID, Integer.toString(server));
        settings.put(Setting.POOL, pool(folder).toString());
        RunningServer started = ServedFolder.start(folder.resolve("data" + server), settings);
        running.put(server, started);
        return started;
    }

    public void stop(int server) {
        running.remove(server).close();
    }

    /** Runs a task on the loop of a server. */
    public void onLoop(int server, Consumer<ShardGroup> task) {
        running.get(server).engine().loops().get(0).onLoop(task);
    }

    /** What they share. */
    public static Path pool(Path folder) {
        return folder.resolve("pool");
    }

    /** Where the data of each is. */
    public static List<Path> data(Path folder, int servers) {
        return IntStream.range(0, servers)
                .mapToObj(server -> folder.resolve("data" + server))
                .toList();
    }

    public List<String> addresses() {
        return addresses;
    }

    /** Of the file system, as one that runs knows them. */
    FileSystemFacts facts() {
        return running.firstEntry().getValue().engine().facts();
    }

    /** The first of its shards, if there are so many servers. */
    static ShardId shardOf(int server, int servers, int shards) {
        String list = String.join(",", List.of("a", "b", "c", "d", "e").subList(0, servers));
        ShardAssignment owners = ClusterMap.parse(list).owners(shards);
        return IntStream.range(0, shards)
                .mapToObj(ShardId::new)
                .filter(shard -> owners.owner(shard).value() == server)
                .findFirst()
                .orElseThrow();
    }

    /** By all addresses. */
    public Pfs connect(ClientOptions options) {
        return Pfs.connect("pfs://" + String.join(",", addresses), options);
    }

    @Override
    public void close() {
        running.values().forEach(RunningServer::close);
    }
}
