package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.journal.JournalRig;
import io.pfs.server.shard.JournalRot.Place;
import io.pfs.testing.Seeds;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A life of some tables, of whose journal each record is lost in turn. */
final class EveryLostRecordTest {
    private static final int STEPS = 160;
    /** One record in so many. */
    private static final int STRIDE = Seeds.nightly() ? 1 : 4;

    /** Small slices, and nothing is written to storage by itself. */
    private static final Limits LIMITS = new Limits(8, 4, 1 << 20, 2048, 1 << 20, 64, 1 << 20, 64);

    private static final int LIVES = 60;

    private static final Limits SMALL_FILES = LIMITS.withJournalFileBytes(4096);

    private static final class Life extends FilesOfTables {
        private final Random random;
        private final int checkpointsUntil;
        /** Those that are known to be forced. */
        private final List<Place> records;

        Life(long seed) {
            this(seed, LIMITS, STEPS, STEPS / 2);
        }

        Life(long seed, Limits limits, int steps, int checkpointsUntil) {
            super(limits);
            random = new Random(seed);
            this.checkpointsUntil = checkpointsUntil;
            for (int step = 0; step < steps; step++) {
                step(step);
            }
            records = JournalRot.records(rig.journalDisk());
            rig.create(tables.get(0), "end", "nobody knows yet whether the last batch is forced");
        }

        private void step(int step) {
            int table = random.nextInt(5) % tables.size();
            String name = "file-" + random.nextInt(60);
            switch (random.nextInt(12)) {
                case 0 -> remove(table, name);
                case 1 -> move(table, name);
                case 2 -> {
                    if (step < checkpointsUntil) {
                        rig.checkpoint();
                    }
                }
                default -> createUnlessThere(table, name, "content-" + step);
            }
        }
    }

    @Test
    void nobodyIsToldWhatIsNotTrue() {
        Seeds.each("EveryLostRecordTest", 1, EveryLostRecordTest::loseEach);
    }

    private static void loseEach(long seed) {
        int records = new Life(seed).records.size();
        int apart = 0;
        for (int nth = (int) seed % STRIDE; nth < records; nth += STRIDE) {
            Life life = new Life(seed);
            Place lost = life.records.get(nth);
            String where = "record " + nth + ", " + lost.sequence() + " of " + lost.shard();
            JournalRot.spoil(life.rig.journalDisk(), lost);
            life.rig.open();
            apart += life.rig.group().apart().isNothing() ? 0 : 1;
            expectTrueOrRefused(life, where);
            expectMostIsThere(life, where, bringsTable(lost));
        }
        assertTrue(apart > 10, apart + " of " + records / STRIDE + " records were needed");
    }

    /** What comes first in the journal was deleted in order as a rule: only what is left tells whether it was. */
    @Test
    void aBeginThatIsMissingIsMissed() {
        AtomicInteger apart = new AtomicInteger();
        Seeds.each(
                "EveryLostRecordTest#aBeginThatIsMissingIsMissed", LIVES, seed -> apart.addAndGet(loseEachBegin(seed)));
        assertTrue(apart.get() > 1, "only " + apart + " times it was needed");
    }

    private static Life ofSmallFiles(long seed) {
        int steps = 20 + new Random(seed).nextInt(STEPS);
        return new Life(seed, SMALL_FILES, steps, steps);
    }

    private static int loseEachBegin(long seed) {
        int files = JournalRig.files(ofSmallFiles(seed).rig.journalDisk()).size();
        int apart = 0;
        for (int lost = 1; lost < files; lost++) {
            Life life = ofSmallFiles(seed);
            JournalRig.files(life.rig.journalDisk()).stream().limit(lost).forEach(life.rig.journalDisk()::delete);
            String where = "without the first " + lost + " of " + files + " files";
            life.rig.open();
            expectTrueOrRefused(life, where);
            if (life.rig.group().apart().isNothing()) {
                assertEquals(List.of(), life.rig.group().collection().miscounted(), where);
            } else {
                apart++;
            }
        }
        return apart;
    }

    private static void expectTrueOrRefused(Life life, String where) {
        for (String key : life.ever.keySet()) {
            try {
                assertEquals(Optional.ofNullable(life.now.get(key)), life.content(key), where + ": " + key);
            } catch (PfsException e) {
                assertEquals(ErrorCode.CORRUPT, e.code(), where + ": " + key + ": " + e.getMessage());
            }
        }
    }

    /** Whether a table, or a part of one, came to a shard by this record: what came to it there goes with that, and nothing more comes (decision 55). */
    private static boolean bringsTable(Place record) {
        return FilesOfTables.NAMES.stream().anyMatch(record.payload()::contains);
    }

    /** What is not as it was is what the lost record said, and a renamed row has two names. */
    private static void expectMostIsThere(Life life, String where, boolean isTableLost) {
        life.rig.openGivingUp();
        for (Salvage.Outcome outcome : life.rig.group().salvage().outcomes()) {
            assertTrue(outcome.leftOut() == 0 || isTableLost, () -> where + ": " + outcome);
        }
        life.rig.checkpoint();
        life.rig.open();
        assertTrue(life.rig.group().apart().isNothing(), where);
        List<String> others = life.ever.keySet().stream()
                .filter(key -> !isAsItWas(life, key, where))
                .toList();
        assertTrue(others.size() <= 2 || isTableLost, where + ": " + others);
        assertTrue(
                life.rig.group().collection().miscounted().stream()
                        .allMatch(line -> line.contains("not in the journal")),
                where);
        for (int table = 0; table < life.tables.size(); table++) {
            for (String name : List.of("after", "after-1", "after-2", "after-3", "after-4")) {
                Reply made = life.ask(table, name, NameRig.put(life.tables.get(table), name, "content"));
                assertTrue(made instanceof RowChanged || isTableLost, () -> where + ": " + made);
            }
        }
    }

    private static boolean isAsItWas(Life life, String key, String where) {
        try {
            Optional<String> content = life.content(key);
            content.ifPresent(
                    found -> assertTrue(life.ever.get(key).contains(found), where + ": " + key + " " + found));
            return content.equals(Optional.ofNullable(life.now.get(key)));
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), where + ": " + key + ": " + e.getMessage());
            return false;
        }
    }
}
