package io.pfs.server.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Waiting for what nobody tells. */
final class Pauses {
    private Pauses() {}

    static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
