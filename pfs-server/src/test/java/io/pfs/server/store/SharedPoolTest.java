package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SharedPoolTest {
    private static final ServerId ONE = new ServerId(1);
    private static final ServerId TWO = new ServerId(2);

    private final Pool poolOfOne = new LocalPool(new MemoryDisk());
    private final Pool poolOfTwo = new LocalPool(new MemoryDisk());
    private final Pool shared = new SharedPool(ONE, poolOfOne, server -> {
        assertEquals(TWO, server);
        return poolOfTwo;
    });

    @Test
    void segmentsAndObjectsAreReadWhereTheirServerHasThem() {
        long own = Segment.idAfter(Segment.idBeforeAll(ONE));
        long foreign = Segment.idAfter(Segment.idBeforeAll(TWO));
        poolOfTwo.create(Segment.fileName(foreign)).close();
        poolOfTwo.create(ObjectFile.name(foreign)).close();
        shared.create(Segment.fileName(own)).close();
        shared.open(Segment.fileName(foreign)).close();
        shared.open(ObjectFile.name(foreign)).close();
        shared.open(Segment.fileName(own)).close();
        assertEquals(List.of(Segment.fileName(own)), poolOfOne.list(""));
    }

    @Test
    void whatItListsAndDeletesIsItsOwn() {
        long foreign = Segment.idAfter(Segment.idBeforeAll(TWO));
        poolOfTwo.create(Segment.fileName(foreign)).close();
        assertEquals(List.of(), shared.list(""));
        PfsException e = assertThrows(PfsException.class, () -> shared.delete(Segment.fileName(foreign)));
        assertEquals(ErrorCode.FILE_MISSING, e.code());
        assertEquals(List.of(Segment.fileName(foreign)), poolOfTwo.list(""));
    }

    @Test
    void filesOfOtherKindsAreItsOwn() {
        poolOfTwo.create("metadata-000000000001").close();
        PfsException e = assertThrows(PfsException.class, () -> shared.open("metadata-000000000001"));
        assertEquals(ErrorCode.FILE_MISSING, e.code());
    }
}
