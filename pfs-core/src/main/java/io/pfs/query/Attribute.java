package io.pfs.query;

import io.pfs.query.value.ValueType;
import java.util.Locale;
import java.util.Optional;

/** What every row has beside its tags and cells. */
public enum Attribute {
    /** Text. A name that is not UTF-8 is bytes, which no condition on text holds for. */
    NAME(1, ValueType.TEXT),
    /** The path of its table. */
    TABLE(2, ValueType.TEXT),
    /** Text: file, directory or symlink. */
    KIND(3, ValueType.TEXT),
    /** Bytes of the column {@code content}. */
    SIZE(4, ValueType.LONG),
    MTIME(5, ValueType.TIMESTAMP),
    CTIME(6, ValueType.TIMESTAMP),
    ATIME(7, ValueType.TIMESTAMP),
    /** The owner's number. */
    OWNER(8, ValueType.LONG),
    /** The group's number. */
    GROUP(9, ValueType.LONG),
    MODE(10, ValueType.LONG);

    private final int number;
    private final ValueType type;

    Attribute(int number, ValueType type) {
        this.number = number;
        this.type = type;
    }

    /** Stands for it in what is stored. */
    public int number() {
        return number;
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

    /** The attribute that this number stands for. */
    public static Optional<Attribute> ofNumber(int number) {
        for (Attribute attribute : values()) {
            if (attribute.number() == number) {
                return Optional.of(attribute);
            }
        }
        return Optional.empty();
    }
}
