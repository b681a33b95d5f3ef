package io.pfs.server.boost;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.format.ByteReader;
import io.pfs.server.slice.NameFilter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes of entries under good checksums: refused as damaged, or entries that can be written again. */
final class BoostFileFuzzTest {
    @FuzzTest
    void entries(byte[] bytes) {
        Map<SliceKey, StoredAt> slices = new TreeMap<>();
        ByteReader in = new ByteReader("fuzz", bytes);
        EntryReader reader = new EntryReader(in, key -> Optional.of(new NameFilter(5, 1)), slices::put);
        try {
            while (in.remaining() > 0) {
                reader.table();
            }
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code());
        }
        slices.forEach((key, stored) -> {
            PackedSlices packed = new PackedSlices();
            packed.put(key.table(), java.util.List.of(new BoostEntry(key, stored)));
            Assertions.assertEquals(stored, packed.take(key.table()).get(0).stored());
        });
    }
}
