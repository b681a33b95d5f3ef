package io.pfs.net;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.LeaseRecall;

/** How a server wants a lease back, and how it gets it. Layout: see the package. */
public final class LeaseFrames {
    private LeaseFrames() {}

    public static ByteWriter recall(LeaseRecall recall, ByteWriter out) {
        Frame.begin(out, FrameKind.RECALL)
                .u64(recall.number())
                .u64(recall.table().value());
        int length = recall.name().length();
        int at = out.u8(length).gap(length);
        recall.name().copyTo(out.array(), at);
        return Frame.end(out);
    }

    public static LeaseRecall recall(ByteReader in) {
        long number = in.u64("number of a recall");
        TableId table = new TableId(in.u64("table"));
        int length = in.u8("name length");
        int at = in.skip("name", length);
        RowName name = RowName.of(in.array(), at, length);
        in.expectEnd("recall of a lease");
        return new LeaseRecall(number, table, name);
    }

    /** The lease of the recall with this number is given back. */
    public static ByteWriter returned(long number, ByteWriter out) {
        Frame.begin(out, FrameKind.RETURN).u64(number);
        return Frame.end(out);
    }

    public static long returned(ByteReader in) {
        long number = in.u64("number of a recall");
        in.expectEnd("return of a lease");
        return number;
    }

    /** All that was granted over this connection is given back, and nothing more is asked. */
    public static ByteWriter returnedAll(ByteWriter out) {
        return Frame.end(Frame.begin(out, FrameKind.RETURN_ALL));
    }

    public static void returnedAll(ByteReader in) {
        in.expectEnd("return of all leases");
    }
}
