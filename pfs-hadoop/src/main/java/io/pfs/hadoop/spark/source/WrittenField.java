package io.pfs.hadoop.spark.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A form that is written, and where it stands in a row of Spark.
 *
 * @param isText whether it is a text there, which becomes its UTF-8
 */
record WrittenField(int ordinal, String form, boolean isText) implements Serializable {
    private static final String NAME = Field.OfRow.NAME.sparkName();

    /** What the rows of a schema write. */
    record All(int name, ArrayList<WrittenField> forms, ArrayList<WrittenTag> tags) implements Serializable {
        List<String> formNames() {
            return forms.stream().map(WrittenField::form).toList();
        }
    }

    /**
     * Refuses what a table can't hold, or what it could not be read with. What follows from the bytes, as a length does, is left out.
     *
     * @param there the forms that the table has
     */
    static All of(String table, StructType schema, TagColumns tags, List<String> there) {
        FormNames names = new FormNames(table, there);
        ArrayList<WrittenField> forms = new ArrayList<>();
        ArrayList<WrittenTag> tagged = WrittenTag.of(table, schema, tags, there);
        List<StructField> lengths = new ArrayList<>();
        OptionalInt name = OptionalInt.empty();
        for (int i = 0; i < schema.fields().length; i++) {
            StructField field = schema.fields()[i];
            boolean isText = field.dataType().equals(DataTypes.StringType);
            if (tags.find(field, there).isPresent()) {
                continue;
            }
            if (field.name().equalsIgnoreCase(NAME)) {
                name = isText ? only(name, i, table) : name;
            } else if (isText || field.dataType().equals(DataTypes.BinaryType)) {
                forms.add(new WrittenField(i, names.of(field.name()), isText));
            } else if (isLength(field)) {
                lengths.add(field);
            } else if (!isOfRow(field)) {
                throw unknown(table, field);
            }
        }
        All all = new All(
                name.orElseThrow(() -> new IllegalArgumentException("rows of table '" + table
                        + "' are written by their names: a column '" + NAME + "' of type STRING is missing in "
                        + schema.simpleString())),
                forms,
                tagged);
        names.requireReadable(all.formNames());
        requireFormsOf(table, lengths, all.formNames(), there);
        return all;
    }

    private static OptionalInt only(OptionalInt name, int ordinal, String table) {
        if (name.isPresent()) {
            throw new IllegalArgumentException(
                    "rows of table '" + table + "' are written by their names, but two columns" + " are called '" + NAME
                            + "': leave one out, or call it otherwise");
        }
        return OptionalInt.of(ordinal);
    }

    private static boolean isOfRow(StructField field) {
        return Arrays.stream(Field.OfRow.values())
                .anyMatch(known -> known.sparkName().equalsIgnoreCase(field.name())
                        && known.type().equals(field.dataType()));
    }

    private static boolean isLength(StructField field) {
        return field.dataType().equals(DataTypes.LongType)
                && field.name().toLowerCase(Locale.ROOT).endsWith(Field.LENGTH_SUFFIX);
    }

    /** A number that only looks like a length by its name would be lost. */
    private static void requireFormsOf(
            String table, List<StructField> lengths, List<String> written, List<String> there) {
        for (StructField field : lengths) {
            if (!isOfOne(field, written) && !isOfOne(field, there)) {
                throw unknown(table, field);
            }
        }
    }

    private static boolean isOfOne(StructField length, List<String> forms) {
        return forms.stream().anyMatch(form -> length.name().equalsIgnoreCase(form + Field.LENGTH_SUFFIX));
    }

    private static IllegalArgumentException unknown(String table, StructField field) {
        return new IllegalArgumentException("column '" + field.name() + "' of type "
                + field.dataType().sql() + " can't be written to table '" + table
                + "': forms are of type BINARY or STRING, and only " + Arrays.toString(Field.OfRow.values())
                + " and lengths (FORM" + Field.LENGTH_SUFFIX
                + ") of forms that are written or there are left out; tags are named by option '" + TagColumns.OPTION
                + "' (TAG TYPE, TAG TYPE)");
    }
}
