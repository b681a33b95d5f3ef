package io.pfs.bench.elastic;

import io.pfs.server.Main;
import java.io.IOException;
import java.io.InputStream;

/** {@code bin/pfs} in a process that ends at once when nobody holds the other end of its input: so it outlives nobody, however he ends. */
final class ServerMain {
    private static final int KILLED = 137;

    private ServerMain() {}

    public static void main(String[] args) {
        Thread watch = new Thread(() -> endAfter(System.in), "bench-watch");
        watch.setDaemon(true);
        watch.start();
        Main.main(args);
    }

    private static void endAfter(InputStream input) {
        try {
            while (input.read() >= 0) {
                // nobody writes anything
            }
        } catch (IOException e) {
            // it is as good as closed
        }
        Runtime.getRuntime().halt(KILLED);
    }
}
