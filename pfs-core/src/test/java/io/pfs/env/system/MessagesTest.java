package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.testing.FullPipe;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MessagesTest {
    private static final int MANY = 2000;

    /** The first of them, as some had to be left out. */
    @Test
    void whoTellsDoesNotWaitForWhoListens() {
        try (FullPipe pipe = FullPipe.asStandardError()) {
            for (int i = 0; i < MANY; i++) {
                Messages.tell("line " + i);
            }
            Messages.finish(); // in vain, and it does not wait for ever either
            pipe.empty();
            Messages.finish();
            List<String> first =
                    IntStream.range(0, 1000).mapToObj(i -> "pfs: line " + i).toList();
            List<String> said = pipe.lines().stream()
                    .filter(line -> line.startsWith("pfs: line "))
                    .toList();
            assertEquals(first, said.subList(0, 1000));
        }
    }
}
