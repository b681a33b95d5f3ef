package io.pfs.pool.local;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class LocalPoolMemoryTest extends LocalPoolContract {
    private final MemoryDisk disk = new MemoryDisk();

    @Override
    protected Disk newDisk() {
        return disk;
    }

    private AppendFile failing(Call call, int n, ErrorCode code) {
        return new LocalPool(new FaultDisk(disk, FaultDisk.failing(call, n, 1, code))).create("a");
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        return bytes.flip();
    }

    @Test
    void forceCoversBytesAndName() {
        AppendFile file = new LocalPool(disk).create("a");
        file.append(bytes(1, 2));
        assertTrue(disk.durableNames().isEmpty());
        file.force();
        assertArrayEquals(new byte[] {1, 2}, disk.durableNames().get("a").forced());
    }

    @Test
    void renameAndDeleteAreDurable() {
        Pool pool = new LocalPool(disk);
        pool.create("a").seal();
        pool.rename("a", "b");
        assertEquals("[b]", disk.durableNames().keySet().toString());
        pool.delete("b");
        assertTrue(disk.durableNames().isEmpty());
    }

    @Test
    void failedForceIsFinal() {
        for (Call call : new Call[] {Call.FORCE, Call.FORCE_FOLDER}) {
            AppendFile file = failing(call, 0, ErrorCode.FORCE_FAILED);
            file.append(bytes(1));
            assertRefused(ErrorCode.FORCE_FAILED, "planted", file::force);
            assertRefused(ErrorCode.FORCE_FAILED, "a", () -> file.append(bytes(1)));
            assertRefused(ErrorCode.FORCE_FAILED, "a", file::force);
            assertRefused(ErrorCode.FORCE_FAILED, "a", file::seal);
            file.close();
            disk.delete("a");
        }
    }

    @Test
    void failedAppendLeavesNothingBehindASeal() {
        AppendFile file = failing(Call.WRITE, 1, ErrorCode.NO_SPACE);
        file.append(bytes(1, 2));
        assertRefused(ErrorCode.NO_SPACE, "a", () -> file.append(bytes(3, 4, 5, 6)));
        assertEquals(2, file.seal().end());
        assertArrayEquals(new byte[] {1, 2}, disk.durableNames().get("a").forced());
    }

    @Test
    void appendAfterAFailedOneTakesItsPlace() {
        AppendFile file = failing(Call.WRITE, 1, ErrorCode.NO_SPACE);
        file.append(bytes(1, 2));
        assertRefused(ErrorCode.NO_SPACE, "a", () -> file.append(bytes(3, 4, 5, 6)));
        file.append(bytes(7));
        file.seal();
        assertArrayEquals(new byte[] {1, 2, 7}, disk.durableNames().get("a").forced());
    }

    /** Who lets go of a file has nobody to tell, and more to do. */
    @Test
    void aFileThatCantBeClosedIsLeft() {
        AppendFile file = new LocalPool(new ForwardingDisk(disk) {
                    @Override
                    protected DiskFile opened(DiskFile opened) {
                        return new ForwardingFile(opened) {
                            @Override
                            public void close() {
                                throw new PfsException(ErrorCode.IO_FAILED, "planted: not closed");
                            }
                        };
                    }
                })
                .create("a");
        file.append(bytes(1));
        file.force();
        file.close();
        assertRefused(ErrorCode.INVARIANT_BROKEN, "open file", () -> file.append(bytes(2)));
        assertArrayEquals(new byte[] {1}, disk.durableNames().get("a").forced());
    }
}
