package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.testing.Seeds;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A life of some tables, of which each record that is on storage rots in turn, and is given up. */
final class EveryRottenRecordTest {
    private static final int STEPS = 220;
    private static final int SEEDS = 1;

    /** Small slices and files, and nothing is written to storage by itself. */
    private static final Limits LIMITS = new Limits(8, 4, 1 << 13, 2048, 1 << 20, 64, 1 << 20, 64);

    private static final class Life extends FilesOfTables {
        private final Random random;

        Life(long seed) {
            super(LIMITS);
            random = new Random(seed);
            tables.add(rig.mkdir(tables.get(0), "below", 1));
            tables.add(rig.mkdir(tables.get(2), "deep", 3));
            for (int step = 0; step < STEPS; step++) {
                step(step);
            }
        }

        private void step(int step) {
            int table = random.nextInt(tables.size());
            String name = "file-" + random.nextInt(60);
            switch (random.nextInt(16)) {
                case 0, 1 -> remove(table, name);
                case 2 -> move(table, name);
                case 3 -> rig.checkpoint();
                case 4 -> {
                    rig.open();
                    rig.runUntilIdle();
                }
                case 5 -> moveDirectory(step);
                default -> createUnlessThere(table, name, "content-" + step);
            }
        }

        private void moveDirectory(int step) {
            TablePointer from = step % 2 == 0 ? tables.get(0) : tables.get(2);
            TablePointer to = step % 2 == 0 ? tables.get(2) : tables.get(0);
            rig.move(from, "below", to, "below");
            rig.move(from, "deep", to, "deep");
        }

        private List<RecordPlace> records() {
            return MetadataScan.of(new LocalPool(rig.poolDisk())).found().stream()
                    .map(MetadataScan.Found::place)
                    .distinct()
                    .toList();
        }
    }

    @Test
    void whatIsLeftIsTrueAndServed() {
        Seeds.each("EveryRottenRecordTest", SEEDS, EveryRottenRecordTest::spoilEach);
    }

    private static void spoilEach(long seed) {
        int records = new Life(seed).records().size();
        int given = 0;
        for (int nth = 0; nth < records; nth++) {
            Life life = new Life(seed);
            RecordPlace place = life.records().get(nth);
            RottenSliceTest.flip(life.rig, place);
            String where = "seed " + seed + ", record " + nth + " at " + place;
            life.rig.openGivingUp();
            if (!life.rig.group().apart().isNothing()) {
                continue; // what tables there are
            }
            List<Salvage.GivenUp> slices = life.rig.group().salvage().slices();
            given += slices.size();
            life.rig.checkpoint();
            life.rig.open();
            life.rig.runUntilIdle();
            where += ", " + slices;
            expectTrue(life, slices, where);
            expectServed(life, where);
        }
        System.out.println("seed " + seed + ": " + records + " records, " + given + " slices given up");
        assertTrue(given > 3, given + " of " + records);
    }

    /** What is not as it was is a row that is gone, or one as it once was. */
    private static void expectTrue(Life life, List<Salvage.GivenUp> slices, String where) {
        long lost = 0;
        for (String key : life.ever.keySet()) {
            Optional<String> content = read(life, key, where);
            content.ifPresent(
                    found -> assertTrue(life.ever.get(key).contains(found), where + ": " + key + " " + found));
            lost += content.equals(Optional.ofNullable(life.now.get(key))) ? 0 : 1;
        }
        long mayLack = slices.stream()
                .filter(slice -> !slice.isWhole())
                .mapToLong(Salvage.GivenUp::rowsBefore)
                .sum();
        boolean isAnyOld = slices.stream().anyMatch(Salvage.GivenUp::isOld);
        assertTrue(lost <= mayLack || isAnyOld, where + ": " + lost);
        if (!isAnyOld) {
            assertEquals(List.of(), life.rig.damageLeftBehind(), where);
        }
    }

    private static Optional<String> read(Life life, String key, String where) {
        try {
            return life.content(key);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), where + ": " + key + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static void expectServed(Life life, String where) {
        for (int table = 0; table < life.tables.size(); table++) {
            Reply made = life.ask(table, "after", NameRig.put(life.tables.get(table), "after", "content"));
            assertTrue(made instanceof RowChanged, () -> where + ": " + made);
        }
        assertTrue(life.rig.group().collection().start(GcGoal.ALL, ended -> assertEquals(Optional.empty(), ended)));
        life.rig.runUntilIdle();
        life.rig.checkpoint();
        life.rig.open();
        life.rig.runUntilIdle();
        for (int table = 0; table < life.tables.size(); table++) {
            assertEquals(Optional.of("content"), read(life, table + "/after", where));
        }
        for (String name : List.of("plain", "wide", "other")) {
            Reply gone = life.rig.removeAll(NameRig.root(), name);
            assertTrue(!(gone instanceof Refused), () -> where + ": " + gone);
        }
        for (int i = 0; i < 6; i++) {
            life.rig.passTime();
        }
        assertEquals(List.of(), life.rig.damageLeftBehind(), where);
        for (TablePointer table : life.tables) {
            boolean isThere =
                    life.rig.group().shard(table.base()).state().tables().exists(table.table());
            assertTrue(!isThere, where + ": " + table);
        }
    }
}
