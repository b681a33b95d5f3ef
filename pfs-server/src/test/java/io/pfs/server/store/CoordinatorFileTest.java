package io.pfs.server.store;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.format.ByteReader;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
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
        assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), what);
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
}
