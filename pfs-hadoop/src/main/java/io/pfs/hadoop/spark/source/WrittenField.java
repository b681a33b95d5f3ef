package io.pfs.hadoop.spark.source;

import io.pfs.table.Column;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.DataType;
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
    record All(int name, ArrayList<WrittenField> forms) implements Serializable {
        List<String> formNames() {
            return forms.stream().map(WrittenField::form).toList();
        }
    }

    /** Refuses what a table can't hold. What follows from the bytes, as a length does, is left out. */
    static All of(String table, StructType schema) {
        ArrayList<WrittenField> forms = new ArrayList<>();
        int name = -1;
        for (int i = 0; i < schema.fields().length; i++) {
            StructField field = schema.fields()[i];
            boolean isText = field.dataType().equals(DataTypes.StringType);
            if (field.name().equalsIgnoreCase(NAME)) {
                name = isText ? i : name;
            } else if (isText || field.dataType().equals(DataTypes.BinaryType)) {
                Column.requireValid(field.name(), "");
                forms.add(new WrittenField(i, field.name(), isText));
            } else if (!isDerived(field)) {
                throw unknown(table, field);
            }
        }
        if (name < 0) {
            throw new IllegalArgumentException("rows of table '" + table + "' are written by their names: a column '"
                    + NAME + "' of type STRING is missing in " + schema.simpleString());
        }
        return new All(name, forms);
    }

    private static boolean isDerived(StructField field) {
        String name = field.name().toLowerCase(Locale.ROOT);
        DataType type = field.dataType();
        boolean isLength = type.equals(DataTypes.LongType) && name.endsWith(Field.LENGTH_SUFFIX);
        return isLength
                || Arrays.stream(Field.OfRow.values())
                        .anyMatch(known ->
                                known.sparkName().equals(name) && known.type().equals(type));
    }

    private static IllegalArgumentException unknown(String table, StructField field) {
        return new IllegalArgumentException("column '" + field.name() + "' of type "
                + field.dataType().sql() + " can't be written to table '" + table
                + "': forms are of type BINARY or STRING, and only " + Arrays.toString(Field.OfRow.values())
                + " and lengths of forms are left out");
    }
}
