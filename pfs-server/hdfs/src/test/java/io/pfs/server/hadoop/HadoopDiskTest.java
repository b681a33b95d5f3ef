package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.ErrorCode;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskContract;
import io.pfs.disk.DiskFile;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

final class HadoopDiskTest extends DiskContract {
    private static final long CALL_MILLIS = 1_000;

    @Override
    protected Disk newDisk() {
        return MiniHdfs.freshDisk();
    }

    @Test
    void filesOnlyGrow() {
        assertFalse(disk().reservesSpace());
        try (DiskFile file = disk().create("a")) {
            file.write(bytes("01234"), 0);
            assertRefused(ErrorCode.INVARIANT_BROKEN, "end", () -> file.write(bytes("x"), 2));
            assertRefused(ErrorCode.INVARIANT_BROKEN, "end", () -> file.write(bytes("x"), 7));
            assertRefused(ErrorCode.NOT_SUPPORTED, "/a", () -> file.truncate(3));
            assertRefused(ErrorCode.NOT_SUPPORTED, "/a", () -> file.preallocate(6));
            file.write(bytes("5"), 5);
            file.force();
        }
        assertEquals("012345", read("a"));
    }

    @Test
    void aNameNodeThatDoesNotAnswerIsNotWaitedFor() {
        try (Disk hurried = MiniHdfs.freshDisk(CALL_MILLIS)) {
            hurried.create("a").close();
            MiniHdfs.whileTheNameNodeHangs(() -> List.<Executable>of(
                            () -> hurried.exists("a"),
                            hurried::list,
                            () -> hurried.rename("a", "b"),
                            () -> hurried.delete("a"),
                            () -> hurried.open("a"),
                            () -> hurried.create("c"))
                    .forEach(call -> assertRefused(ErrorCode.IO_FAILED, "no answer within", call)));
        }
    }

    /** A worker that has not ended yet, say: it must not take the whole server with it. */
    @Test
    void whatIsReadWhenTheConnectionIsClosedIsRefused() {
        Disk closed = MiniHdfs.freshDisk();
        DiskFile file = closed.create("a");
        file.write(bytes("0"), 0);
        file.force();
        closed.close();
        assertRefused(ErrorCode.IO_FAILED, "/a", () -> file.read(ByteBuffer.allocate(1), 0));
        assertRefused(ErrorCode.IO_FAILED, "/a", () -> closed.exists("a"));
        file.close();
    }

    @Test
    void aFailureNamesAFileAsItIsCalledNow() {
        try (Disk hurried = MiniHdfs.freshDisk(CALL_MILLIS)) {
            DiskFile file = hurried.create("a");
            hurried.rename("a", "b");
            file.write(bytes("0"), 0);
            CountDownLatch answers = new CountDownLatch(1);
            MiniHdfs.holdAcknowledgements(answers);
            assertRefused(ErrorCode.FORCE_FAILED, "/b", file::force);
            answers.countDown();
            file.close();
        }
    }

    /** HDFS closes a broken file by a name, and the one that has been deleted meanwhile can't be closed in order. */
    @Test
    void aNameThatWasGivenAgainIsNotClosedWithTheFileThatHadIt() {
        CountDownLatch answers = new CountDownLatch(1);
        DiskFile old = disk().create("a");
        old.write(bytes("old"), 0);
        old.force();
        MiniHdfs.holdAcknowledgements(answers);
        old.close(); // what ends it is not acknowledged yet
        disk().delete("a");
        try (DiskFile file = disk().create("a")) {
            answers.countDown();
            for (int i = 0; i < 200; i++) {
                file.write(bytes("new"), 3L * i);
                file.force();
            }
        }
        assertEquals("new".repeat(200), read("a"));
    }

    @Test
    void aFolderMayHaveManyFiles() {
        List<String> names =
                IntStream.range(0, 35).mapToObj(i -> "a" + (100 + i)).toList();
        names.forEach(name -> disk().create(name).close());
        assertEquals(names, disk().list());
    }

    @Test
    void aFileThatWasClosedIsOnlyRead() {
        write("a", "0");
        try (DiskFile file = disk().open("a")) {
            assertRefused(ErrorCode.INVARIANT_BROKEN, "created", () -> file.write(bytes("1"), 1));
        }
    }

    /** Readers are kept for long, and as long as a file is open here, HDFS has a lease of it, and data nodes threads. */
    @Test
    @Timeout(120) // without end, if it is wrong
    void aFileIsClosedByItsWriterWhoeverReadsIt() throws Exception {
        Pool pool = new LocalPool(disk());
        AppendFile file = pool.create("a");
        file.append(bytes("01234"));
        file.force();
        try (ReadFile reader = pool.open("a")) {
            assertEquals(3, reader.read(ByteBuffer.allocate(3), 0));
            file.append(bytes("56789"));
            file.close();
            Path path = new Path(disk().location(), "a");
            while (!MiniHdfs.cluster().getFileSystem().isFileClosed(path)) {
                Pauses.pause(MiniHdfs.SHORT.pollMillis());
            }
            ByteBuffer all = ByteBuffer.allocate(11);
            assertEquals(10, reader.read(all, 0));
            assertEquals('9', all.get(9));
            assertEquals(10, reader.size());
        }
    }

    @Test
    void aFileMayHaveManyBlocksAndBeReadMeanwhile() {
        byte[] piece = new byte[300_000];
        try (DiskFile file = disk().create("a");
                DiskFile reader = disk().open("a")) {
            for (int i = 0; i < 12; i++) {
                piece[0] = (byte) i;
                file.write(ByteBuffer.wrap(piece), (long) i * piece.length);
                if (i % 3 == 0) {
                    file.force();
                }
                ByteBuffer target = ByteBuffer.allocateDirect(piece.length + 5);
                assertEquals(piece.length, reader.read(target, (long) i * piece.length));
                assertEquals(i, target.get(0));
            }
            ByteBuffer all = ByteBuffer.allocate(13 * piece.length);
            assertEquals(12 * piece.length, reader.read(all, 0));
        }
    }
}
