package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.cell.Segment;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.change.Change.Total;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.SegmentWriter;
import io.pfs.server.gc.GcGoal;
import io.pfs.testing.Seeds;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Space that rows gave up comes back, and nothing that they point to goes with it, wherever a crash falls. */
final class SegmentGcTest {
    private static final int ROWS = 24;
    /** Some direct, some reached by the indirect record. */
    private static final int[] COLUMNS = {0, 1, 4, 5, 6, 40};

    private final ShardRig rig = new ShardRig();
    private final Pool pool = new LocalPool(rig.poolDisk);
    private final Map<List<Integer>, byte[]> model = new HashMap<>();

    private void collect(GcGoal goal) {
        List<Optional<?>> ended = new ArrayList<>();
        assertTrue(rig.group().collection().start(goal, ended::add), "no other round is under way");
        rig.runUntilIdle();
        assertEquals(List.of(Optional.empty()), ended, "the round came to its end");
    }

    private void put(int shard, int row, int column, byte[] bytes) {
        requireDone(rig.ask(rig.put(shard, row, column, bytes)));
        model.put(List.of(shard, row, column), bytes);
    }

    private void remove(int shard, int row) {
        rig.ask(rig.remove(shard, row));
        model.keySet().removeIf(key -> key.get(0) == shard && key.get(1) == row);
    }

    private static void requireDone(Reply reply) {
        if (reply instanceof Refused refused) {
            throw refused.toException();
        }
    }

    private void requireModel(String when) {
        model.forEach((key, bytes) -> {
            Optional<byte[]> found = rig.cell(key.get(0), key.get(1), key.get(2));
            assertArrayEquals(bytes, found.orElse(null), () -> key + " " + when);
        });
    }

    private void requireCounts(String when) {
        assertEquals(List.of(), rig.group().collection().miscounted(), when);
    }

    /** What is counted, of segments that are pointed to. */
    private Map<Long, Long> counted() {
        Map<Long, Long> counted = new HashMap<>();
        for (Total total : rig.group().space().counts().totals()) {
            if (total.live() > 0) {
                counted.put(total.segment(), total.live());
            }
        }
        return counted;
    }

    private void change(Random random) {
        int shard = random.nextInt(2);
        int row = random.nextInt(ROWS);
        switch (random.nextInt(8)) {
            case 0 -> remove(shard, row);
            case 1 -> drop(shard, row, COLUMNS[random.nextInt(COLUMNS.length)]);
            case 2 -> putTwo(shard, row, random);
            default -> put(shard, row, COLUMNS[random.nextInt(COLUMNS.length)], bytes(random));
        }
    }

    private void drop(int shard, int row, int column) {
        if (model.remove(List.of(shard, row, column)) != null) {
            RowEdit edit = new RowEdit(
                    List.of(),
                    List.of(new ColumnId(column)),
                    RowEdit.NONE.tags(),
                    RowEdit.NONE.removedTags(),
                    RowEdit.NONE.attributes());
            requireDone(rig.ask(rig.edit(shard, row, Expected.PRESENT, edit)));
        }
    }

    private void putTwo(int shard, int row, Random random) {
        byte[] one = bytes(random);
        byte[] other = bytes(random);
        RowEdit edit = RowEdit.ofCells(
                List.of(new CellPut(new ColumnId(1), one, true), new CellPut(new ColumnId(6), other, false)));
        requireDone(rig.ask(rig.edit(shard, row, Expected.ANY, edit)));
        model.put(List.of(shard, row, 1), one);
        model.put(List.of(shard, row, 6), other);
    }

