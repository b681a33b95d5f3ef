package io.pfs.bench.elastic;

import io.pfs.env.system.InputWatch;
import io.pfs.server.Main;

/** {@code bin/pfs} in a process that outlives nobody who holds the other end of its input. */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] args) {
        InputWatch.start();
        Main.main(args);
    }
}
