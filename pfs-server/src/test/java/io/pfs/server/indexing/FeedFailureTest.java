package io.pfs.server.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.tag.MapKvHome;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An index that fails, above all for want of space, and when it is begun anew. */
final class FeedFailureTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int ROWS = 50;
    private static final IndexedFields HEAT = FeedRig.tags("heat");

    private final MapKvHome home = new MapKvHome();
    private final FeedRig rig = new FeedRig(home);
    private int rows;

    private void addRow() {
        rig.apply(FeedRig.row(rows, rows));
        rows++;
    }

    private void indexed() {
        rig.index(HEAT);
        IntStream.range(0, ROWS).forEach(i -> addRow());
        rig.run();
        requireComplete();
    }

    private IndexedFields complete() {
        return rig.shard().complete(FeedRig.TABLE);
    }

    private void requireComplete() {
        assertEquals(HEAT, complete());
        Set<Long> positions = new TreeSet<>();
        IntStream.range(0, rows).mapToObj(rig::position).forEach(positions::add);
        assertEquals(positions, rig.indexed(0));
    }

    private void pass(long seconds) {
        rig.timers.pass(seconds * SECOND_NS);
        rig.run();
    }

    private Optional<ErrorCode> asked() {
        ErrorCode[] heard = {null};
        rig.shard().ask(new Question() {
            @Override
            public void ask(KvIndex index) {
                // that it is asked is enough
            }

            @Override
            public void answered() {
                // then nothing is wrong
            }

            @Override
            public void failed(PfsException cause) {
                heard[0] = cause.code();
            }
        });
        rig.run();
        return Optional.ofNullable(heard[0]);
    }

    @Test
    void withoutSpaceItGivesBackWhatItHadAndIsTriedAgainLater() {
        indexed();
        home.spaceFor(0);
        addRow();
        rig.run();
        assertTrue(complete().isEmpty());
        assertEquals(1, home.resets(), "what it had is free for others");
        assertEquals(Optional.of(ErrorCode.NO_SPACE), asked());
        for (int i = 0; i < 1000; i++) {
            addRow();
        }
        rig.run();
        assertEquals(0, rig.feed.bytesBehind());
        assertEquals(1, rig.counters.indexFailures(), "it is not tried again and again");
        pass(5);
        assertEquals(2, rig.counters.indexFailures());
        pass(9);
        assertEquals(2, rig.counters.indexFailures(), "the next time it waits longer");
        home.spaceFor(Long.MAX_VALUE);
        pass(1);
        requireComplete();
        assertEquals(Optional.empty(), asked());
        home.spaceFor(0);
        addRow();
        rig.run();
        home.spaceFor(Long.MAX_VALUE);
        pass(5);
        requireComplete();
    }

    @Test
    void itIsTriedAgainWheneverSpaceCameBack() {
        indexed();
        home.spaceFor(0);
        addRow();
        rig.run();
        pass(24 * 3600);
        for (int i = 0; i < 20; i++) {
            pass(320);
        }
        home.spaceFor(Long.MAX_VALUE);
        pass(320);
        requireComplete();
    }

    /** Wherever it fails, it is right in the end, whether the batch that failed is there or not. */
    @Test
    void spaceMayEndInTheMidstOfAnything() {
        for (int batches = 0; batches < 30; batches++) {
            for (boolean isLastApplied : new boolean[] {false, true}) {
                FeedFailureTest test = new FeedFailureTest();
                test.home.isLastApplied(isLastApplied);
                test.home.spaceFor(batches);
                test.rig.index(HEAT);
                for (int i = 0; i < ROWS; i++) {
                    test.addRow();
                    test.rig.workers.poll();
                }
                test.rig.run();
                test.home.spaceFor(Long.MAX_VALUE);
                test.pass(5);
                test.requireComplete();
            }
        }
    }

    @Test
    void whatCannotBeThrownAwayIsTriedAgainLater() {
        indexed();
        home.spaceFor(0);
        home.isStuck(true);
        addRow();
        rig.run();
        home.spaceFor(Long.MAX_VALUE);
        pass(5);
        assertEquals(0, home.resets());
        assertTrue(complete().isEmpty(), "nobody knows what is in it");
        home.isStuck(false);
        pass(10);
        assertEquals(1, home.resets());
        requireComplete();
    }

    @Test
    void aClosedOneIsNotTriedAgain() {
        indexed();
        home.spaceFor(0);
        addRow();
        rig.run();
        rig.feed.close();
        home.spaceFor(Long.MAX_VALUE);
        pass(5);
        assertEquals(1, home.resets());
        assertTrue(rig.timers.isIdle());
        assertTrue(complete().isEmpty());
    }

    @Test
    void whatWillNeverWorkIsNotTriedAgain() {
        FeedRig without = new FeedRig(KvHome.NOWHERE);
        without.index(HEAT);
        without.apply(FeedRig.row(1, 1));
        without.run();
        assertEquals(1, without.counters.indexFailures());
        assertTrue(without.timers.isIdle());
    }
}
