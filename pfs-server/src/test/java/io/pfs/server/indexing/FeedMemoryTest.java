package io.pfs.server.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.row.TagValue;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.tag.IndexPlace;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** However far an index is behind, what waits for it is bounded: by bytes that are counted. No worker works before a test says so. */
final class FeedMemoryTest {
    private static final int PER_RECORD = 500;
    private static final long BYTES_MAX = 2 * IndexPlace.ROOM_BYTES;
    private static final ShardId OTHER = new ShardId(1);

    private final FeedRig rig = new FeedRig(new SimKvIndex(new Prng(17)).home());
    private long mostBytes;

    /** A table of some rows with an index that is complete. */
    private void indexed(int rows) {
        rig.index(FeedRig.tags("heat"));
        for (int i = 0; i < rows; i++) {
            rig.apply(FeedRig.row(i, i));
        }
        rig.run();
        assertEquals(FeedRig.tags("heat"), rig.shard().complete(FeedRig.TABLE));
    }

    private void applyMany(int count, Kind kind) {
        for (int from = 0; from < count; from += PER_RECORD) {
            rig.apply(IntStream.range(from, from + PER_RECORD)
                    .mapToObj(kind::change)
                    .toArray(Change[]::new));
            mostBytes = Math.max(mostBytes, rig.feed.bytesBehind());
        }
    }

    /** Says what happens to a row. */
    private interface Kind {
        Change change(int number);
    }

    private static long bytes(Change... changes) {
        long bytes = 0;
        for (Change change : changes) {
            bytes += change instanceof Change.RowPut put
                    ? put.name().length() + put.row().length
                    : ((Change.RowRemoved) change).name().length();
        }
        return bytes;
    }

    private static void requireBounded(long mostBytes, long recordBytes) {
        long bound = BYTES_MAX + recordBytes + (long) (PER_RECORD + 2) * FeedItem.OBJECT_BYTES;
        assertTrue(mostBytes <= bound, mostBytes + " bytes waited, of " + bound + " at the most");
        assertTrue(mostBytes > IndexPlace.ROOM_BYTES, "so much came that nobody made wait: " + mostBytes);
    }

    private void requireRight(Set<Integer> numbers) {
        rig.run();
        assertEquals(0, rig.feed.bytesBehind());
        assertEquals(FeedRig.tags("heat"), rig.shard().complete(FeedRig.TABLE));
        Set<Long> positions = new TreeSet<>();
        numbers.forEach(number -> positions.add(rig.position(number)));
        assertEquals(positions, rig.indexed(0));
    }

    @Test
    void whatWaitsIsCounted() {
        indexed(10);
        Change.RowPut put = FeedRig.row(3, 5);
        rig.apply(put);
        long one = rig.feed.bytesBehind();
        assertTrue(one > bytes(put), "its begin and its end, too: " + one);
        rig.apply(FeedRig.removed(4));
        assertTrue(rig.feed.bytesBehind() >= one + bytes(FeedRig.removed(4)));
        rig.run();
        assertEquals(0, rig.feed.bytesBehind());
    }

    @Test
    void removalsThatNobodyMakesWaitAreNotKeptWithoutEnd() {
        indexed(100);
        assertTrue(rig.feed.hasRoom());
        applyMany(700_000, FeedRig::removed);
        requireBounded(mostBytes, 0);
        assertTrue(rig.counters.indexesBehind() > 0);
        rig.apply(FeedRig.row(7, 7));
        requireRight(Set.of(7));
    }

    @Test
    void slicesThatComeAreNotKeptWithoutEnd() {
        indexed(100);
        rig.apply(new SliceSplit(FeedRig.slice(0), 0));
        rig.apply(new SliceGiven(FeedRig.slice(1)));
        rig.run();
        Set<Integer> numbers = new TreeSet<>();
        IntStream.range(0, 100).filter(rig::isHere).forEach(numbers::add);
        List<Change> rows = new ArrayList<>();
        TagValue wide = new TagValue.OfString("x".repeat(4000));
        rig.apply(new SliceAdopted(FeedRig.slice(1), 1));
        for (int number = 0; rows.size() < PER_RECORD; number++) {
            if (rig.position(number) < 0) { // in the upper half
                rows.add(FeedRig.row(number, Map.of("heat", wide)));
                numbers.add(number);
            }
        }
        Change[] record = rows.toArray(Change[]::new);
        for (long told = 0; told < 3 * BYTES_MAX; told += bytes(record)) {
            rig.apply(record); // they come again, as when a step is repeated
            mostBytes = Math.max(mostBytes, rig.feed.bytesBehind());
        }
        requireBounded(mostBytes, bytes(record));
        requireRight(numbers);
    }

    /** A question that waits would be answered without what was thrown away. */
    @Test
    void whoAskedHearsThatTheIndexIsBehind() {
        indexed(100);
        Answer first = new Answer();
        applyMany(PER_RECORD, FeedRig::removed);
        rig.shard().ask(first);
        applyMany(700_000, FeedRig::removed);
        Answer later = new Answer();
        rig.shard().ask(later);
        rig.run();
        assertEquals(List.of("failed " + ErrorCode.BUSY), first.heard);
        assertEquals(List.of("answered"), later.heard);
    }

    @Test
    void othersKeepWhatTheyKnow() {
        indexed(100);
        ShardFeed other = rig.follow(OTHER);
        rig.index(OTHER, FeedRig.tags("heat"));
        rig.apply(OTHER, FeedRig.row(1, 1));
        rig.run();
        Answer ofOther = new Answer();
        rig.apply(OTHER, FeedRig.row(2, 2));
        other.ask(ofOther);
        applyMany(700_000, FeedRig::removed);
        assertEquals(FeedRig.tags("heat"), other.complete(FeedRig.TABLE));
        rig.run();
        assertEquals(List.of("answered"), ofOther.heard);
        assertEquals(FeedRig.tags("heat"), other.complete(FeedRig.TABLE));
        requireRight(Set.of());
    }

    @Test
    void aBackfillThatFallsBehindBeginsAnew() {
        indexed(100);
        rig.apply(new SliceSplit(FeedRig.slice(0), 0));
        rig.index(FeedRig.tags("heat", "mark"));
        rig.workers.poll(); // it is about to tell of the first slice
        applyMany(700_000, FeedRig::removed);
        assertTrue(rig.shard().complete(FeedRig.TABLE).isEmpty());
        rig.run();
        assertEquals(FeedRig.tags("heat", "mark"), rig.shard().complete(FeedRig.TABLE));
        assertEquals(Set.of(), rig.indexed(0));
    }

    /** What it hears. */
    private static final class Answer implements Question {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void ask(KvIndex index) {
            // that it is asked is enough
        }

        @Override
        public void answered() {
            heard.add("answered");
        }

        @Override
        public void failed(PfsException cause) {
            heard.add("failed " + cause.code());
        }
    }
}
