package io.pfs.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HomeNameTest {
    private static final String HOME = "server-0003";

    private static Epoch newest(List<List<String>> listings) {
        ArrayDeque<List<String>> next = new ArrayDeque<>(listings);
        return HomeName.newestIn("pool", HOME, next::remove);
    }

    /** Somebody took it while the folder was read: the old name was gone when it was come to, and the new one not there yet. */
    @Test
    void aListingThatMissesAHomeThatIsRenamedIsMadeOnceMore() {
        List<String> missing = List.of("superblock", HomeName.of("server-0002", new Epoch(9)));
        List<String> found = List.of(HomeName.of(HOME, new Epoch(5)), HomeName.of(HOME, new Epoch(4)));
        assertEquals(new Epoch(5), newest(List.of(found)));
        assertEquals(new Epoch(5), newest(List.of(missing, found)));
        PfsException refused = assertThrows(PfsException.class, () -> newest(List.of(missing, missing)));
        assertEquals(ErrorCode.FILE_MISSING, refused.code());
    }
}
