package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskContract;
import io.pfs.disk.DiskFile;
import org.junit.jupiter.api.Test;

/** A folder of HDFS as the simulator has it: a disk like any other, and whose it is as HDFS says. */
final class SimHdfsTest extends DiskContract {
    private final Prng prng = new Prng(1);
    private final SimWorld world = new SimWorld(prng);
    private final SimDisk blocks = SimDisk.withDurableNames(world, prng, new DiskFaults(prng));
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
        return folder.take(() -> {});
    }

    @Test
    void filesOnlyGrow() {
        assertFalse(disk().reservesSpace());
        DiskFile file = disk().create("a");
        file.write(bytes("01234"), 0);
        assertRefused(ErrorCode.INVARIANT_BROKEN, "end", () -> file.write(bytes("x"), 2));
        assertRefused(ErrorCode.INVARIANT_BROKEN, "cut", () -> file.truncate(3));
        assertRefused(ErrorCode.INVARIANT_BROKEN, "ahead", () -> file.preallocate(6));
    }

    @Test
    void whatIsFlushedIsSeenByOthersAndLostWithThePower() {
        DiskFile file = disk().create("a");
        file.write(bytes("forced"), 0);
        file.force();
        file.write(bytes("flushed"), 6);
        file.flush();
        assertEquals(13, blocks.attachToRead().open("a").size());
        for (int i = 0; i < 20; i++) {
            folder.crash();
        }
        assertTrue(blocks.attachToRead().open("a").size() >= 6);
        assertRefused(ErrorCode.FORCE_FAILED, "a", file::flush);
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
        assertFalse(folder.areLeasesOver());
        while (!folder.areLeasesOver()) {
            assertTrue(world.step());
        }
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
            folder.recoverLeases();
            while (!folder.areLeasesOver()) {
                assertTrue(world.step());
            }
            long size = next.open("f" + i).size();
            whole += size == 10 ? 1 : 0;
            cut += size < 10 ? 1 : 0;
        }
        assertTrue(whole > 0 && cut > 0, whole + " and " + cut);
    }
}
