package io.pfs.hadoop.fs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of a file system that are being written. Any thread. */
final class OpenOutputs {
    private final Set<PfsOutputStream> open = ConcurrentHashMap.newKeySet();

    void add(PfsOutputStream output) {
        open.add(output);
    }

    void remove(PfsOutputStream output) {
        open.remove(output);
    }

    /** Closes them all, whoever was at work on them; throws the first failure, which says what is not written, with the others. */
    void close() throws IOException {
        List<Exception> failures = new ArrayList<>();
        for (PfsOutputStream output : List.copyOf(open)) {
            try {
                output.close();
            } catch (IOException | RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            Exception first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first instanceof IOException e ? e : new IOException(first);
        }
    }
}
