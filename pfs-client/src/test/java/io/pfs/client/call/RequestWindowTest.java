package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.PfsException;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RequestWindowTest {
    @Test
    void theLowestOpenMovesOverWhatIsAnswered() {
        RequestWindow window = new RequestWindow();
        assertEquals(1, window.lowestOpen());
        assertEquals(1, window.open(3));
        assertEquals(4, window.open(1));
        window.close(2);
        window.close(4);
        assertEquals(1, window.lowestOpen());
        window.close(1);
        assertEquals(3, window.lowestOpen());
        window.close(3);
        assertEquals(5, window.lowestOpen(), "none is open: the one that comes next");
    }

    @Test
    void whatIsNotOpenCannotBeClosed() {
        RequestWindow window = new RequestWindow();
        window.open(3);
        window.close(2);
        window.close(1);
        for (long sequence : new long[] {0, 1, 2, 4}) {
            assertThrows(PfsException.class, () -> window.close(sequence));
        }
    }

    @Test
    void itIsWhatASetOfOpenOnesWouldBe() {
        Seeds.each("RequestWindowTest", 100, seed -> {
            Random random = new Random(seed);
            RequestWindow window = new RequestWindow();
            TreeSet<Long> open = new TreeSet<>();
            long next = 1;
            int most = 1 + random.nextInt(2000);
            for (int step = 0; step < 3000; step++) {
                if (open.size() < most && random.nextInt(3) > 0) {
                    int count = 1 + random.nextInt(100);
                    assertEquals(next, window.open(count));
                    for (int i = 0; i < count; i++) {
                        open.add(next++);
                    }
                } else if (!open.isEmpty()) {
                    // the first stays open for long now and then, so that the ring must grow while it is half full
                    List<Long> some = new ArrayList<>(open);
                    long closed = some.get(random.nextInt(10) == 0 ? 0 : random.nextInt(some.size()));
                    window.close(closed);
                    open.remove(closed);
                }
                assertEquals(open.isEmpty() ? next : open.first(), window.lowestOpen());
            }
        });
    }
}
