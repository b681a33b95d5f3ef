package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskContract;
import io.pfs.disk.DiskFile;
import org.junit.jupiter.api.Test;

/** A folder of HDFS as the simulator has it: a disk like any other, and whose it is as HDFS says. */
final class SimHdfsTest extends DiskContract {
    private final Prng prng = new Prng(1);
    private final SimWorld world = new SimWorld(prng);
    private final SimDisk blocks = SimDisk.withDurableNames(world, prng, new DiskFaults(prng));
    private boolean isSilent;
    private final SimHdfs folder = new SimHdfs(world, prng, blocks);

    @Override
    protected Disk newDisk() {
        return take();
    }

    /** Nothing goes wrong on it. */
    static Disk quietDisk() {
        return new SimHdfsTest().take();
    }

    private Disk take() {
        return folder.take(new SimHdfs.User() {
            @Override
            public void uses() {
                // nobody asks who
            }

            @Override
            public void asks() {
                if (isSilent) {
                    throw new PfsException(ErrorCode.IO_FAILED, "planned: no answer");
                }
            }
        });
    }

    @Test
    void filesOnlyGrow() {
        assertFalse(disk().reservesSpace());
        DiskFile file = disk().create("a");
        file.write(bytes("01234"), 0);
        assertRefused(ErrorCode.INVARIANT_BROKEN, "end", () -> file.write(bytes("x"), 2));
        assertRefused(ErrorCode.NOT_SUPPORTED, "cut", () -> file.truncate(3));
        assertRefused(ErrorCode.NOT_SUPPORTED, "ahead", () -> file.preallocate(6));
    }

    @Test
    void whatIsFlushedIsSeenByOthersAndMayBeLostWithThePower() {
        int kept = 0;
        int lost = 0;
        for (int i = 0; i < 64; i++) {
            String name = "f" + i;
            DiskFile file = disk().create(name);
            file.write(bytes("forced"), 0);
            file.force();
            file.write(bytes("flushed"), 6);
            file.flush();
            assertEquals(13, blocks.attachToRead().open(name).size());
            folder.crash();
            long left = blocks.attachToRead().open(name).size();
            assertTrue(left >= 6, name);
            kept += left == 13 ? 1 : 0;
            lost += left < 13 ? 1 : 0;
            assertRefused(ErrorCode.FORCE_FAILED, name, file::force);
        }
        assertTrue(kept > 0 && lost > 0, kept + " and " + lost);
    }

    @Test
    void aStreamThatHadNoAnswerIsLeftToTheNextLife() {
        DiskFile file = disk().create("a");
        file.write(bytes("forced"), 0);
        file.force();
        file.write(bytes(", not flushed"), 6);
        isSilent = true;
        assertRefused(ErrorCode.FORCE_FAILED, "a", file::force);
        isSilent = false;
        assertRefused(ErrorCode.FORCE_FAILED, "failed before", file::force);
        file.close();
        assertFalse(folder.areLeasesClosed());
        assertRefused(
                ErrorCode.INVARIANT_BROKEN, "created", () -> disk().open("a").force());
    }

    @Test
    void aLengthIsWhatItsWriterKnowsWhateverHdfsHasClosedItWith() {
        for (int i = 0; i < 16; i++) {
            DiskFile file = take().create("f" + i);
            file.write(bytes("0123456789"), 0);
            closeLeases();
            file.write(bytes("more"), file.size());
            assertEquals(14, file.size());
            assertRefused(ErrorCode.FORCE_FAILED, "closed it for somebody else", file::force);
        }
    }

    private void closeLeases() {
        folder.recoverLeases();
        while (!folder.areLeasesClosed()) {
            assertTrue(world.step());
        }
    }

    @Test
    void whoHadTheFolderWritesUntilItsFilesAreClosed() {
        DiskFile file = disk().create("a");
        Disk next = take();
        assertRefused(ErrorCode.LOCKED, "taken", () -> disk().create("b"));
        assertRefused(ErrorCode.LOCKED, "taken", () -> disk().rename("a", "b"));
        assertRefused(ErrorCode.LOCKED, "taken", () -> disk().delete("a"));
        assertRefused(ErrorCode.LOCKED, "taken", disk()::list);
        file.write(bytes("late"), 0);
        file.force();
        folder.recoverLeases();
        file.write(bytes(" and later"), 4);
        file.force();
        assertFalse(folder.areLeasesClosed());
        closeLeases();
        file.write(bytes("."), 14);
        assertRefused(ErrorCode.FORCE_FAILED, "closed it for somebody else", file::force);
        assertEquals(14, next.open("a").size());
        assertRefused(
                ErrorCode.INVARIANT_BROKEN, "created", () -> next.open("a").force());
    }

    @Test
    void whatWasNotFlushedMayBeGoneWithItsWriter() {
        int whole = 0;
        int cut = 0;
        for (int i = 0; i < 64; i++) {
            DiskFile file = take().create("f" + i);
            file.write(bytes("0123456789"), 0);
            Disk next = take();
            closeLeases();
            long size = next.open("f" + i).size();
            whole += size == 10 ? 1 : 0;
            cut += size < 10 ? 1 : 0;
        }
        assertTrue(whole > 0 && cut > 0, whole + " and " + cut);
    }
}
