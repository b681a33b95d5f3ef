package io.pfs.wire.codec;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.Expected.Absent;
import io.pfs.wire.Expected.Present;
import io.pfs.wire.Expected.Same;
import io.pfs.wire.Expected.Version;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowEdit.Attributes;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** The bytes of what changes in a row, and of what the row must be for it. Layout: see the package. */
final class RowEditCodec {
    private static final int ABSENT = 1;
    private static final int PRESENT = 2;
    private static final int ANY = 3;
    private static final int SAME = 4;
    private static final int VERSION = 5;

    /** In place of a kind: a plain file, which most are. */
    private static final int PLAIN = 0;

    private static final int PUTS = 1;
    private static final int OBJECTS = 1 << 1;
    private static final int REMOVED_CELLS = 1 << 2;
    private static final int TAGS = 1 << 3;
    private static final int REMOVED_TAGS = 1 << 4;
    private static final int ATTRIBUTES = 1 << 5;
    private static final int ALL_PARTS = (1 << 6) - 1;

    private RowEditCodec() {}

    /** All but the table. */
    static void encode(EditRow request, ByteWriter out) {
        Fields.name(request.name(), out);
        encode(request.expected(), out);
        encode(request.ifNew(), out);
        encode(request.edit(), out);
    }

    static EditRow decode(TableId table, ByteReader in) {
        RowName name = Fields.name(in);
        return new EditRow(table, name, expected(in), newRow(in), edit(in));
    }

    static void encode(Expected expected, ByteWriter out) {
        if (expected instanceof Same same) {
            out.u8(SAME).varint(same.fileId().value()).varint(same.version());
        } else if (expected instanceof Version version) {
            out.u8(VERSION).varint(version.value());
        } else if (expected instanceof Absent) {
            out.u8(ABSENT);
        } else {
            out.u8(expected instanceof Present ? PRESENT : ANY);
        }
    }

    static Expected expected(ByteReader in) {
        int form = in.u8("what is expected of a row");
        return switch (form) {
            case ABSENT -> Expected.ABSENT;
            case PRESENT -> Expected.PRESENT;
            case ANY -> Expected.ANY;
            case SAME -> new Same(Fields.fileId(in), version(in));
            case VERSION -> new Version(version(in));
            default -> throw in.refuse("what is expected of a row", "1 to 5", Integer.toString(form));
        };
    }

    private static long version(ByteReader in) {
        return in.varint("expected version", 1, Long.MAX_VALUE);
    }

    private static void encode(NewRow row, ByteWriter out) {
        if (row.equals(NewRow.FILE)) {
            out.u8(PLAIN);
            return;
        }
        out.u8(row.kind().number());
        Fields.owned(row.mode(), row.owner(), row.group(), out);
        if (row.target().isPresent()) {
            Fields.bytes(row.target().get(), out);
        }
    }

    /** A target may be longer than a row has room for: the server refuses it, as it does tags, and says why. */
    private static NewRow newRow(ByteReader in) {
        int number = in.u8("kind of a new row");
        if (number == PLAIN) {
            return NewRow.FILE;
        }
        boolean isSymlink = number == RowKind.SYMLINK.number();
        if (!isSymlink && number != RowKind.FILE.number()) {
            throw in.refuse("kind of a new row", "0, 1 or 3", Integer.toString(number));
        }
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        int group = in.u32("group");
        if (isSymlink) {
            byte[] target = Fields.bytes("target of a symlink", Integer.MAX_VALUE, in);
            return new NewRow(RowKind.SYMLINK, mode, owner, group, Optional.of(target));
        }
        NewRow file = NewRow.file(mode, owner, group);
        if (file.equals(NewRow.FILE)) {
            throw in.refuse("new row", "the short form of a plain file", "the long one");
        }
        return file;
    }

