package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
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
        rig.makeTables();
        rig.create(0, 0, ROWS);
        for (int i = 0; i < ROWS; i += 4) {
            rig.ask(rig.put(0, i, i % 7, new byte[i]));
        }
        rig.group().checkpoint();
        for (int i = 0; i < steps; i++) {
            rig.step();
        }
        boolean running = rig.group().isCheckpointing();
        rig.group().close();
        assertEquals(!running, rig.group().isClosed(), "a job is under way after " + steps + " steps");
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed(), "closed after " + steps + " steps");
        assertEquals(0, pool.open, "files left open, closed after " + steps + " steps");
        rig.open();
        for (int i = 0; i < ROWS; i++) {
            String what = "row " + i + ", closed after " + steps + " steps";
            assertInstanceOf(Reply.RowFound.class, rig.ask(rig.read(0, i)), what);
            if (i % 4 == 0) {
                assertEquals(i, rig.cell(0, i, i % 7).orElseThrow().length, what);
            }
        }
        return running;
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
