package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.testing.ManualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressBarTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final ManualClock clock = new ManualClock();
    private final StringWriter said = new StringWriter();

    @Test
    void aTerminalHasOneLineThatChanges() {
        ProgressBar bar = new ProgressBar(new PrintWriter(said), clock, true);
        bar.at(0, 100, 0, 0);
        assertEquals("", said.toString(), "nothing to be said at once");
        clock.pass(10 * SECOND_NS);
        bar.at(25, 100, 1_000, 50 << 20);
        bar.at(26, 100, 1_001, 50 << 20);
        String line = String.format("%-79s", "[##........]  25 %  1,000 files  50.0 MiB  100/s  5.0 MiB/s  30 s left");
        assertEquals("\r" + line, said.toString());
        bar.end();
        assertEquals("\r" + line + "\r" + " ".repeat(79) + "\r", said.toString());
    }

    @Test
    void elsewhereALineIsSaidNowAndThen() {
        ProgressBar bar = new ProgressBar(new PrintWriter(said), clock, false);
        for (int second = 1; second <= 12; second++) {
            clock.pass(SECOND_NS);
            bar.at(second, 0, second * 10L, second * 100L);
        }
        bar.end();
        assertEquals("50 files  500 B  10/s  100 B/s\n100 files  1.0 KiB  10/s  100 B/s\n", said.toString());
    }

    @Test
    void sizesAreShort() {
        assertEquals("999 B", ProgressBar.size(999));
        assertEquals("1.0 KiB", ProgressBar.size(1024));
        assertEquals("100 MiB", ProgressBar.size(100 << 20));
        assertEquals("8192 PiB", ProgressBar.size(Long.MAX_VALUE));
    }
}
