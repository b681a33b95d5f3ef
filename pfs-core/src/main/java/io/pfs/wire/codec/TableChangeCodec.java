package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.List;

/** The bytes of what changes in a table apart from its rows. Layout: see the package. */
final class TableChangeCodec {
    private static final int ADD_COLUMNS = 1;
    private static final int RENAME_COLUMN = 2;
    private static final int DROP_COLUMN = 3;
    private static final int SET_POLICY = 4;
    private static final int SET_ATTRIBUTES = 5;
    private static final int SET_SPREADING = 6;
    private static final int CHANGE_INDEXES = 7;

    private static final String NAME = "name of a column";

    private TableChangeCodec() {}

    static void encode(TableChange change, ByteWriter out) {
        if (change instanceof AddColumns add) {
            out.u8(ADD_COLUMNS).varint(add.columns().size());
            for (NewColumn column : add.columns()) {
                Fields.text(NAME, column.name(), out);
                Fields.text("group of a column", column.group(), out);
                out.u8(column.compressed() ? 1 : 0);
            }
        } else if (change instanceof RenameColumn rename) {
            Fields.text(NAME, rename.from(), out.u8(RENAME_COLUMN));
            Fields.text(NAME, rename.to(), out);
        } else if (change instanceof DropColumn drop) {
            Fields.text(NAME, drop.name(), out.u8(DROP_COLUMN));
        } else if (change instanceof SetSpreading set) {
            set.spreading().encode(out.u8(SET_SPREADING));
        } else if (change instanceof ChangeIndexes indexes) {
            indexed(indexes.added(), out.u8(CHANGE_INDEXES));
            indexed(indexes.dropped(), out);
        } else if (change instanceof SetPolicy set) {
            out.u8(SET_POLICY).u8(set.policy().number());
        } else if (change instanceof SetAttributes set) {
            AttributesCodec.encode(set.attributes(), out.u8(SET_ATTRIBUTES));
        }
    }

    static TableChange decode(ByteReader in) {
        int type = in.u8("type of a change to a table");
        return switch (type) {
            case ADD_COLUMNS ->
                new AddColumns(
                        Fields.list(in, "columns added", 1, Limits.CELLS_PER_ROW_MAX, 4, TableChangeCodec::newColumn));
            case RENAME_COLUMN -> new RenameColumn(Fields.text(NAME, in), Fields.text(NAME, in));
            case DROP_COLUMN -> new DropColumn(Fields.text(NAME, in));
            case SET_POLICY -> new SetPolicy(Policy.decode(in));
            case SET_SPREADING -> new SetSpreading(Spreading.decode(in));
            case SET_ATTRIBUTES -> new SetAttributes(AttributesCodec.decode(0, in));
            case CHANGE_INDEXES -> new ChangeIndexes(indexed("indexes added", in), indexed("indexes dropped", in));
            default -> throw in.refuse("type of a change to a table", "1 to 7", Integer.toString(type));
        };
    }

    private static void indexed(List<Indexed> fields, ByteWriter out) {
        out.varint(fields.size());
        fields.forEach(field -> IndexedFields.encode(field, out));
    }

    private static List<Indexed> indexed(String what, ByteReader in) {
        return Fields.list(in, what, 0, IndexedFields.FIELDS_MAX, 2, IndexedFields::decodeOne);
    }

    private static NewColumn newColumn(ByteReader in) {
        String name = Fields.text(NAME, in);
        String group = Fields.text("group of a column", in);
        return new NewColumn(name, group, Fields.flag("compression of a column", in));
    }
}
