package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RequestWindowTest {
    @Test
    void theLowestOpenMovesOverWhatIsAnswered() {
        RequestWindow window = new RequestWindow(7, 8);
        assertEquals(1, window.lowestOpen());
        assertEquals(1, window.open());
        assertEquals(2, window.open());
        assertEquals(3, window.open());
        assertEquals(4, window.open());
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
        RequestWindow window = new RequestWindow(7, 8);
        window.open();
        window.open();
        window.open();
        window.close(2);
        window.close(1);
        for (long sequence : new long[] {0, 1, 2, 4}) {
            assertThrows(PfsException.class, () -> window.close(sequence));
        }
    }

    @Test
    void noMoreThanSoManyLieBetweenTheLowestAndTheLast() {
        RequestWindow window = new RequestWindow(7, 8);
        assertEquals(OptionalLong.of(1), window.openWithin(2));
        assertEquals(OptionalLong.of(2), window.openWithin(2));
        window.close(2);
        assertEquals(OptionalLong.empty(), window.openWithin(2), "the first is open still");
        window.close(1);
        assertEquals(OptionalLong.of(3), window.openWithin(2));
        assertEquals(new RequestId(7, 8, 3), window.id(3));
    }

    @Test
    void itIsWhatASetOfOpenOnesWouldBe() {
        Seeds.each("RequestWindowTest", 100, seed -> {
            Random random = new Random(seed);
            RequestWindow window = new RequestWindow(7, 8);
            TreeSet<Long> open = new TreeSet<>();
            long next = 1;
            int most = 1 + random.nextInt(2000);
            for (int step = 0; step < 3000; step++) {
                if (open.size() < most && random.nextInt(3) > 0) {
                    int count = 1 + random.nextInt(100);
                    for (int i = 0; i < count; i++) {
                        assertEquals(next, window.open());
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
