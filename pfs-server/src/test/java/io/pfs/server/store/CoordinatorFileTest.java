package io.pfs.server.store;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.testing.Damage;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CoordinatorFileTest {
    private static final CoordinatorId ID = new CoordinatorId(0x0102_0304_0506_0708L, 0x1112_1314_1516_1718L);
    private static final CoordinatorId OTHER = new CoordinatorId(1, 2);
    private static final long NOW_MILLIS = 1_700_000_000_000L;

    @TempDir
    private Path folder;

    private static byte[] bytes() {
        return CoordinatorFile.encode(ID, NOW_MILLIS).toBytes();
    }

    @Test
    void goldenBytes() {
        Golden.check(CoordinatorFileTest.class, "coordinator-v1", bytes());
        assertEquals(ID, CoordinatorFile.decode(new ByteReader("some-file", bytes())));
        assertEquals(ID, CoordinatorId.parse(ID.toString()));
    }

    @Test
    void everyPrefixAndEveryFlippedBitIsRefused() {
        Damage.eachPrefix(bytes(), CoordinatorFileTest::assertDamage);
        Damage.eachBitFlip(bytes(), CoordinatorFileTest::assertDamage);
    }

    private static void assertDamage(byte[] bytes, String what) {
        PfsException refusal = assertThrows(
                PfsException.class, () -> CoordinatorFile.decode(new ByteReader("some-file", bytes)), what);
        assertTrue(refusal.code() == ErrorCode.CORRUPT || refusal.code() == ErrorCode.FORMAT_TOO_NEW, what);
    }

    @Test
    void theFirstOneStays() {
        Disk pool = NioDisk.openShared(folder);
        CoordinatorFile.require(pool, ID, 7, NOW_MILLIS);
        CoordinatorFile.require(pool, ID, 7, NOW_MILLIS);
        assertRefused(ErrorCode.NOT_OURS, OTHER.toString(), () -> CoordinatorFile.require(pool, OTHER, 8, NOW_MILLIS));
        assertRefused(ErrorCode.NOT_OURS, ID.toString(), () -> CoordinatorFile.require(pool, OTHER, 8, NOW_MILLIS));
        assertEquals(List.of(CoordinatorFile.NAME), pool.list());
    }

    /** A server tries again, and joins once the file is whole or away; who is sent by another coordinator ends. */
    @Test
    void aDamagedFileIsNoOtherCoordinator() throws IOException {
        Disk pool = NioDisk.openShared(folder);
        Path file = folder.resolve(CoordinatorFile.NAME);
        for (byte[] damaged : List.of(new byte[0], new byte[3], new byte[FileHeader.BYTES])) {
            Files.write(file, damaged);
            assertRefused(
                    ErrorCode.CORRUPT,
                    file.toRealPath().toString(),
                    () -> CoordinatorFile.require(pool, ID, 7, NOW_MILLIS));
            assertRefused(
                    ErrorCode.CORRUPT, "docs/OPERATIONS.md", () -> CoordinatorFile.require(pool, ID, 7, NOW_MILLIS));
        }
    }

    /** A server tries again each second, each time under another name. */
    @Test
    void anAttemptThatFailsLeavesNothing() {
        for (Call call : List.of(Call.CREATE, Call.WRITE, Call.FORCE, Call.RENAME)) {
            Disk pool = NioDisk.openShared(folder);
            Disk full = new FaultDisk(pool, FaultDisk.failing(call, 0, 1, ErrorCode.NO_SPACE));
            assertRefused(ErrorCode.NO_SPACE, "planted", () -> CoordinatorFile.require(full, ID, 7, NOW_MILLIS));
            assertEquals(List.of(), pool.list(), call.toString());
        }
    }

    @Test
    void whyAnAttemptFailsIsToldAlsoIfItCanNotBeTakenBack() {
        for (Call call : List.of(Call.WRITE, Call.FORCE, Call.RENAME)) {
            Disk gone = new FaultDisk(NioDisk.openShared(folder), (at, name) -> {
                if (at == call || at == Call.DELETE) {
                    throw new PfsException(at == call ? ErrorCode.IO_FAILED : ErrorCode.FILE_MISSING, "planted: " + at);
                }
            });
            int draw = call.name().hashCode();
            assertRefused(
                    ErrorCode.IO_FAILED, "planted: " + call, () -> CoordinatorFile.require(gone, ID, draw, NOW_MILLIS));
        }
    }
}
