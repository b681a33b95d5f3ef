package io.pfs.server.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.hash.SliceOrder;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.TagValue;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Rows come and go, slices split, leave and come back, indexes are added and dropped, and a worker works now and then. Whenever an
 * index says that it is complete and was told all, it knows the rows that are here, and no others.
 */
final class FeedModelTest {
    private static final int SEEDS = 150;
    private static final int STEPS = 300;
    private static final int NAMES = 150;
    private static final int DEPTH_MAX = 5;
    private static final List<String> TAGS = List.of("heat", "mark");

    @Test
    void aCompleteIndexKnowsTheRowsThatAreHere() {
        int[] asked = {0};
        Seeds.each("FeedModelTest", SEEDS, seed -> asked[0] += new Run(seed).go());
        assertTrue(asked[0] > 0, "some index was complete before the end");
    }

    private static final class Run {
        private final Random random;
        private final FeedRig rig;
        /** How slow the worker is. */
        private final int stepsPerRound;

        private final Map<Integer, Map<String, TagValue>> rows = new HashMap<>();
        /** Depths of the slices that are here, and of those that left, as they were then. */
        private final Map<Integer, Integer> here = new TreeMap<>(Map.of(0, 0));

        private final Map<Integer, Integer> gone = new TreeMap<>();
        private IndexedFields fields = IndexedFields.NONE;
        private int asked;

        Run(long seed) {
            random = new Random(seed);
            stepsPerRound = 1 + random.nextInt(8);
            rig = new FeedRig(new SimKvIndex(new Prng(seed)).home());
            rig.index(fields);
        }

        int go() {
            for (int i = 0; i < STEPS; i++) {
                step();
                if (random.nextInt(stepsPerRound) == 0) {
                    rig.workers.poll();
                }
                if (random.nextInt(40) == 0) {
                    rig.run();
                    check();
                }
            }
            int before = asked;
            rig.run();
            fields.fields().forEach(field -> assertTrue(isComplete(field), () -> "complete in the end: " + field));
            check();
            return before;
        }

        private void step() {
            int kind = random.nextInt(100);
            if (kind < 55) {
                put();
            } else if (kind < 65) {
                remove();
            } else if (kind < 75) {
                split();
            } else if (kind < 83) {
                give();
            } else if (kind < 91) {
                adopt();
            } else {
                changeIndexes();
            }
        }

        private <T> T any(Iterable<T> from) {
            List<T> all = new ArrayList<>();
            from.forEach(all::add);
            return all.get(random.nextInt(all.size()));
        }

        private void put() {
            int number = random.nextInt(NAMES);
            if (rig.isHere(number)) {
                rig.apply(newRow(number));
            }
        }

        private Change newRow(int number) {
            Map<String, TagValue> tags = new HashMap<>();
            for (String tag : TAGS) {
                if (random.nextInt(4) > 0) {
                    tags.put(tag, new TagValue.OfLong(random.nextInt(5)));
                }
            }
            rows.put(number, tags);
            return FeedRig.row(number, tags);
        }

        private void remove() {
            int number = random.nextInt(NAMES);
            if (rows.remove(number) != null) {
                rig.apply(FeedRig.removed(number));
            }
        }

        private void split() {
            if (!here.isEmpty()) {
                int slice = any(here.keySet());
                int depth = here.get(slice);
                if (depth < DEPTH_MAX) {
                    rig.apply(new SliceSplit(FeedRig.slice(slice), depth));
                    here.put(slice, depth + 1);
                    here.put(slice + (1 << depth), depth + 1);
                }
            }
        }

        private void give() {
            if (!here.isEmpty()) {
                int slice = any(here.keySet());
                int depth = here.remove(slice);
                gone.put(slice, depth);
                rig.apply(new SliceGiven(FeedRig.slice(slice)));
                SliceOrder.Interval interval = SliceOrder.interval(slice, depth);
                rows.keySet().removeIf(number -> interval.contains(rig.position(number)));
            }
        }

        /** What left comes back with other rows, a few in its first record and the others in further ones. */
        private void adopt() {
            if (gone.isEmpty()) {
                return;
            }
            int slice = any(gone.keySet());
            int depth = gone.remove(slice);
            if (depth == 0) {
                gone.put(slice, depth); // a table's first slice never came from elsewhere
                return;
            }
            here.put(slice, depth);
            SliceOrder.Interval interval = SliceOrder.interval(slice, depth);
            List<Change> changes = new ArrayList<>();
            changes.add(new SliceAdopted(FeedRig.slice(slice), depth));
            for (int number = 0; number < NAMES; number++) {
                if (interval.contains(rig.position(number)) && random.nextBoolean()) {
                    changes.add(newRow(number));
                }
            }
            rig.apply(changes.toArray(Change[]::new));
        }

        private void changeIndexes() {
            Indexed one = new Indexed.OfTag(any(TAGS));
            fields = random.nextInt(3) > 0 ? fields.with(List.of(one)) : fields.without(List.of(one));
            rig.index(fields);
        }

        private boolean isComplete(IndexedField field) {
            return rig.shard().complete(FeedRig.TABLE).fields().contains(field);
        }

        private void check() {
            for (IndexedField field : fields.fields()) {
                if (isComplete(field)) {
                    asked++;
                    Set<Long> expected = new TreeSet<>();
                    rows.forEach((number, tags) -> {
                        if (tags.containsKey(((Indexed.OfTag) field.what()).name())) {
                            expected.add(rig.position(number));
                        }
                    });
                    assertEquals(expected, rig.indexed(field.id()), () -> "index of " + field);
                }
            }
        }
    }
}
