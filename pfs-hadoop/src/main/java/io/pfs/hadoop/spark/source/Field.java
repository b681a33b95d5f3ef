package io.pfs.hadoop.spark.source;

import io.pfs.client.table.RowView;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** A column as Spark sees it: something of a row that has a type there. */
sealed interface Field extends Serializable {
    /** What the name of the column ends with that says how long a form is. */
    String LENGTH_SUFFIX = "_size";

    long MICROS_PER_MILLI = 1000;

    /** How Spark calls it. */
    String sparkName();

    DataType type();

    boolean isNullable();

    /** What a row says of itself. */
    enum OfRow implements Field {
        NAME("name") {
            @Override
            Object of(RowView row) {
                return UTF8String.fromBytes(row.rowName().toBytes());
            }
        },
        SIZE("size") {
            @Override
            Object of(RowView row) {
                return row.size();
            }
        },
        MODIFIED("modified") {
            @Override
            Object of(RowView row) {
                return row.modified().toEpochMilli() * MICROS_PER_MILLI;
            }
        },
        CHANGED("changed") {
            @Override
            Object of(RowView row) {
                return row.changed().toEpochMilli() * MICROS_PER_MILLI;
            }
        };

        private final String sparkName;

        OfRow(String sparkName) {
            this.sparkName = sparkName;
        }

        /** Whether one of them has this name, in whatever letters. */
        static boolean isOne(String name) {
            return Arrays.stream(values()).anyMatch(known -> known.sparkName.equalsIgnoreCase(name));
        }

        /** As Spark keeps it. */
        abstract Object of(RowView row);

        @Override
        public String sparkName() {
            return sparkName;
        }

        @Override
        public DataType type() {
            return switch (this) {
                case NAME -> DataTypes.StringType;
                case SIZE -> DataTypes.LongType;
                case MODIFIED, CHANGED -> DataTypes.TimestampType;
            };
        }

        @Override
        public boolean isNullable() {
            return false;
        }
    }

    /** The bytes of a form. */
    record Form(String form) implements Field {
        @Override
        public String sparkName() {
            return form;
        }

        @Override
        public DataType type() {
            return DataTypes.BinaryType;
        }

        @Override
        public boolean isNullable() {
            return true;
        }
    }

    /** How long a form is. */
    record Length(String form) implements Field {
        @Override
        public String sparkName() {
            return form + LENGTH_SUFFIX;
        }

        @Override
        public DataType type() {
            return DataTypes.LongType;
        }

        @Override
        public boolean isNullable() {
            return true;
        }

        @Nullable
        Object of(RowView row, Map<String, Column> schema) {
            Column column = schema.get(form);
            OptionalLong length = column == null ? OptionalLong.empty() : row.length(column);
            return length.isPresent() ? length.getAsLong() : null;
        }
    }

    /** A tag, of rows that have it with a value of this type; others have nothing there. */
    record Tag(String tag, TagType tagType) implements Field {
        @Override
        public String sparkName() {
            return tag;
        }

        @Override
        public DataType type() {
            return tagType.sparkType();
        }

        @Override
        public boolean isNullable() {
            return true;
        }

        @Nullable
        Object of(Map<String, TagValue> tags) {
            TagValue value = tags.get(tag);
            return value == null ? null : tagType.sparkValue(value);
        }

        /** Whether the row has the tag with a value that Spark does not see. */
        boolean isUnseen(RowView row) {
            Map<String, TagValue> tags = row.tags();
            return tags.containsKey(tag) && of(tags) == null;
        }
    }
}
