package io.pfs.server.object;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;

/** Whatever stands behind the header of an object: it is read as it was written, or as a checksum says, or refused. */
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
            byte[] read = ObjectRig.read(file, BYTES.length, 0, BYTES.length);
            Assertions.assertTrue(
                    Arrays.equals(BYTES, read) || isVouchedFor(file, read), "bytes without their checksum");
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        }
    }

    /** Who makes up a checksum that is right has written these bytes: a checksum is no signature. */
    private static boolean isVouchedFor(byte[] file, byte[] read) {
        long chunkAt = ObjectFile.chunkAt(0);
        ByteBuffer chunk = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position((int) chunkAt);
        byte[] stands = new byte[read.length];
        chunk.get(stands);
        int sum = Checksum.of(read, 0, read.length) ^ ObjectRig.OBJECT.placeSum(chunkAt);
        return Arrays.equals(stands, read) && chunk.getInt() == sum;
    }
}
