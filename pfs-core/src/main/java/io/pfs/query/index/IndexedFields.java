package io.pfs.query.index;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a table that have indexes, ids ascending. Bytes: see the package.
 *
 * @param nextId what the next one gets
 */
public record IndexedFields(int nextId, List<IndexedField> fields) {
    /** Of a table nobody wants an index for. */
    public static final IndexedFields NONE = new IndexedFields(0, List.of());

    /** Indexes of a table at one time. */
    public static final int FIELDS_MAX = 64;
    /** Indexes that a table can ever have, dropped ones counted. */
    public static final int IDS_MAX = 1 << 16;

    private static final int ATTRIBUTE = 1;
    private static final int TAG = 2;
    private static final int CELL = 3;

    public IndexedFields {
        fields = List.copyOf(fields);
        Check.inRange("next id of an index", nextId, 0, IDS_MAX);
        Check.inRange("indexes of a table", fields.size(), 0, FIELDS_MAX);
        int least = 0;
        Set<Indexed> known = new HashSet<>();
        for (IndexedField field : fields) {
            Check.inRange("id of an index", field.id(), least, nextId - 1);
            least = field.id() + 1;
            Check.that(known.add(field.what()), "a field has one index", field.id());
        }
    }

    static void requireIndexable(Attribute attribute) {
        if (attribute == Attribute.TABLE) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "attribute 'table' needs no index: it is the same for all rows of a table");
        }
    }

    static void requireName(String tag) {
        Field.ofTag(tag); // the rule for names of tags is there
    }

    static void requireDirect(ColumnId column) {
        Check.inRange("number of a column with an index", column.value(), 0, Limits.DIRECT_COLUMNS_MAX - 1);
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    public Optional<IndexedField> find(Indexed what) {
        return fields.stream().filter(field -> field.what().equals(what)).findFirst();
    }

    public Optional<IndexedField> find(int id) {
        return fields.stream().filter(field -> field.id() == id).findFirst();
    }

    /** With indexes for these, too; what has one keeps it. */
    public IndexedFields with(List<Indexed> more) {
        List<IndexedField> all = new ArrayList<>(fields);
        int id = nextId;
        for (Indexed what : more) {
            if (all.stream().noneMatch(field -> field.what().equals(what))) {
                if (id == IDS_MAX || all.size() == FIELDS_MAX) {
                    throw new PfsException(
                            ErrorCode.TOO_LARGE,
                            "a table has at most " + FIELDS_MAX + " indexes at a time, and " + IDS_MAX
                                    + " in all, dropped ones counted; it has " + all.size() + ", and had " + id);
                }
                all.add(new IndexedField(id++, what));
            }
        }
        return new IndexedFields(id, all);
    }

    /** Without those for these; what has none is none the less without. */
    public IndexedFields without(List<Indexed> gone) {
        List<IndexedField> left =
                fields.stream().filter(field -> !gone.contains(field.what())).toList();
        return new IndexedFields(nextId, left);
    }

    public void encode(ByteWriter out) {
        out.varint(nextId).varint(fields.size());
        for (IndexedField field : fields) {
            out.varint(field.id());
            encode(field.what(), out);
        }
    }

    /** One field of an index. */
    public static void encode(Indexed what, ByteWriter out) {
        if (what instanceof Indexed.OfAttribute of) {
            out.u8(ATTRIBUTE).u8(of.attribute().number());
        } else if (what instanceof Indexed.OfTag of) {
            byte[] name = of.name().getBytes(StandardCharsets.UTF_8);
            out.u8(TAG).u8(name.length).bytes(name);
        } else if (what instanceof Indexed.OfCell of) {
            out.u8(CELL).u8(of.column().value());
        }
    }

    public static IndexedFields decode(ByteReader in) {
        int nextId = (int) in.varint("next id of an index", 0, IDS_MAX);
        int count = (int) in.varint("indexes", 0, Math.min(nextId, FIELDS_MAX));
        List<IndexedField> fields = new ArrayList<>(count);
        int least = 0;
        for (int i = 0; i < count; i++) {
            int id = (int) in.varint("id of an index", least, nextId - 1);
            fields.add(new IndexedField(id, decodeOne(in)));
            least = id + 1;
        }
        try {
            return new IndexedFields(nextId, fields);
        } catch (PfsException e) {
            throw in.refuse("indexes", "one for a field", String.valueOf(e.getMessage()));
        }
    }

    /** One field of an index. */
    public static Indexed decodeOne(ByteReader in) {
        int kind = (int) in.inRange("kind of an index", in.u8("kind of an index"), ATTRIBUTE, CELL);
        try {
            return switch (kind) {
                case ATTRIBUTE -> new Indexed.OfAttribute(attribute(in));
                case TAG -> new Indexed.OfTag(in.text("name of a tag", in.u8("length of the name of a tag")));
                default -> new Indexed.OfCell(new ColumnId(in.u8("column of an index")));
            };
        } catch (PfsException e) {
            throw e.code() == ErrorCode.CORRUPT ? e : in.refuse("index", "of a field", String.valueOf(e.getMessage()));
        }
    }

    private static Attribute attribute(ByteReader in) {
        int number = in.u8("attribute of an index");
        return Attribute.ofNumber(number).orElseThrow(() -> in.refuse("attribute", "a known one", "" + number));
    }
}
