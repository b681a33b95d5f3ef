package io.pfs.server.serve;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.remote.Tenure;
import io.pfs.testing.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;

/** A server in a process of its own that has all seats of a pool, each in its first epoch, until it is killed. */
final class SeatProcess implements AutoCloseable {
    private static final int NUMBER = 9;
    private static final String READY = "serves on ";

    private final Process process;
    private final Address address;

    private SeatProcess(Process process, Address address) {
        this.process = process;
        this.address = address;
    }

    static SeatProcess start(Path folder, int seats) throws IOException {
        Process process = new ProcessBuilder(Jvm.brief(SeatProcess.class, folder.toString(), Integer.toString(seats)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended before it served");
        }
        return new SeatProcess(process, Address.parse(line.substring(READY.length())));
    }

    Address address() {
        return address;
    }

    /** As kill -9 does; returns when it is no more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int seats = Integer.parseInt(args[1]);
        ClusterMap nowhere = new ClusterMap(1, Collections.nCopies(seats, Optional.empty()));
        SeatServer server = MovingSeats.start(folder, NUMBER, nowhere, failure -> System.err.println(failure));
        for (int seat = 0; seat < seats; seat++) {
            server.open(new ServerId(seat), MovingSeats.FIRST, Tenure.LOCKED);
        }
        server.publish(new ClusterMap(2, Collections.nCopies(seats, Optional.of(server.address()))));
        System.out.println(READY + server.address());
        if (System.in.read() < 0) {
            server.close(); // whoever started it is gone
        }
    }
}
