package io.pfs.hadoop.spark.source;

import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableInfo;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Which columns are tags. Either users say it by an option, or the schema does: columns that were read as tags say so of themselves, and
 * keep that on their way through Spark.
 */
final class TagColumns {
    /** Tags and their types: {@code stars long, `content-type` string}. */
    static final String OPTION = "tags";
    /** What a column says of itself. */
    private static final String METADATA = "pfs.tag";
    /** Rows by which it is seen of what type tags are. */
    private static final int ROWS_SEEN = 1024;

    private static final Pattern PAIR = Pattern.compile("\\s*(?:`((?:[^`]|``)+)`|([^\\s,`]+))\\s+([^\\s,]+)\\s*");
    private static final Pattern COMMA = Pattern.compile(",(?=(?:[^`]*`[^`]*`)*[^`]*$)");

    private final Optional<List<Field.Tag>> said;

    private TagColumns(Optional<List<Field.Tag>> said) {
        this.said = said;
    }

    /** @param option null if nothing is said */
    static TagColumns of(@Nullable String option) {
        if (option == null) {
            return new TagColumns(Optional.empty());
        }
        List<Field.Tag> tags = new ArrayList<>();
        if (!option.isBlank()) {
            for (String pair : COMMA.split(option, -1)) {
                tags.add(tag(pair));
            }
        }
        return new TagColumns(Optional.of(tags));
    }

    private static Field.Tag tag(String pair) {
        Matcher matcher = PAIR.matcher(pair);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("option '" + OPTION
                    + "' is tags with their types, as in \"stars long, camera string\", but it has '" + pair.strip()
                    + "'");
        }
        String quoted = matcher.group(1);
        String name = quoted == null ? matcher.group(2) : quoted.replace("``", "`");
        TagType type = TagType.ofWord(matcher.group(3))
                .orElseThrow(() -> new IllegalArgumentException("option '" + OPTION + "' says that tag '" + name
                        + "' is of type '" + matcher.group(3) + "', but types of tags are " + TagType.words()));
        return new Field.Tag(Tags.requireName(name), type);
    }

    /** Those that users named; empty if they did not say. */
    Optional<List<Field.Tag>> said() {
        return said;
    }

    /** The tag that a column is which is read. */
    Optional<Field.Tag> find(StructField column) {
        return find(column, List.of(Column.CONTENT_NAME));
    }

    /**
     * The tag that a column is. What a column says of itself stays with it when it gets another name, and counts for less than what
     * each table has of that name.
     *
     * @param forms that the table has
     */
    Optional<Field.Tag> find(StructField column, List<String> forms) {
        if (said.isPresent()) {
            return said.get().stream()
                    .filter(tag -> tag.tag().equalsIgnoreCase(column.name()))
                    .findAny();
        }
        return column.metadata().contains(METADATA) && !isOther(column.name(), forms)
                ? TagType.ofWord(column.metadata().getString(METADATA)).map(type -> new Field.Tag(column.name(), type))
                : Optional.empty();
    }

    private static boolean isOther(String name, List<String> forms) {
        return forms.stream().anyMatch(form -> form.equalsIgnoreCase(name)) || Field.OfRow.isOne(name);
    }

    /** What a column says of itself, so that it is known for a tag where it is written. */
    static Metadata metadata(Field field) {
        return field instanceof Field.Tag tag
                ? new MetadataBuilder()
                        .putString(METADATA, tag.tagType().word())
                        .build()
                : Metadata.empty();
    }

    /** Tags that have indexes, as far as the first rows of the table that have them agree on their types. */
    static List<Field.Tag> indexed(Table table, TableInfo info) {
        Set<String> names = new LinkedHashSet<>();
        for (String field : info.indexes()) {
            if (QueryText.field(field) instanceof io.pfs.query.Field.OfTag tag) {
                names.add(tag.name());
            }
        }
        return names.isEmpty() ? List.of() : agreed(table, names);
    }

    private static List<Field.Tag> agreed(Table table, Set<String> names) {
        Map<String, EnumSet<TagType>> types = new LinkedHashMap<>();
        names.forEach(name -> types.put(name, EnumSet.noneOf(TagType.class)));
        Iterator<RowView> rows = table.scan().pages(ROWS_SEEN, 1).iterator();
        for (int i = 0; i < ROWS_SEEN && rows.hasNext(); i++) {
            Map<String, TagValue> tags = rows.next().tags();
            types.forEach((name, seen) -> {
                TagValue value = tags.get(name);
                if (value != null) {
                    seen.add(TagType.of(value));
                }
            });
        }
        List<Field.Tag> agreed = new ArrayList<>();
        types.forEach((name, seen) -> {
            if (seen.size() == 1) {
                agreed.add(new Field.Tag(name, seen.iterator().next()));
            }
        });
        return agreed;
    }
}
