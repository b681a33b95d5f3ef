package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class ByNameTest {
    private static final String[] PARTS = {
        "", "a", "b", "0", "00", "zz", "-", "\u00fe", "\u00ff", "\u0100", "\ud83d\ude00", "IMG_000", "a long part"
    };

    private static List<String> sorted(List<String> names) {
        return ByName.sorted(names, Function.identity());
    }

    @Test
    void sortsAsTextIsSorted() {
        assertEquals(List.of(), sorted(List.of()));
        assertEquals(List.of("x"), sorted(List.of("x")));
        assertEquals(List.of("a", "a-0", "a-00", "b"), sorted(List.of("b", "a-00", "a", "a-0")));
        assertEquals(
                List.of("f-\u00fe", "f-\u00ff", "f-\u00ffb", "f-\u0100a", "f-\u0101"),
                sorted(List.of("f-\u0101", "f-\u00ffb", "f-\u0100a", "f-\u00fe", "f-\u00ff")));
    }

    @Test
    void sortsWhateverIsSharedAndHowever() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            String shared = PARTS[random.nextInt(PARTS.length)];
            List<String> names = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                StringBuilder name = new StringBuilder(shared);
                for (int j = random.nextInt(6); j > 0; j--) {
                    name.append(PARTS[random.nextInt(PARTS.length)]);
                }
                names.add(name.toString());
            }
            assertEquals(names.stream().sorted().toList(), sorted(names), "seed " + seed + ", round " + round);
        }
    }
}
