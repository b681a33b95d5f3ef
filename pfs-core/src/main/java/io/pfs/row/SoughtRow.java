package io.pfs.row;

import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;

/** A row that a query asked for, without its cells, on its way in an answer. Bytes: see the package. */
public record SoughtRow(RowName name, byte[] row) {
    /** The bytes of a row of this name, which begins at {@code rowAt}. */
    public static byte[] encode(byte[] nameArray, int nameAt, int nameLength, byte[] rowArray, int rowAt) {
        ByteWriter out = new ByteWriter(1 + nameLength + RowLayout.length(rowArray, rowAt));
        out.u8(nameLength).bytes(nameArray, nameAt, nameLength);
        return out.bytes(rowArray, rowAt, RowLayout.length(rowArray, rowAt)).toBytes();
    }

    public static SoughtRow decode(ByteReader in) {
        int length = in.u8("length of a name");
        int nameAt = in.skip("name", length);
        RowName name = RowName.of(in.array(), nameAt, length);
        int at = RowLayout.skip(in);
        byte[] row = Arrays.copyOfRange(in.array(), at, in.index());
        in.expectEnd("row that was sought");
        return new SoughtRow(name, row);
    }
}