    private static void encode(RowEdit edit, ByteWriter out) {
        int parts = parts(edit);
        out.u8(parts);
        if ((parts & PUTS) != 0) {
            puts(edit.puts(), out);
        }
        if ((parts & OBJECTS) != 0) {
            objects(edit.objects(), out);
        }
        if ((parts & REMOVED_CELLS) != 0) {
            Fields.columns(edit.removedCells(), out);
        }
        if ((parts & TAGS) != 0) {
            Tags.encode(edit.tags(), out);
        }
        if ((parts & REMOVED_TAGS) != 0) {
            out.varint(edit.removedTags().size());
            for (String name : edit.removedTags()) {
                Fields.text("name of a tag", name, out);
            }
        }
        if ((parts & ATTRIBUTES) != 0) {
            AttributesCodec.encode(edit.attributes(), out);
        }
    }

    private static int parts(RowEdit edit) {
        return (edit.puts().isEmpty() ? 0 : PUTS)
                | (edit.objects().isEmpty() ? 0 : OBJECTS)
                | (edit.removedCells().isEmpty() ? 0 : REMOVED_CELLS)
                | (edit.tags().isEmpty() ? 0 : TAGS)
                | (edit.removedTags().isEmpty() ? 0 : REMOVED_TAGS)
                | (AttributesCodec.present(edit.attributes()) == 0 ? 0 : ATTRIBUTES);
    }

    private static RowEdit edit(ByteReader in) {
        int parts = (int) in.inRange("parts of an edit", in.u8("parts of an edit"), 0, ALL_PARTS);
        if (parts == 0) {
            return RowEdit.NONE;
        }
        List<CellPut> puts = (parts & PUTS) == 0
                ? List.of()
                : Fields.list(in, "cells", 1, Limits.CELLS_PER_ROW_MAX, 3, RowEditCodec::put);
        List<ObjectPut> objects = (parts & OBJECTS) == 0
                ? List.of()
                : Fields.list(in, "objects", 1, Limits.CELLS_PER_ROW_MAX, 18, RowEditCodec::object);
        List<ColumnId> removed = (parts & REMOVED_CELLS) == 0 ? List.of() : Fields.columns(1, in);
        SortedMap<String, TagValue> tags =
                (parts & TAGS) == 0 ? RowEdit.NONE.tags() : Tags.decode(in).byName();
        SortedSet<String> removedTags = (parts & REMOVED_TAGS) == 0 ? RowEdit.NONE.removedTags() : removedTags(in);
        Attributes attributes = (parts & ATTRIBUTES) == 0 ? Attributes.UNCHANGED : AttributesCodec.decode(1, in);
        return new RowEdit(puts, objects, removed, tags, removedTags, attributes);
    }

    private static void puts(List<CellPut> puts, ByteWriter out) {
        out.varint(puts.size());
        for (CellPut put : puts) {
            out.varint(put.column().value()).u8(put.compressed() ? 1 : 0);
            Fields.bytes(put.bytes(), out);
        }
    }

    private static CellPut put(ByteReader in) {
        ColumnId column = Fields.column(in);
        boolean compressed = Fields.flag("compression of a cell", in);
        return new CellPut(column, Fields.bytes("cell", Limits.CELL_BYTES_MAX, in), compressed);
    }

    private static void objects(List<ObjectPut> objects, ByteWriter out) {
        out.varint(objects.size());
        for (ObjectPut put : objects) {
            out.varint(put.column().value());
            Fields.ticket(put.ticket(), out);
            out.varint(put.bytes());
        }
    }

    private static ObjectPut object(ByteReader in) {
        return new ObjectPut(Fields.column(in), Fields.ticket(in), in.varint("bytes of an object", 1, Long.MAX_VALUE));
    }

    private static SortedSet<String> removedTags(ByteReader in) {
        int count = Fields.count(in, "removed tags", 1, Integer.MAX_VALUE, 1);
        TreeSet<String> removed = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            String name = Fields.text("name of a tag", in);
            if (!removed.isEmpty() && removed.last().compareTo(name) >= 0) {
                throw in.refuse("order of removed tags", "names that ascend", name);
            }
            removed.add(name);
        }
        return Collections.unmodifiableSortedSet(removed);
    }
}
