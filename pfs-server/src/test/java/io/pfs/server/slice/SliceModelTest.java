package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random sequences of everything that can be done to slices, beside a model of sorted maps. */
final class SliceModelTest {
    private static final Limits TINY = new Limits(8, 3, 4096, 512, 4096, 4, 4096, 64);

    @Test
    void smallSlicesBehaveAsTheModel() {
        Seeds.each("SliceModelTest#smallSlicesBehaveAsTheModel", 200, seed -> run(seed, TINY, 40, 400));
    }

    @Test
    void slicesOfOrdinarySizeBehaveAsTheModel() {
        Seeds.each(
                "SliceModelTest#slicesOfOrdinarySizeBehaveAsTheModel",
                6,
                seed -> run(seed, Limits.DEFAULT, 4_000, 30_000));
    }

    @Test
    void namesWhoseHashesAreEqualStayApart() {
        Seeds.each("SliceModelTest#namesWhoseHashesAreEqualStayApart", 50, seed -> {
            SliceModel.Hashing few = name -> (name[0] & 3) * 0x1234_5678_9abc_def1L;
            run(new Random(seed), new SliceModel(TINY, few), 40, 400);
        });
    }

    @Test
    void tagsThatCollideAreNoMatch() {
        Seeds.each("SliceModelTest#tagsThatCollideAreNoMatch", 50, seed -> {
            // bits 40 to 43 are neither in the tag, nor in the home, nor in what a split looks at
            SliceModel.Hashing sameTag = name -> (long) (name[0] & 15) << 40 | (name[name.length - 1] & 3);
            run(new Random(seed), new SliceModel(TINY, sameTag), 40, 400);
        });
    }

    private static void run(long seed, Limits limits, int names, int steps) {
        run(new Random(seed), new SliceModel(limits, name -> SliceModel.HASH.of(name, 0, name.length)), names, steps);
    }

    private static void run(Random random, SliceModel model, int nameCount, int steps) {
        List<byte[]> names = new ArrayList<>();
        for (int i = 0; i < nameCount; i++) {
            names.add(SliceModel.name(random, i));
        }
        int checkEvery = Math.max(10, steps / 100);
        for (int step = 0; step < steps; step++) {
            byte[] name = names.get(random.nextInt(nameCount));
            model.step(random, name);
            if (step % checkEvery == 0) {
                model.check();
            }
        }
        model.check();
        assertTrue(model.slices().size() > 1, "slices split");
        assertEquals(
                model.rowCount(),
                model.slices().stream().mapToInt(Slice::rowCount).sum(),
                "rows in all slices");
    }
}
