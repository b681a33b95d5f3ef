package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Collections;
import java.util.Map;

/** A pair as it is kept while better ones are sought: the bytes of both rows. */
final class PairBytes {
    private PairBytes() {}

    static byte[] of(JoinedRow left, JoinedRow right) {
        ByteWriter out = new ByteWriter(left.sought().length + right.sought().length + 5);
        out.varint(left.sought().length).bytes(left.sought()).bytes(right.sought());
        return out.toBytes();
    }

    static HitPair read(byte[] pair, String leftTable, String rightTable) {
        ByteReader in = new ByteReader("a pair that was kept", pair);
        byte[] left = in.bytes("left row", (int) in.varint("length of the left row", 0, in.remaining()));
        byte[] right = in.bytes("right row", in.remaining());
        Map<String, ColumnId> none = Collections.emptyMap(); // no values are asked for any more
        return new HitPair(new JoinedRow(leftTable, none, left).hit(), new JoinedRow(rightTable, none, right).hit());
    }
}
