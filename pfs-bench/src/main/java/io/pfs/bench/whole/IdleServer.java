package io.pfs.bench.whole;

import io.netty.buffer.PooledByteBufAllocator;
import io.pfs.Durability;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyLog;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server in a process of its own, which says how much memory it uses. It ends when nobody talks to it any more. */
final class IdleServer implements AutoCloseable {
    private static final SessionLimits LIMITS =
            new SessionLimits(4096, 1024, 64L << 20, 256L << 20, 1_000_000_000_000L);
    private static final double MEGABYTE = 1e6;
    private static final int COLLECTIONS = 3;

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter questions;
    private final int port;

    /**
     * What it uses, in MB.
     *
     * @param heap after a collection
     * @param direct buffers of connections beside the heap
     * @param resident what the operating system counts, with all that was once used and not given back
     */
    record Memory(double heap, double direct, double resident) {}

    IdleServer(Path folder) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        port = Integer.parseInt(answer());
    }

    int port() {
        return port;
    }

    Memory memory() throws IOException {
        questions.write("memory\n");
        questions.flush();
        String[] parts = answer().split(" ", 3);
        return new Memory(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        Stopwatch.require(line != null, "the server answers");
        return line == null ? "" : line;
    }

    @Override
    public void close() throws IOException {
        questions.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The process. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            NettyLog.byJava();
            try (EmbeddedServer engine = EmbeddedServer.open(Path.of(args[0]), Durability.SYNC);
                    Network network = new NettyNetwork("server", 1, Tls.NONE);
                    RpcServer server = RpcServer.start(
                            network,
                            NetworkJob.ANY_PORT,
                            Serving.alone(engine, Optional.empty(), LIMITS).telling(engine.tellPool()),
                            new SystemClock(),
                            new SystemEntropy());
                    BufferedReader questions =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                say(Integer.toString(server.address().port()));
                while (questions.readLine() != null) {
                    Memory used = used();
                    say(used.heap() + " " + used.direct() + " " + used.resident());
                }
            }
        }

        private static void say(String line) {
            System.out.println(line);
            System.out.flush();
        }

        private static Memory used() throws IOException {
            Runtime runtime = Runtime.getRuntime();
            for (int i = 0; i < COLLECTIONS; i++) {
                runtime.gc();
            }
            double heap = (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE;
            double direct = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() / MEGABYTE;
            return new Memory(heap, direct, resident());
        }

        /** As Linux says it; 0 elsewhere. */
        private static double resident() throws IOException {
            Path status = Path.of("/proc/self/status");
            List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
            return lines.stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / MEGABYTE)
                    .findFirst()
                    .orElse(0);
        }
    }
}
