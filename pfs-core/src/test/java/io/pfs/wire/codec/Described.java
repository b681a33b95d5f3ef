package io.pfs.wire.codec;

import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceBitmap;
import java.lang.reflect.RecordComponent;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Values as text that is equal for equal values only, which arrays deep inside of records do not let them be themselves. */
final class Described {
    private Described() {}

    static String of(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        } else if (value instanceof SliceBitmap bitmap) {
            ByteWriter out = new ByteWriter(16);
            bitmap.encode(out);
            return of(out.toBytes());
        } else if (value instanceof Optional<?> optional) {
            return optional.map(Described::of).orElse("none");
        } else if (value instanceof List<?> list) {
            return list.stream().map(Described::of).collect(Collectors.joining(", ", "[", "]"));
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value instanceof Record record ? ofRecord(record) : value.toString();
    }

    private static String ofRecord(Record record) {
        StringBuilder text = new StringBuilder(record.getClass().getSimpleName()).append('(');
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            text.append(component.getName()).append('=');
            text.append(of(component(record, component))).append("; ");
        }
        return text.append(')').toString();
    }

    private static Object component(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record tells what it consists of", e);
        }
    }

    /** The names of all records that a sealed interface permits, also by way of others. */
    static Set<String> kinds(Class<?> sealed) {
        Set<String> kinds = new TreeSet<>();
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isInterface()) {
                kinds.addAll(kinds(permitted));
            } else {
                kinds.add(permitted.getSimpleName());
            }
        }
        return kinds;
    }

    /** The names of the records that these are. */
    static Set<String> kindsOf(List<?> values) {
        return values.stream()
                .map(value -> value.getClass().getSimpleName())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
