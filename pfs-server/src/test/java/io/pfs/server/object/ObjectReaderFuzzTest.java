package io.pfs.server.object;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;

/** Whatever stands behind the header of an object: it is read as it was written, or refused. */
final class ObjectReaderFuzzTest {
    private static final byte[] BYTES = ObjectRig.random(100, 1);
    private static final byte[] FILE = ObjectRig.file(BYTES);

    @FuzzTest
    void read(byte[] bytes) {
        byte[] file = Arrays.copyOf(FILE, ObjectFile.LABEL_AT + bytes.length);
        System.arraycopy(bytes, 0, file, ObjectFile.LABEL_AT, bytes.length);
        try (SegmentFile open = ObjectFile.open(ObjectRig.poolOf(file), ObjectRig.ID)) {
            ObjectReader.label(open);
            long size = ObjectReader.size(open);
            Assertions.assertTrue(size <= file.length, "an object is not longer than its file");
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        }
        try {
            Assertions.assertArrayEquals(BYTES, ObjectRig.read(file, BYTES.length, 0, BYTES.length));
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        }
    }
}
