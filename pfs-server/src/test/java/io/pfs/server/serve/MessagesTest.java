package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MessagesTest {
    private static final int MANY = 2000;

    /** A pipe that is full, until somebody empties it. */
    private static final class Pipe extends OutputStream {
        private final CountDownLatch emptied = new CountDownLatch(1);
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        private final StringBuilder line = new StringBuilder();

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
    }

    /** The first of them, as some had to be left out. */
    @Test
    void whoTellsDoesNotWaitForWhoListens() {
        PrintStream before = System.err;
        Pipe pipe = new Pipe();
        System.setErr(new PrintStream(pipe, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < MANY; i++) {
                Messages.tell("line " + i);
            }
            Messages.finish(); // in vain, and it does not wait for ever either
            pipe.emptied.countDown();
            Messages.finish();
        } finally {
            pipe.emptied.countDown();
            System.setErr(before);
        }
        List<String> first =
                IntStream.range(0, 1000).mapToObj(i -> "pfs: line " + i).toList();
        List<String> said = List.copyOf(pipe.lines).stream()
                .filter(line -> line.startsWith("pfs: line "))
                .toList();
        assertEquals(first, said.subList(0, 1000));
    }
}
