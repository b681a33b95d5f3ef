package io.pfs.query;

import io.pfs.query.value.ValueType;
import java.util.Locale;
import java.util.Optional;

/** What every row has beside its tags and cells. */
public enum Attribute {
    /** Text. A name that is not UTF-8 is bytes, which no condition on text holds for. */
    NAME(ValueType.TEXT),
    /** The path of its table. */
    TABLE(ValueType.TEXT),
    /** Text: file, directory or symlink. */
    KIND(ValueType.TEXT),
    /** Bytes of the column {@code content}. */
    SIZE(ValueType.LONG),
    MTIME(ValueType.TIMESTAMP),
    CTIME(ValueType.TIMESTAMP),
    ATIME(ValueType.TIMESTAMP),
    /** The owner's number. */
    OWNER(ValueType.LONG),
    /** The group's number. */
    GROUP(ValueType.LONG),
    MODE(ValueType.LONG);

    private final ValueType type;

    Attribute(ValueType type) {
        this.type = type;
    }

    public ValueType type() {
        return type;
    }

    /** As it is written in a query. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The attribute that is written so, exactly. */
    public static Optional<Attribute> ofWord(String word) {
        for (Attribute attribute : values()) {
            if (attribute.word().equals(word)) {
                return Optional.of(attribute);
            }
        }
        return Optional.empty();
    }
}
