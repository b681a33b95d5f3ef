package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random lives of a writer on a disk that fails: every cell that was forced is there after a crash, by its location and by a
 * scan, and a scan finds nothing that was never added.
 */
final class SegmentModelTest {
    private static final class Life {
        final MemoryDisk disk = new MemoryDisk();
        final Random random;
        final SegmentRig rig;
        final List<Written> collected = new ArrayList<>();
        final List<Written> handedOver = new ArrayList<>();
        final List<Written> written = new ArrayList<>();
        final List<Written> forced = new ArrayList<>();
        final List<Written> all = new ArrayList<>();
        int failures;

        Life(long seed) {
            random = new Random(seed);
            int oneIn = 4 + random.nextInt(60);
            FaultDisk.Fault fault = (call, name) -> {
                if (random.nextInt(oneIn) == 0) {
                    throw new PfsException(ErrorCode.FORCE_FAILED, "planted: " + call + " of " + name);
                }
            };
            rig = new SegmentRig(new FaultDisk(disk, fault), 4096 << random.nextInt(6));
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> add(random.nextInt(20) == 0 ? 200_000 : 2000);
                case 3 -> handOver();
                case 4, 5 -> attempt(rig.writer::write, () -> move(handedOver, written));
                case 6 -> attempt(rig.writer::force, () -> move(written, forced));
                default -> seal();
            }
        }

        private void add(int bytesMax) {
            Written cell = rig.random(random, bytesMax);
            collected.add(cell);
            all.add(cell);
        }

        private void handOver() {
            if (handedOver.isEmpty()) {
                rig.writer.handOver();
                move(collected, handedOver);
            }
        }

        private void seal() {
            if (random.nextInt(4) == 0) {
                attempt(rig.writer::seal, () -> {
                    move(collected, forced);
                    move(handedOver, forced);
                    move(written, forced);
                });
            }
        }

        /** What is written and not forced may be in a segment that the same writer sealed meanwhile. */
        private void attempt(Runnable call, Runnable then) {
            try {
                call.run();
                then.run();
            } catch (PfsException e) {
                assertEquals(ErrorCode.FORCE_FAILED, e.code());
                failures++;
                rig.writer.abandon();
                collected.clear();
                handedOver.clear();
                written.clear();
            }
        }

        private static void move(List<Written> from, List<Written> to) {
            to.addAll(from);
            from.clear();
        }

        Pool afterCrash() {
            Map<String, byte[]> files = new HashMap<>();
            disk.durableNames().forEach((name, inode) -> files.put(name, inode.forced()));
            return new LocalPool(MemoryDisk.of(files));
        }
    }

    @Test
    void whatWasForcedIsThere() {
        int[] seen = new int[2];
        Seeds.each("SegmentModelTest#whatWasForcedIsThere", 400, seed -> {
            Life life = new Life(seed);
            for (int i = 0; i < 200; i++) {
                life.step();
            }
            seen[0] += life.failures;
            seen[1] += life.forced.size();
            SegmentRig.assertReadable(life.rig.pool, life.forced);
            Pool pool = life.afterCrash();
            SegmentRig.assertReadable(pool, life.forced);
            assertScanned(life, pool);
        });
        assertTrue(System.getProperty("pfs.seed") != null || (seen[0] > 100 && seen[1] > 1000), "all sorts happened");
    }

    private static void assertScanned(Life life, Pool pool) {
        List<Written> found = new ArrayList<>();
        for (long id : Segment.ids(pool)) {
            try {
                found.addAll(SegmentRig.scan(pool, id));
            } catch (PfsException e) {
                assertTrue(
                        life.forced.stream().noneMatch(cell -> cell.location().segment() == id),
                        () -> "a segment with cells that count is readable: " + e);
            }
        }
        Map<Object, Written> added = new HashMap<>();
        life.all.forEach(cell -> added.put(cell.location(), cell));
        List<Written> expected =
                found.stream().map(cell -> added.get(cell.location())).toList();
        SegmentRig.assertSame(expected, found, "nothing is found that was not added");
        List<Object> locations =
                found.stream().map(cell -> (Object) cell.location()).toList();
        life.forced.forEach(cell -> assertTrue(locations.contains(cell.location()), () -> "scan finds " + cell));
    }
}
