package io.pfs.server.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ServerId;
import io.pfs.server.owner.SeatLoads;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LoadsTextTest {
    private static final SeatLoads LOADS =
            new SeatLoads(new TreeMap<>(Map.of(new ServerId(3), 7, new ServerId(12), 0)));

    @Test
    void itIsAWordThatIsReadAgain() {
        assertEquals(" 3:7,12:0", LoadsText.of(LOADS));
        assertEquals(LOADS, LoadsText.behind(1, "first" + LoadsText.of(LOADS) + " of a later version\nline"));
    }

    @Test
    void nothingIsSaidOfNothing() {
        assertEquals("", LoadsText.of(SeatLoads.NONE));
        assertEquals(SeatLoads.NONE, LoadsText.behind(1, "first"));
    }

    @Test
    void whatCannotBeReadIsAsIfNothingWasSaid() {
        for (String word :
                List.of("", "-", "3", "3:", ":3", "3:7,", "3:7,x:1", "3:1001", "3:-1", "-1:3", "9999999999:1")) {
            assertEquals(SeatLoads.NONE, LoadsText.behind(1, "first " + word), word);
        }
    }
}
