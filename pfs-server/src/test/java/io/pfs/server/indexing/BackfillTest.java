package io.pfs.server.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.hash.SliceOrder;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A new index is told of the rows that are there, while their slices split and go. */
final class BackfillTest {
    private static final int ROWS = 200;

    private final FeedRig rig = new FeedRig(new SimKvIndex(new Prng(17)).home());

    /** A table of two slices without an index. */
    private void twoSlices() {
        rig.index(FeedRig.tags());
        for (int i = 0; i < ROWS; i++) {
            rig.apply(FeedRig.row(i, i));
        }
        rig.apply(new SliceSplit(FeedRig.slice(0), 0));
    }

    /** Slice 0 is told of, and slice 1 has still to be. */
    private void begin() {
        rig.index(FeedRig.tags("heat"));
        rig.workers.poll();
        assertEquals(Set.of(), rig.indexed(0), "it is about to be told of the first slice");
    }

    private Set<Long> here() {
        Set<Long> positions = new TreeSet<>();
        IntStream.range(0, ROWS).filter(rig::isHere).mapToObj(rig::position).forEach(positions::add);
        return positions;
    }

    private void requireAllThatIsHere() {
        rig.run();
        assertEquals(FeedRig.tags("heat"), rig.shard().complete(FeedRig.TABLE));
        assertEquals(here(), rig.indexed(0));
    }

    private boolean isHere(int slice, int depth) {
        SliceOrder.Interval interval = SliceOrder.interval(slice, depth);
        return IntStream.range(0, ROWS).filter(rig::isHere).anyMatch(i -> interval.contains(rig.position(i)));
    }

    @Test
    void aPartOfASliceBehindOneThatLeftIsToldOf() {
        twoSlices();
        begin();
        rig.apply(new SliceSplit(FeedRig.slice(1), 1));
        rig.apply(new SliceGiven(FeedRig.slice(1)));
        assertFalse(isHere(1, 2));
        requireAllThatIsHere();
    }

    @Test
    void partsOnBothSidesOfSeveralThatLeftAreToldOf() {
        twoSlices();
        begin();
        rig.apply(new SliceSplit(FeedRig.slice(1), 1));
        rig.apply(new SliceSplit(FeedRig.slice(1), 2));
        rig.apply(new SliceSplit(FeedRig.slice(3), 2));
        rig.apply(new SliceGiven(FeedRig.slice(5)));
        rig.apply(new SliceGiven(FeedRig.slice(3)));
        requireAllThatIsHere();
    }

    /** Whatever leaves before it is told of, wherever it lay among the others. */
    @Test
    void allThatIsStillHereIsToldOf() {
        for (int seed = 0; seed < 40; seed++) {
            new BackfillTest().manySlicesOfWhichSomeLeave(new Random(seed));
        }
    }

    private void manySlicesOfWhichSomeLeave(Random random) {
        twoSlices();
        for (int depth = 1; depth < 5; depth++) {
            for (int slice = 0; slice < 1 << depth; slice++) {
                rig.apply(new SliceSplit(FeedRig.slice(slice), depth));
            }
        }
        rig.index(FeedRig.tags("heat"));
        int part = random.nextInt(1, 4);
        for (int slice = 1; slice < 32; slice++) {
            if (random.nextInt(part + 1) < part) {
                rig.apply(new SliceGiven(FeedRig.slice(slice)));
            }
            if (random.nextInt(4) == 0) {
                rig.workers.poll();
            }
        }
        requireAllThatIsHere();
    }

    @Test
    void whatLeavesAltogetherIsNotWaitedFor() {
        twoSlices();
        begin();
        rig.apply(new SliceGiven(FeedRig.slice(1)));
        requireAllThatIsHere();
    }
}
