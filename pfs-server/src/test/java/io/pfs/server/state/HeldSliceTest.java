package io.pfs.server.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Move;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What stays in memory of a slice whose rows are not there, when a checkpoint that wrote its changes counts. */
final class HeldSliceTest {
    private static final NameHash HASH = new NameHash(42);
    private static final SliceKey KEY = new SliceKey(new TableId(7), new SliceId(0));
    private static final RecordPlace PLACE = new RecordPlace(1, 64, 256);
    private static final long IMAGE = 100;
    private static final CellLocation CELL = new CellLocation(1, 64, 10);

    private final HeldSlice held = HeldSlice.onStorage(KEY, stored(IMAGE, Optional.empty()), HASH, Limits.DEFAULT);

    @Test
    void onlyWhatCameSinceTheCopyStaysIfMemoryIsShort() {
        create("a", 101);
        create("b", 102);
        held.overlay().copyToWrite();
        create("c", 103);

        held.storedAs(stored(102, Optional.of(PLACE)), true);

        assertTrue(held.isDirty(), "storage does not have the last row");
        assertEquals(1, held.overlay().rowCount());
        assertEquals(103, held.overlay().sequence());
        assertFalse(held.coversImage(), "the next delta needs the one before");
        held.overlay().copyToWrite();
        held.storedAs(stored(103, Optional.of(PLACE)), true);
        assertFalse(held.isDirty());
        assertEquals(0, held.overlay().rowCount());
    }

    @Test
    void allOfItStaysForTheNextDeltaElse() {
        create("a", 101);
        held.overlay().copyToWrite();
        create("b", 102);

        held.storedAs(stored(101, Optional.of(PLACE)), false);

        assertEquals(2, held.overlay().rowCount());
        assertTrue(held.coversImage());
    }

    @Test
    void allOfItStaysIfWhatWasWrittenIsAnotherCopy() {
        create("a", 101);
        Slice copy = held.overlay().copyToWrite();
        create("b", 102);
        held.overlay().copyToWrite();
        create("c", 103);

        held.storedAs(stored(copy.sequence(), Optional.of(PLACE)), true);

        assertEquals(3, held.overlay().rowCount());
    }

    @Test
    void whatItLacksBeginsWithItsFirstChangeSince() {
        create("a", 500);
        assertEquals(500, held.lacksFrom(), "it had not changed for long");
        create("b", 510);
        held.overlay().copyToWrite();
        create("c", 600);
        assertEquals(500, held.lacksFrom());

        held.storedAs(stored(510, Optional.of(PLACE)), true);
        assertTrue(held.lacksFrom() > 510 && held.lacksFrom() <= 600, "from " + held.lacksFrom());

        held.overlay().copyToWrite();
        held.storedAs(stored(600, Optional.of(PLACE)), true);
        create("d", 900);
        assertEquals(900, held.lacksFrom());
    }

    @Test
    void aMoveThatWasMissedIsLackingWhateverIsWritten() {
        create("a", 110);
        Move copied = new Move(0, CELL, CELL);
        CellsMoved move = new CellsMoved(KEY.table(), RowName.of("a"), new FileId(9), List.of(copied), List.of());
        assertFalse(held.loadForMove(new DamagedStorage(), move, 0, 150));
        held.storedAs(stored(110, Optional.of(PLACE)), true);
        create("b", 200);
        assertEquals(111, held.lacksFrom());
    }

    @Test
    void ofOneThatIsNotOnStorageItsBirthIsLacking() {
        HeldSlice born = new HeldSlice(new Slice(KEY, 0, HASH, Limits.DEFAULT), Optional.empty());
        born.changed(500);
        assertEquals(1, born.lacksFrom());
        born.loaded().advance(600);
        born.storedAs(stored(550, Optional.empty()), false);
        born.changed(700);
        assertEquals(551, born.lacksFrom(), "what came while it was written is lacking");
    }

    /** What it is set apart for, for as long as this server lives, must not be a disk that hesitates. */
    @Test
    void whatCanNotBeReadOnceIsReadAgain() {
        Slice rows = new Slice(KEY, 0, HASH, Limits.DEFAULT);
        rows.advance(IMAGE);
        FailingStorage twice = new FailingStorage(2, rows);
        assertTrue(held.loadForSplit(twice, 101));
        assertFalse(held.isUndivided());

        HeldSlice other = HeldSlice.onStorage(KEY, stored(IMAGE, Optional.empty()), HASH, Limits.DEFAULT);
        assertFalse(other.loadForSplit(new FailingStorage(100, rows), 101));
        assertEquals(ErrorCode.CORRUPT, other.undivided().code(), "nobody shall ask again and again");
    }

    /** Fails so many times, and gives the rows back then. */
    private static final class FailingStorage implements SliceLoader {
        private final Slice rows;
        private int failing;

        FailingStorage(int failing, Slice rows) {
            this.failing = failing;
            this.rows = rows;
        }

        @Override
        public void load(HeldSlice slice, Runnable loaded, Consumer<PfsException> failed) {
            loadNow(slice);
            loaded.run();
        }

        @Override
        public void seek(HeldSlice slice, long hash, boolean isName, Runnable known, Consumer<PfsException> failed) {
            load(slice, known, failed);
        }

        @Override
        public void fetch(List<SliceFetch> slices, Runnable fetched) {
            fetched.run();
        }

        @Override
        public void loadNow(HeldSlice slice) {
            if (failing > 0) {
                failing--;
                throw new PfsException(ErrorCode.IO_FAILED, "the disk hesitates");
            }
            slice.load(rows);
        }
    }

    /** Gives no slice back. */
    private static final class DamagedStorage implements SliceLoader {
        private static PfsException refusal() {
            return new PfsException(ErrorCode.CORRUPT, "it is damaged");
        }

        @Override
        public void load(HeldSlice slice, Runnable loaded, Consumer<PfsException> failed) {
            failed.accept(refusal());
        }

        @Override
        public void seek(HeldSlice slice, long hash, boolean isName, Runnable known, Consumer<PfsException> failed) {
            failed.accept(refusal());
        }

        @Override
        public void fetch(List<SliceFetch> slices, Runnable fetched) {
            slices.forEach(slice -> slice.failed(refusal()));
            fetched.run();
        }

        @Override
        public void loadNow(HeldSlice slice) {
            throw refusal();
        }
    }

    private void create(String name, long sequence) {
        byte[] bytes = name.getBytes(US_ASCII);
        byte[] row = new byte[RowLayout.FIXED_BYTES];
        held.overlay().put(HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length, row, 0, row.length);
        held.overlay().advance(sequence);
        held.changed(sequence);
    }

    private static StoredAt stored(long sequence, Optional<RecordPlace> delta) {
        return new StoredAt(PLACE, delta, 0, sequence, IMAGE, 10, Optional.empty());
    }
}
