package io.pfs.wire.codec;

import io.pfs.Generation;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.TableView;

/** The bytes of what is known of a table. Layout: see the package. */
final class TableViewCodec {
    private TableViewCodec() {}

    static void encode(TableView view, ByteWriter out) {
        view.pointer().encode(out);
        out.u8(view.settledSpread()).u8(view.spreadPolicy().number());
        view.parent().encode(out);
        out.varint(view.generation().value());
        out.u8(view.policy().number());
        Fields.bytes(view.schema().toBytes(), out);
        Fields.owned(view.mode(), view.owner(), view.group(), out);
        Row.Times times = view.times();
        out.u48(times.mtimeMillis()).u48(times.ctimeMillis()).u48(times.atimeMillis());
        view.indexes().encode(out);
    }

    static TableView decode(ByteReader in) {
        TablePointer pointer = TablePointer.decode(in);
        int settledSpread = Fields.depth("settled spread", in);
        SpreadPolicy spreadPolicy = SpreadPolicy.decode(in);
        TableParent parent = TableParent.decode(in);
        Generation generation = new Generation(in.varint("generation", 0, Long.MAX_VALUE));
        Policy policy = Policy.decode(in);
        Schema schema = schema(in);
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        int group = in.u32("group");
        Row.Times times = new Row.Times(in.u48("mtime"), in.u48("ctime"), in.u48("atime"));
        IndexedFields indexes = IndexedFields.decode(in);
        return new TableView(
                pointer,
                settledSpread,
                spreadPolicy,
                parent,
                generation,
                policy,
                schema,
                mode,
                owner,
                group,
                times,
                indexes);
    }

    private static Schema schema(ByteReader in) {
        int length = (int) in.varint("length of a schema", 1, in.remaining());
        long offset = in.offset();
        int start = in.skip("schema", length);
        return Schema.decode(in.of(offset, in.array(), start, in.index()));
    }
}
