package io.pfs.hadoop.spark.source;

import io.pfs.row.TagValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** What a tag can be, and as what Spark keeps it. */
enum TagType {
    LONG(DataTypes.LongType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfLong number ? number.value() : null;
        }

        @Override
        TagValue read(InternalRow row, int ordinal) {
            return new TagValue.OfLong(row.getLong(ordinal));
        }
    },
    DOUBLE(DataTypes.DoubleType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfDouble number ? number.value() : null;
        }

        @Override
        TagValue read(InternalRow row, int ordinal) {
            return new TagValue.OfDouble(row.getDouble(ordinal));
        }
    },
    STRING(DataTypes.StringType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfString text ? UTF8String.fromString(text.value()) : null;
        }

        @Override
        TagValue read(InternalRow row, int ordinal) {
            UTF8String text = row.getUTF8String(ordinal);
            if (!text.isValid()) {
                throw new IllegalArgumentException("a tag of type string is well-formed UTF-8, but one has the bytes "
                        + Arrays.toString(text.getBytes()));
            }
            return new TagValue.OfString(text.toString());
        }
    },
    BYTES(DataTypes.BinaryType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfBytes bytes ? bytes.value() : null;
        }

        @Override
        TagValue read(InternalRow row, int ordinal) {
            return new TagValue.OfBytes(row.getBinary(ordinal).clone());
        }
    },
    /** Those that Spark can't hold, some 292,000 years from 1970, are not seen. */
    TIMESTAMP(DataTypes.TimestampType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfTimestamp moment
                            && moment.millis() >= MILLIS_MIN
                            && moment.millis() <= MILLIS_MAX
                    ? moment.millis() * MICROS_PER_MILLI
                    : null;
        }

        /** What is less than a millisecond is cut. */
        @Override
        TagValue read(InternalRow row, int ordinal) {
            return new TagValue.OfTimestamp(Math.floorDiv(row.getLong(ordinal), MICROS_PER_MILLI));
        }
    },
    BOOLEAN(DataTypes.BooleanType) {
        @Override
        @Nullable
        Object sparkValue(TagValue value) {
            return value instanceof TagValue.OfBoolean truth ? truth.value() : null;
        }

        @Override
        TagValue read(InternalRow row, int ordinal) {
            return new TagValue.OfBoolean(row.getBoolean(ordinal));
        }
    };

    private static final long MICROS_PER_MILLI = Field.MICROS_PER_MILLI;
    /** The first and the last moment of Spark. */
    static final long MILLIS_MIN = Long.MIN_VALUE / MICROS_PER_MILLI;

    static final long MILLIS_MAX = Long.MAX_VALUE / MICROS_PER_MILLI;

    @SuppressWarnings("ImmutableEnumChecker") // types of single values never change, though Spark does not say so
    private final DataType sparkType;

    TagType(DataType sparkType) {
        this.sparkType = sparkType;
    }

    /** What Spark has for it; null if it is of another type. */
    @Nullable
    abstract Object sparkValue(TagValue value);

    /** What Spark has in a row, where it is not null, as a tag. */
    abstract TagValue read(InternalRow row, int ordinal);

    DataType sparkType() {
        return sparkType;
    }

    /** Whether other tags of the same order are of another type. */
    boolean isNumber() {
        return this == LONG || this == DOUBLE;
    }

    /** As users write it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TagType> ofWord(String word) {
        return Arrays.stream(values())
                .filter(type -> type.word().equalsIgnoreCase(word))
                .findAny();
    }

    /** That of a value. */
    static TagType of(TagValue value) {
        if (value instanceof TagValue.OfLong) {
            return LONG;
        } else if (value instanceof TagValue.OfDouble) {
            return DOUBLE;
        } else if (value instanceof TagValue.OfString) {
            return STRING;
        } else if (value instanceof TagValue.OfBytes) {
            return BYTES;
        }
        return value instanceof TagValue.OfTimestamp ? TIMESTAMP : BOOLEAN;
    }

    static String words() {
        return String.join(", ", Arrays.stream(values()).map(TagType::word).toList());
    }
}
