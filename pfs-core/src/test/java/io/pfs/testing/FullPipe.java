package io.pfs.testing;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A pipe that is full, until somebody empties it, in place of standard error: whoever writes to it stands still until then. */
public final class FullPipe extends OutputStream {
    private final PrintStream before = System.err;
    private final CountDownLatch emptied = new CountDownLatch(1);
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final StringBuilder line = new StringBuilder();

    private FullPipe() {}

    public static FullPipe asStandardError() {
        FullPipe pipe = new FullPipe();
        System.setErr(new PrintStream(pipe, true, StandardCharsets.UTF_8));
        return pipe;
    }

    @Override
    public void write(int one) {
        awaitEmptied();
        if (one == '\n') {
            lines.add(line.toString());
            line.setLength(0);
        } else {
            line.append((char) one);
        }
    }

    private void awaitEmptied() {
        try {
            emptied.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** From now on, and as fast as it is filled. */
    public void empty() {
        emptied.countDown();
    }

    /** What has come out of it by now. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Standard error is again what it was. */
    @Override
    public void close() {
        empty();
        System.setErr(before);
    }
}
