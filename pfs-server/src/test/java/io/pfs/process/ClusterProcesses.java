package io.pfs.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several servers on one pool, each in a process of its own. */
final class ClusterProcesses implements AutoCloseable {
    private final Path folder;
    private final List<String> addresses;
    private final List<ServerProcess> processes = new ArrayList<>();

    ClusterProcesses(Path folder, int servers) throws IOException {
        this.folder = folder;
        this.addresses = freeAddresses(servers);
        for (int server = 0; server < servers; server++) {
            processes.add(ServerProcess.start(options(server)));
        }
    }

    private static List<String> freeAddresses(int count) throws IOException {
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
            "--data", folder.resolve("data" + server).toString(),
            "--pool", folder.resolve("pool").toString(),
            "--servers", String.join(",", addresses),
            "--server-id", Integer.toString(server)
        };
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
