package io.pfs.hadoop.spark.source;

import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a table as Spark's, and back. */
final class Fields {
    private Fields() {}

    /** All columns that a table has for Spark: what rows say of themselves, then each form and its length. */
    static StructType of(String table, List<String> forms) {
        List<Field> fields = new ArrayList<>(Arrays.asList(Field.OfRow.values()));
        for (String form : forms) {
            fields.add(new Field.Form(form));
            fields.add(new Field.Length(form));
        }
        requireDistinct(table, fields);
        return schema(fields);
    }

    static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    /** Spark's names are the same in capitals and in small letters, and what rows say has names of its own. */
    private static void requireDistinct(String table, List<Field> fields) {
        Map<String, Field> seen = new LinkedHashMap<>();
        for (Field field : fields) {
            Field other = seen.put(field.sparkName().toLowerCase(Locale.ROOT), field);
            if (other != null) {
                throw new IllegalArgumentException(
                        "in Spark two columns of table '" + table + "' would have the names '"
                                + other.sparkName() + "' and '" + field.sparkName()
                                + "': say by option 'forms' (FORM,FORM) which forms are wanted");
            }
        }
    }

    static StructType schema(List<Field> fields) {
        return new StructType(fields.stream()
                .map(field -> new StructField(field.sparkName(), field.type(), field.isNullable(), Metadata.empty()))
                .toArray(StructField[]::new));
    }

    /** What the columns of a schema mean; refuses one that means nothing. */
    static List<Field> of(String table, StructType schema) {
        return Arrays.stream(schema.fields())
                .map(field -> find(field).orElseThrow(() -> unknown(table, field)))
                .toList();
    }

    /** In the very letters that are said: by these Spark looks for what it gets. */
    private static Optional<Field> find(StructField field) {
        for (Field known : Field.OfRow.values()) {
            if (known.sparkName().equals(field.name())) {
                return known.type().equals(field.dataType()) ? Optional.of(known) : Optional.empty();
            }
        }
        String name = field.name();
        if (field.dataType().equals(DataTypes.BinaryType)) {
            return Optional.of(new Field.Form(name));
        }
        boolean isLength = field.dataType().equals(DataTypes.LongType)
                && name.endsWith(Field.LENGTH_SUFFIX)
                && name.length() > Field.LENGTH_SUFFIX.length();
        return isLength
                ? Optional.of(new Field.Length(name.substring(0, name.length() - Field.LENGTH_SUFFIX.length())))
                : Optional.empty();
    }

    private static IllegalArgumentException unknown(String table, StructField field) {
        return new IllegalArgumentException("table '" + table + "' can't be read with a column '" + field.name()
                + "' of type " + field.dataType().sql() + ": it has " + known()
                + ", for each form a column of its name of type BINARY, and FORM" + Field.LENGTH_SUFFIX
                + " of type BIGINT, all in these letters");
    }

    private static String known() {
        return String.join(
                ", ",
                Arrays.stream(Field.OfRow.values())
                        .map(field -> field.sparkName() + " (" + field.type().sql() + ")")
                        .toList());
    }
}
