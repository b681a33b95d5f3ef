package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closing while something is under way, at every step of it. The workers run a job long after it was given to them. */
final class ShardCloseTest {
    /** So few that no checkpoint is due before the one that is asked for. */
    private static final int ROWS = 14;

    /** Counts the files that are open; who writes to a closed one is caught. */
    private static final class OpenFiles extends ForwardingDisk {
        private int open;

        OpenFiles(Disk disk) {
            super(disk);
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            open++;
            return new ForwardingFile(file) {
                private boolean closed;

                @Override
                public void write(ByteBuffer bytes, long offset) {
                    assertTrue(!closed, name() + " is written to after it was closed");
                    super.write(bytes, offset);
                }

                @Override
                public void close() {
                    open -= closed ? 0 : 1;
                    closed = true;
                }
            };
        }
    }

    /** A checkpoint that the journal may already hold must keep its file: the next recovery counts on it. */
    @Test
    void closingInTheMiddleOfACheckpointLosesNothing() {
        int steps = 0;
        while (closedInCheckpoint(steps)) {
            steps++;
        }
        assertTrue(steps > 3, "a checkpoint has steps: " + steps);
    }

    /** Whether the checkpoint was still running after so many steps. */
    private static boolean closedInCheckpoint(int steps) {
        OpenFiles pool = new OpenFiles(new MemoryDisk());
        ShardRig rig = new ShardRig(pool).open();
        makeRows(rig);
        rig.group().checkpoint();
        for (int i = 0; i < steps; i++) {
            rig.step();
        }
        boolean running = rig.group().isCheckpointing();
        rig.group().close();
        // when it has ended, files that nobody needs may still be on their way out
        assertTrue(!running || !rig.group().isClosed(), "a job is under way after " + steps + " steps");
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed(), "closed after " + steps + " steps");
        assertEquals(0, pool.open, "files left open, closed after " + steps + " steps");
        requireRows(rig.open(), "closed after " + steps + " steps");
        return running;
    }

    /** Who closes shards that are opened elsewhere has them wait for a second checkpoint only if there is much for it. */
    @Test
    void littleThatCameSinceACheckpointIsLeftToTheRecovery() {
        ShardRig rig = new ShardRig(new MemoryDisk());
        rig.limits = new Limits(8, 4, 1 << 16, 1024, 4096, 64, 4096, 64);
        makeRows(rig.open());
        rig.group().checkpointToClose();
        rig.runUntilIdle();
        rig.create(0, ROWS, ROWS + 1);
        rig.group().checkpointRest();
        assertTrue(!rig.group().isCheckpointing(), "one row is little");
        rig.group().close();
        rig.runUntilIdle();
        requireRows(rig.open(), "closed without a second checkpoint");
        assertInstanceOf(Reply.RowFound.class, rig.ask(rig.read(0, ROWS)));
        rig.create(0, ROWS + 1, 10 * ROWS);
        rig.group().checkpointRest();
        assertTrue(rig.group().isCheckpointing(), "many are not");
        rig.runUntilIdle();
        requireRows(rig.open(), "closed with it");
    }

    /** As others go on writing, one checkpoint follows the other at once: who closes waits for those only that have what there was when he asked. */
    @Test
    void whoNeverStopsWritingKeepsNobodyFromClosing() {
        ShardRig rig = new ShardRig(new MemoryDisk());
        rig.limits = new Limits(8, 4, 8 << 10, 4 << 10, 1 << 20, 64, 1 << 20, 64);
        rig.open().makeTables();
        List<List<Reply>> answers = new ArrayList<>();
        while (!rig.group().isCheckpointing()) {
            writeMore(rig, answers);
        }
        long last = rig.group().checkpointToClose();
        assertEquals(rig.group().checkpointsEnded() + 2, last, "the one under way may lack what was just written");
        int steps = 0;
        while (rig.group().checkpointsEnded() < last) {
            assertTrue(rig.group().isCheckpointing(), "idle after " + steps + " steps: its end is nothing to wait for");
            assertTrue(steps++ < 1000, "nobody could close here");
            writeMore(rig, answers);
        }
        assertTrue(rig.group().isCheckpointing(), "another one follows");
        rig.runUntilIdle();
        rig.open();
        for (int row = 0; row < answers.size(); row++) {
            Reply answer = answers.get(row).get(0);
            if (answer instanceof Reply.RowChanged) {
                assertTrue(rig.cell(0, row, 0).isPresent());
            } else {
                assertEquals(ErrorCode.BUSY, refusal(answer), "all other memory is taken");
            }
        }
    }

    /** So much that a checkpoint is due again before one has ended. */
    private static void writeMore(ShardRig rig, List<List<Reply>> answers) {
        for (int i = 0; i < 20; i++) {
            answers.add(rig.begin(rig.put(0, answers.size(), 0, new byte[64])));
        }
        rig.step();
    }

    /** The record of a checkpoint was not forced, and no new file could be made: a restart may find it, and its file. */
    @Test
    void aCheckpointWhoseRecordIsDoubtfulKeepsItsFile() {
        int steps = 0;
        while (killedAfterJournalFailed(steps)) {
            steps++;
        }
        assertTrue(steps > 3, "a checkpoint has steps: " + steps);
    }

    /** Whether the checkpoint was still running when the journal's disk failed, after so many steps. */
    private static boolean killedAfterJournalFailed(int steps) {
        boolean[] failing = new boolean[1];
        Disk journal = new FaultDisk(new MemoryDisk(), (call, name) -> {
            if (failing[0] && (call == Call.FORCE || call == Call.CREATE)) {
                throw new PfsException(ErrorCode.FORCE_FAILED, "planted: " + call + " of " + name);
            }
        });
        ShardRig rig = new ShardRig(journal, new MemoryDisk()).open();
        makeRows(rig);
        rig.group().checkpoint();
        for (int i = 0; i < steps; i++) {
            rig.step();
        }
        boolean running = rig.group().isCheckpointing();
        failing[0] = true;
        rig.runUntilIdle();
        failing[0] = false;
        requireRows(rig.open(), "killed after " + steps + " steps");
        return running;
    }

    private static void makeRows(ShardRig rig) {
        rig.makeTables();
        rig.create(0, 0, ROWS);
        for (int i = 0; i < ROWS; i += 4) {
            rig.ask(rig.put(0, i, i % 7, new byte[i]));
        }
    }

    private static void requireRows(ShardRig rig, String when) {
        for (int i = 0; i < ROWS; i++) {
            String what = "row " + i + ", " + when;
            assertInstanceOf(Reply.RowFound.class, rig.ask(rig.read(0, i)), what);
            if (i % 4 == 0) {
                assertEquals(i, rig.cell(0, i, i % 7).orElseThrow().length, what);
            }
        }
    }

    /** Its storage is away, or another's by now: what else is open is closed all the same. */
    @Test
    void aJournalThatCanNotBeEndedKeepsNothingElseOpen() {
        boolean[] failing = new boolean[1];
        Disk journal = new FaultDisk(new MemoryDisk(), (call, name) -> {
            if (failing[0] && (call == Call.FORCE || call == Call.WRITE)) {
                throw new PfsException(ErrorCode.IO_FAILED, "planted: " + call + " of " + name);
            }
        });
        OpenFiles pool = new OpenFiles(new MemoryDisk());
        ShardRig rig = new ShardRig(journal, pool).open();
        makeRows(rig);
        rig.checkpoint();
        failing[0] = true;
        rig.group().close();
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed());
        assertEquals(0, pool.open);
        assertEquals(ErrorCode.IO_FAILED, rig.group().endFailure().orElseThrow().code());
        failing[0] = false;
        requireRows(rig.open(), "closed without an end");
    }

    @Test
    void aSliceThatIsBeingReadKeepsTheDiskOpen() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        rig.create(0, 0, 1);
        rig.checkpoint();
        rig.open();
        List<Reply> replies = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(1, 99, rig.read(0, 0)), replies::add);
        rig.group().close();
        assertTrue(!rig.group().isClosed(), "its file is being read");
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed());
        assertEquals(ErrorCode.CLOSED, refusal(replies.get(0)));
    }
}
