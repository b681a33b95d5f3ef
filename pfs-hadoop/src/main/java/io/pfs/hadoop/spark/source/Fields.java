package io.pfs.hadoop.spark.source;

import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a table as Spark's, and back. */
final class Fields {
    private Fields() {}

    /** All columns that a table has for Spark: what rows say of themselves, their tags, then each form and its length. */
    static StructType of(String table, List<Field.Tag> tags, List<String> forms) {
        List<Field> fields = new ArrayList<>(Arrays.asList(Field.OfRow.values()));
        fields.addAll(tags);
        fields.addAll(ofForms(forms));
        requireDistinct(table, fields);
        return schema(fields);
    }

    private static List<Field> ofForms(List<String> forms) {
        return forms.stream()
                .flatMap(form -> Stream.<Field>of(new Field.Form(form), new Field.Length(form)))
                .toList();
    }

    /** Those whose names no other column has. */
    static List<Field.Tag> free(List<Field.Tag> tags, List<String> forms) {
        Set<String> taken = new HashSet<>();
        Arrays.asList(Field.OfRow.values()).forEach(field -> taken.add(folded(field)));
        ofForms(forms).forEach(field -> taken.add(folded(field)));
        return tags.stream().filter(tag -> taken.add(folded(tag))).toList();
    }

    private static String folded(Field field) {
        return field.sparkName().toLowerCase(Locale.ROOT);
    }

    static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    /** Spark's names are the same in capitals and in small letters, and what rows say has names of its own. */
    private static void requireDistinct(String table, List<Field> fields) {
        Map<String, Field> seen = new LinkedHashMap<>();
        for (Field field : fields) {
            Field other = seen.put(folded(field), field);
            if (other != null) {
                throw new IllegalArgumentException(
                        "in Spark two columns of table '" + table + "' would have the names '"
                                + other.sparkName() + "' and '" + field.sparkName()
                                + "': say by option 'forms' (FORM,FORM) which forms are wanted, or by option '"
                                + TagColumns.OPTION + "' (TAG TYPE, TAG TYPE) which tags");
            }
        }
    }

    static StructType schema(List<Field> fields) {
        return new StructType(fields.stream()
                .map(field -> new StructField(
                        field.sparkName(), field.type(), field.isNullable(), TagColumns.metadata(field)))
                .toArray(StructField[]::new));
    }

    /** What the columns of a schema mean; refuses one that means nothing. */
    static List<Field> of(String table, StructType schema, TagColumns tags) {
        return Arrays.stream(schema.fields())
                .map(field -> find(field, tags).orElseThrow(() -> unknown(table, field)))
                .toList();
    }

    /** In the very letters that are said: by these Spark looks for what it gets. */
    private static Optional<Field> find(StructField field, TagColumns tags) {
        Optional<Field.Tag> tag = tags.find(field).filter(found -> found.tag().equals(field.name()));
        if (tag.isPresent()) {
            return Optional.of(tag.get())
                    .filter(found -> found.type().equals(field.dataType()))
                    .map(Field.class::cast);
        }
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
                + " of type BIGINT, all in these letters, and tags that option '" + TagColumns.OPTION
                + "' names, of the types that it says");
    }

    private static String known() {
        return String.join(
                ", ",
                Arrays.stream(Field.OfRow.values())
                        .map(field -> field.sparkName() + " (" + field.type().sql() + ")")
                        .toList());
    }
}
