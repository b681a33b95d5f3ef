package io.pfs.process;

import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.FolderCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Several servers on one pool, each in a process of its own. */
final class ClusterProcesses implements AutoCloseable {
    private final Path folder;
    private final List<String> addresses;
    private final List<ServerProcess> processes = new ArrayList<>();

    ClusterProcesses(Path folder, int servers) throws IOException {
        this.folder = folder;
        this.addresses = freeAddresses(servers);
        startAll();
    }

    private void startAll() throws IOException {
        for (int server = 0; server < addresses.size(); server++) {
            processes.add(ServerProcess.start(options(server)));
        }
    }

    static List<String> freeAddresses(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
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
    }

    private String[] options(int server) {
        return new String[] {
            "--data", data(server).toString(),
            "--pool", pool().toString(),
            "--servers", String.join(",", addresses),
            "--server-id", Integer.toString(server)
        };
    }

    private Path data(int server) {
        return folder.resolve("data" + server);
    }

    private Path pool() {
        return folder.resolve("pool");
    }

    /** As a client names them all. */
    String uri() {
        return "pfs://" + String.join(",", addresses);
    }

    List<String> addresses() {
        return addresses;
    }

    /** {@code kill -9}, and a new start. */
    void killAndRestart(int server) throws IOException {
        processes.get(server).close();
        processes.set(server, ServerProcess.start(options(server)));
    }

    /** {@code kill -9} of all; returns what a check of what they left finds lost or wrong. All are started again. */
    List<Finding> killAllAndRestart() throws IOException {
        close();
        processes.clear();
        List<Finding> damage = damage();
        startAll();
        return damage;
    }

    /** What is lost or wrong in their folders, while none runs. */
    List<Finding> damage() {
        List<Path> data =
                IntStream.range(0, addresses.size()).mapToObj(this::data).toList();
        return FolderCheck.damage(Optional.of(pool()), data, new SystemClock(), new SystemEntropy());
    }

    /** {@code kill}, one after the other; returns the exit codes. */
    List<Integer> stop() throws InterruptedException {
        List<Integer> codes = new ArrayList<>();
        for (ServerProcess process : processes) {
            codes.add(process.stop());
        }
        return codes;
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess process : processes) {
            process.close();
        }
    }
}
