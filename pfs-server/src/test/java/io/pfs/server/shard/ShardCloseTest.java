package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static io.pfs.server.shard.ShardRig.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closing while something is under way, at every step of it. The workers run a job long after it was given to them. */
final class ShardCloseTest {
    private static final int ROWS = 30;

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
            assertInstanceOf(Reply.Found.class, rig.ask(new LookupRow(table(0), name(i))), what);
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
        Envelope lookup = new Envelope(new RequestId(1, 0, 99), 99, new LookupRow(table(0), name(0)));
        rig.group().submit(lookup, replies::add);
        rig.group().close();
        assertTrue(!rig.group().isClosed(), "its file is being read");
        rig.runUntilIdle();
        assertTrue(rig.group().isClosed());
        assertEquals(ErrorCode.CLOSED, refusal(replies.get(0)));
    }
}
