package io.pfs.query.bind;

import io.pfs.query.value.ValueType;
import java.util.Optional;

/**
 * What is known of the values of a field.
 *
 * @param declared the type they all have; empty: each has its own
 */
public record FieldType(Optional<ValueType> declared) {
    public static final FieldType ANY = new FieldType(Optional.empty());

    public static FieldType of(ValueType type) {
        return new FieldType(Optional.of(type));
    }

    /** Whether such values can be compared with a value of this type. */
    boolean isComparableTo(ValueType type) {
        return declared.isEmpty() || declared.orElseThrow().isComparableTo(type);
    }

    boolean canBeNumber() {
        return declared.isEmpty() || declared.orElseThrow().isNumber();
    }

    boolean canBeRun() {
        return declared.isEmpty() || declared.orElseThrow().isRun();
    }

    /** For messages. */
    String words() {
        return "of type " + declared.map(ValueType::words).orElse("any");
    }
}
