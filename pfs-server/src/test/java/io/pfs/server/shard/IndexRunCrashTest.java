package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Crashes of who writes a run, and shards that are opened elsewhere, or again, with whatever is there of runs. */
final class IndexRunCrashTest {
    private static final int VALUES = 8;
    private static final List<String> TAGS = List.of("heat", "mark");

    /** What a loss of power at some moment would have left. */
    private record Image(String when, MemoryDisk journal, MemoryDisk pool) {}

    /** Takes images whenever something is done with a run. */
    private static final class Photographer extends ForwardingDisk {
        private final MemoryDisk journal;
        private final MemoryDisk pool;
        private final List<Image> images = new ArrayList<>();

        Photographer(MemoryDisk journal, MemoryDisk pool) {
            super(pool);
            this.journal = journal;
            this.pool = pool;
        }

        private void did(String what, String name) {
            if (name.startsWith("run-")) {
                for (boolean onlyForced : List.of(true, false)) {
                    images.add(
                            new Image(what + " " + name, journal.afterCrash(onlyForced), pool.afterCrash(onlyForced)));
                }
            }
        }

        @Override
        public DiskFile create(String name) {
            did("before creating", name);
            DiskFile file = super.create(name);
            did("created", name);
            return file;
        }

        @Override
        public void delete(String name) {
            did("before deleting", name);
            super.delete(name);
            did("deleted", name);
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public void write(ByteBuffer bytes, long offset) {
                    super.write(bytes, offset);
                    did("wrote", name());
                }

                @Override
                public void force() {
                    did("before forcing", name());
                    super.force();
                    did("forced", name());
                }
            };
        }
    }

    @Test
    void aCrashAtAnyStepOfARunLeavesTheOldOneOrTheNew() {
        MemoryDisk journal = new MemoryDisk();
        MemoryDisk pool = new MemoryDisk();
        Photographer photographer = new Photographer(journal, pool);
        IndexMoves moves = new IndexMoves(journal, photographer).withRows(30);
        moves.rig.checkpoint();
        moves.tag(0, 1, "heat", 7);
        moves.remove(1, 3);
        photographer.images.clear();
        moves.export();
        Set<Long> passed = new HashSet<>();
        assertTrue(photographer.images.size() >= 12, "steps: " + photographer.images.size());
        for (Image image : photographer.images) {
            IndexMoves after = moves.on(image.journal, image.pool);
            after.findByIndex(VALUES);
            assertEquals(0, after.counters().runs().rowsTold(), image.when);
            assertEquals(IndexMoves.SHARDS, after.counters().runs().shardsLoaded(), image.when);
            passed.add(after.counters().indexItems());
        }
        assertTrue(passed.size() > 1, "some had to follow the journal from the old one, some had the new one");
    }

    @Test
    void randomChangesMovesAndCrashes() {
        long[] loaded = {0};
        Seeds.each("IndexRunCrashTest#randomChangesMovesAndCrashes", 15, seed -> loaded[0] += new Run(seed).go());
        assertTrue(loaded[0] > 10, loaded[0] + " were loaded");
    }

    private static final class Run {
        private static final int STEPS = 120;
        private static final int ROWS = 25;

        private final Random random;
        private MemoryDisk journal = new MemoryDisk();
        private MemoryDisk pool = new MemoryDisk();
        private Photographer photographer = new Photographer(journal, pool);
        private IndexMoves moves = new IndexMoves(journal, photographer);
        private final List<Set<String>> indexed = List.of(new HashSet<>(), new HashSet<>());
        private long loaded;

        Run(long seed) {
            random = new Random(seed);
        }

        long go() {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            check();
            return loaded;
        }

        private void step() {
            int kind = random.nextInt(100);
            int shard = random.nextInt(IndexMoves.SHARDS);
            int row = random.nextInt(ROWS);
            if (kind < 60) {
                moves.tag(shard, row, anyTag(), random.nextInt(VALUES));
            } else if (kind < 70) {
                moves.remove(shard, row);
            } else if (kind < 76) {
                changeIndexes(shard, anyTag());
            } else if (kind < 82) {
                moves.rig.checkpoint();
            } else if (kind < 86) {
                moves.export();
            } else if (kind < 90) {
                moves.close();
                end(() -> moves.openElsewhere());
            } else if (kind < 93) {
                end(() -> moves.open());
            } else {
                crash();
            }
        }

        private String anyTag() {
            return TAGS.get(random.nextInt(TAGS.size()));
        }

        private void changeIndexes(int shard, String tag) {
            if (indexed.get(shard).add(tag)) {
                moves.index(shard, List.of(tag), List.of());
            } else {
                indexed.get(shard).remove(tag);
                moves.index(shard, List.of(), List.of(tag));
            }
        }

        private void end(Runnable opening) {
            loaded += moves.counters().runs().shardsLoaded();
            opening.run();
            check();
        }

        /** At some moment of what is done when a seat is closed, or at another one. */
        private void crash() {
            photographer.images.clear();
            if (random.nextBoolean()) {
                moves.rig.group().checkpointToClose();
                for (int steps = random.nextInt(20); steps > 0; steps--) {
                    moves.rig.step();
                }
                moves.rig.group().exportIndex(Long.MAX_VALUE);
                for (int steps = random.nextInt(20); steps > 0; steps--) {
                    moves.rig.step();
                }
            }
            List<Image> images = photographer.images;
            boolean onlyForced = random.nextBoolean();
            Image image = images.isEmpty() || random.nextInt(4) == 0
                    ? new Image("now", journal.afterCrash(onlyForced), pool.afterCrash(onlyForced))
                    : images.get(random.nextInt(images.size()));
            journal = image.journal;
            pool = image.pool;
            photographer = new Photographer(journal, pool);
            end(() -> moves = moves.on(journal, photographer));
        }

        private void check() {
            for (int shard = 0; shard < IndexMoves.SHARDS; shard++) {
                for (String tag : TAGS) {
                    for (int value = 0; value < VALUES; value++) {
                        moves.find(shard, tag, value);
                    }
                }
            }
        }
    }
}
