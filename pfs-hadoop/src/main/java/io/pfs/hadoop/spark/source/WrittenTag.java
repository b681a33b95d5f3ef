package io.pfs.hadoop.spark.source;

import io.pfs.client.table.RowEditor;
import io.pfs.row.TagValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A tag that is written, and where it stands in a row of Spark. */
record WrittenTag(int ordinal, Field.Tag tag) implements Serializable {
    /** Bytes of one, about, with its name; but for texts and bytes. */
    private static final long SET_BYTES = 32;

    /**
     * Refuses columns of other types than their tags have, and tags that no column is for.
     *
     * @param forms that the table has
     */
    static ArrayList<WrittenTag> of(String table, StructType schema, TagColumns tags, List<String> forms) {
        ArrayList<WrittenTag> written = new ArrayList<>();
        for (int i = 0; i < schema.fields().length; i++) {
            StructField field = schema.fields()[i];
            Optional<Field.Tag> tag = tags.find(field, forms);
            if (tag.isPresent()) {
                requireType(table, field, tag.get());
                written.add(new WrittenTag(i, tag.get()));
            }
        }
        List<Field.Tag> found = written.stream().map(WrittenTag::tag).toList();
        for (Field.Tag said : tags.said().orElse(List.of())) {
            if (!found.contains(said)) {
                throw new IllegalArgumentException("option '" + TagColumns.OPTION + "' names tag '" + said.tag()
                        + "', but of what is to be written to table '" + table + "' no column has this name: "
                        + schema.simpleString());
            }
        }
        return written;
    }

    private static void requireType(String table, StructField field, Field.Tag tag) {
        if (!field.dataType().equals(tag.type())) {
            throw new IllegalArgumentException("tag '" + tag.tag() + "' of table '" + table + "' is to be of type "
                    + tag.tagType().word() + ", so a column of type "
                    + tag.type().sql() + " can be written to it, but '"
                    + field.name() + "' is of type " + field.dataType().sql() + ": CAST it");
        }
    }

    /** Sets it as the row of Spark has it, or removes it; returns how many bytes that adds, about. */
    long write(InternalRow row, RowEditor edit) {
        if (row.isNullAt(ordinal)) {
            edit.untag(tag.tag());
            return 0;
        }
        TagValue value = tag.tagType().read(row, ordinal);
        edit.tag(tag.tag(), value);
        return SET_BYTES
                + switch (tag.tagType()) {
                    case STRING -> row.getUTF8String(ordinal).numBytes();
                    case BYTES -> row.getBinary(ordinal).length;
                    default -> 0;
                };
    }
}