    /** Some fit the journal, some don't; some can be squeezed. */
    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(400)];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    @Test
    void countsAreThoseOfARecountWhateverHappens() {
        Seeds.each("SegmentGcTest", 20, seed -> new SegmentGcTest().countsStayExact(new Random(seed)));
    }

    private void countsStayExact(Random random) {
        rig.open().makeTables();
        rig.group().collection().runInBackground(false);
        for (int i = 0; i < 300; i++) {
            change(random);
            switch (random.nextInt(24)) {
                case 0 -> rig.checkpoint();
                case 1 -> collect(random.nextBoolean() ? GcGoal.ALL : GcGoal.WORTHWHILE);
                case 2 -> {
                    Map<Long, Long> before = counted();
                    rig.open();
                    rig.group().collection().runInBackground(random.nextBoolean());
                    assertEquals(before, counted(), "counts that a recovery found");
                }
                default -> {}
            }
            if (i % 10 == 0) {
                requireCounts("after change " + i);
            }
        }
        requireModel("at the end");
        collect(GcGoal.ALL);
        requireCounts("after the last collection");
        requireModel("after the last collection");
    }

    @Test
    void deletingEverythingGivesTheSpaceBack() {
        rig.open().makeTables();
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            put(i % 2, random.nextInt(ROWS), COLUMNS[random.nextInt(COLUMNS.length)], bytes(random));
        }
        rig.checkpoint();
        assertTrue(segmentBytes() > 20_000, "there is something to free");
        for (int row = 0; row < ROWS; row++) {
            remove(0, row);
            remove(1, row);
        }
        rig.checkpoint();
        collect(GcGoal.ALL);
        requireCounts("with all rows removed");
        assertEquals(0, segmentBytes(), "bytes of segments");
        assertTrue(rig.group().collection().counters().bytesFreed() > 10_000);
        rig.open();
        assertEquals(0, rig.group().collection().liveBytes(), "live after a recovery");
    }

    /** Cells that are not journaled themselves bring no checkpoint near, and there may be none for long. */
    @Test
    void whatIsRemovedGivesItsSpaceBackBetweenCheckpoints() {
        rig.open().makeTables();
        for (int row = 0; row < 2 * ROWS; row++) {
            put(0, row, 0, new byte[1000]);
        }
        long bytes = segmentBytes();
        assertTrue(bytes > 40_000, bytes + " bytes to free");
        for (int row = 0; row < 2 * ROWS - 1; row++) {
            remove(0, row);
        }
        rig.runUntilIdle();
        assertEquals(0, rig.group().counters().checkpointsCounted(), "nothing was written down meanwhile");
        assertTrue(segmentBytes() < bytes / 4, segmentBytes() + " bytes are left of " + bytes);
        requireModel("after the collection");
        requireCounts("after the collection");
    }

    /** Of a row with many cells it shows only when its indirect record is read what it had. */
    @Test
    void whatRemovedRowsHadInManyColumnsComesBackBetweenCheckpoints() {
        rig.limits = new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 4096, 1 << 16, 64);
        rig.open().makeTables();
        int rows = 1100;
        for (int row = 0; row < rows; row++) {
            requireDone(rig.ask(rig.edit(0, row, Expected.ANY, RowEdit.ofCells(cells(8, 100)))));
        }
        long bytes = segmentBytes();
        assertTrue(bytes > 800_000, bytes + " bytes to free");
        for (int row = 0; row < rows; row++) {
            remove(0, row);
        }
        rig.runUntilIdle();
        assertEquals(0, rig.group().counters().checkpointsCounted(), "nothing was written down meanwhile");
        assertTrue(segmentBytes() < bytes / 4, segmentBytes() + " bytes are left of " + bytes);
        requireCounts("after the collection");
    }

    private static List<CellPut> cells(int count, int bytes) {
        return IntStream.range(0, count)
                .mapToObj(column -> new CellPut(new ColumnId(column), new byte[bytes], false))
                .toList();
    }

    private long segmentBytes() {
        long bytes = 0;
        for (long id : Segment.ids(pool)) {
            try (ReadFile file = pool.open(Segment.fileName(id))) {
                bytes += file.size();
            }
        }
        return bytes;
    }

    @Test
    void aFileWithoutACountGoesAndItsIdIsNotGivenAgain() {
        Clock clock = new SystemClock();
        SegmentWriter orphan = new SegmentWriter(pool, clock, 7, Limits.DEFAULT, () -> 0x77);
        CellKey key = new CellKey(new FileId(1), new ColumnId(0));
        orphan.add(new CellLabel(new TableId(1), 5, key, 1), CellBody.plain(new byte[9], 0, 9));
        orphan.handOver();
        orphan.write();
        orphan.close();
        rig.open().makeTables();
        collect(GcGoal.WORTHWHILE);
        assertEquals(List.of(), Segment.ids(pool), "nobody points to it");
        rig.open();
        put(0, 1, 0, new byte[300]);
        assertEquals(List.of(0x78L), Segment.ids(pool));
    }

    @Test
    void manySmallTablesMakeFewFiles() {
        rig.open().makeTables();
        Random random = new Random(3);
        for (int i = 0; i < 40; i++) {
            put(i % 2, random.nextInt(ROWS), COLUMNS[random.nextInt(COLUMNS.length)], bytes(random));
            rig.checkpoint();
            rig.open(); // each time a new segment is begun
        }
        collect(GcGoal.WORTHWHILE);
        requireModel("after small segments were put together");
        assertTrue(Segment.ids(pool).size() <= 18, Segment.ids(pool).size() + " segments");
    }

    /** The crash falls behind each piece of work, while rows are changed and removed under the collection. */
    @Test
    void aCrashAnywhereLosesNothing() {
        boolean ended = false;
        for (int steps = 0; !ended; steps++) {
            ended = new SegmentGcTest().crashesAfter(steps);
        }
    }

    private boolean crashesAfter(int steps) {
        rig.open().makeTables();
        rig.group().collection().runInBackground(false);
        Random random = new Random(7);
        for (int i = 0; i < 160; i++) {
            change(random);
            if (i == 80) {
                rig.checkpoint();
            }
        }
        rig.checkpoint();
        List<Optional<?>> ended = new ArrayList<>();
        rig.group().collection().start(GcGoal.ALL, ended::add);
        List<UnderWay> underWay = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            if (step % 3 == 0) {
                begin(random, underWay);
            }
            rig.step();
        }
        boolean isDone = !ended.isEmpty();
        rig.open();
        settle(underWay);
        requireModel("after a crash behind step " + steps);
        requireCounts("after a crash behind step " + steps);
        rig.group().collection().runInBackground(false);
        collect(GcGoal.ALL);
        requireModel("collected after a crash behind step " + steps);
        requireCounts("collected after a crash behind step " + steps);
        return isDone;
    }

    /** A change that may have happened or not. */
    private record UnderWay(List<Integer> key, Optional<byte[]> bytes, List<Reply> replies) {}

    /** Of a cell that no other change is about: else nobody could tell which of the two happened. */
    private void begin(Random random, List<UnderWay> underWay) {
        int shard = random.nextInt(2);
        int row = random.nextInt(ROWS);
        int column = COLUMNS[random.nextInt(COLUMNS.length)];
        byte[] bytes = bytes(random);
        List<Integer> key = List.of(shard, row, column);
        if (underWay.stream().noneMatch(other -> other.key().equals(key))) {
            underWay.add(new UnderWay(key, Optional.of(bytes), rig.begin(rig.put(shard, row, column, bytes))));
        }
    }

    /** What was under way may be there or not, but for what was acknowledged, and what it replaced. */
    private void settle(List<UnderWay> underWay) {
        Map<List<Integer>, List<Optional<byte[]>>> possible = new LinkedHashMap<>();
        for (UnderWay change : underWay) {
            List<Optional<byte[]>> values = possible.computeIfAbsent(
                    change.key(), key -> new ArrayList<>(List.of(Optional.ofNullable(model.get(key)))));
            // a refusal only says that nobody knows: it waited so long that it was taken for an old copy
            if (change.replies().stream().anyMatch(reply -> !(reply instanceof Refused))) {
                values.clear();
            }
            values.add(change.bytes());
        }
        possible.forEach((key, values) -> {
            Optional<byte[]> now = cellIfAny(key);
            assertTrue(values.stream().anyMatch(value -> isSame(value, now)), "done whole, or not at all: " + key);
            now.ifPresent(bytes -> model.put(key, bytes));
        });
    }

    private static boolean isSame(Optional<byte[]> one, Optional<byte[]> other) {
        return Arrays.equals(one.orElse(null), other.orElse(null));
    }

    private Optional<byte[]> cellIfAny(List<Integer> key) {
        Reply reply = rig.ask(rig.read(key.get(0), key.get(1), key.get(2)));
        return reply instanceof Reply.RowFound found ? found.found().cells().get(0) : Optional.empty();
    }

    @Test
    void readersAndWritersGoOnMeanwhile() {
        Seeds.each("SegmentGcTest", 20, seed -> new SegmentGcTest().servesMeanwhile(new Random(seed)));
    }

    private void servesMeanwhile(Random random) {
        rig.open().makeTables();
        rig.group().collection().runInBackground(false);
        for (int i = 0; i < 200; i++) {
            change(random);
        }
        rig.checkpoint();
        List<Map.Entry<List<Integer>, List<Reply>>> reads = new ArrayList<>();
        List<Optional<?>> ended = new ArrayList<>();
        rig.group().collection().start(GcGoal.ALL, ended::add);
        List<List<Integer>> keys = new ArrayList<>(model.keySet());
        keys.sort(Comparator.comparing(Object::toString));
        while (ended.isEmpty()) {
            List<Integer> key = keys.get(random.nextInt(keys.size()));
            reads.add(Map.entry(key, rig.begin(rig.read(key.get(0), key.get(1), key.get(2)))));
            for (int i = random.nextInt(4); i > 0; i--) {
                rig.step();
            }
        }
        rig.runUntilIdle();
        for (Map.Entry<List<Integer>, List<Reply>> read : reads) {
            Reply reply = read.getValue().get(0);
            assertTrue(reply instanceof Reply.RowFound, () -> read.getKey() + ": " + reply);
            byte[] bytes = ((Reply.RowFound) reply).found().cells().get(0).orElseThrow();
            assertArrayEquals(model.get(read.getKey()), bytes);
        }
        assertTrue(
                rig.group().collection().counters().segmentsDeleted() > 0, "something was deleted under the readers");
    }
}
