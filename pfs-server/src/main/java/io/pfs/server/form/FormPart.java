package io.pfs.server.form;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One name of a pattern: texts, with placeholders between them. There is one text more than placeholders, and two
 * placeholders never touch.
 */
record FormPart(List<byte[]> texts, List<Slot> slots) {
    /** What a placeholder stands for. */
    enum Slot {
        ROW,
        COLUMN
    }

    /** What stands at each placeholder, or nothing if the name is another; a placeholder ends where the text behind it first comes. */
    Optional<List<byte[]>> match(byte[] name) {
        byte[] before = texts.get(0);
        byte[] after = texts.get(texts.size() - 1);
        if (slots.isEmpty()) {
            return Arrays.equals(before, name) ? Optional.of(List.of()) : Optional.empty();
        }
        int begin = before.length;
        int end = name.length - after.length;
        if (begin >= end
                || indexOf(name, 0, before.length, before) != 0
                || indexOf(name, end, name.length, after) != end) {
            return Optional.empty();
        }
        if (slots.size() == 1) {
            return Optional.of(List.of(Arrays.copyOfRange(name, begin, end)));
        }
        byte[] between = texts.get(1);
        int at = indexOf(name, begin, end, between);
        int second = at + between.length;
        return at <= begin || second >= end
                ? Optional.empty()
                : Optional.of(List.of(Arrays.copyOfRange(name, begin, at), Arrays.copyOfRange(name, second, end)));
    }

    /** Where in {@code [begin, end)} the text first stands whole, or -1. */
    private static int indexOf(byte[] name, int begin, int end, byte[] text) {
        for (int at = begin; at + text.length <= end; at++) {
            if (Arrays.equals(name, at, at + text.length, text, 0, text.length)) {
                return at;
            }
        }
        return -1;
    }

    /** The name with these in place of the placeholders. */
    byte[] filled(byte[] row, byte[] column) {
        byte[] name = texts.get(0);
        for (int i = 0; i < slots.size(); i++) {
            name = joined(name, slots.get(i) == Slot.ROW ? row : column);
            name = joined(name, texts.get(i + 1));
        }
        return name;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    int textBytes() {
        return texts.stream().mapToInt(text -> text.length).sum();
    }
}
