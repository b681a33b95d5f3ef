package io.pfs.env.system;

import java.io.IOException;
import java.io.InputStream;

/**
 * For a process that is to outlive nobody, however he ends who started it: it ends at once when nobody holds the other
 * end of its standard input any more.
 */
public final class InputWatch {
    private static final int KILLED = 137;

    private InputWatch() {}

    /** From now on nothing else may read the standard input. */
    public static void start() {
        Thread watch = new Thread(() -> endAfter(System.in), "pfs-input-watch");
        watch.setDaemon(true);
        watch.start();
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
