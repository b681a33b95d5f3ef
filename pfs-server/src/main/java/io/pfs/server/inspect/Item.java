package io.pfs.server.inspect;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that stands in a file.
 *
 * @param what it is, in a word
 * @param length bytes of it in the file
 * @param parts what it is made of
 */
public record Item(String what, long offset, long length, boolean isDamage, List<Field> fields, List<Item> parts) {
    public Item {
        fields = List.copyOf(fields);
        parts = List.copyOf(parts);
    }

    static Item of(String what, long offset, long length) {
        return new Item(what, offset, length, false, List.of(), List.of());
    }

    /** Bytes that are not what they should be. */
    static Item damage(long from, long to, String why) {
        return new Item("damaged", from, to - from, true, List.of(), List.of()).with("why", why);
    }

    Item with(String name, String value) {
        return with(new Field(name, Escaped.text(value), false));
    }

    Item with(String name, long value) {
        return with(new Field(name, Long.toString(value), true));
    }

    /** A number whose digits mean something to whoever knows the bits. */
    Item withHex(String name, long value) {
        return with(new Field(name, Long.toHexString(value), false));
    }

    private Item with(Field field) {
        List<Field> more = new ArrayList<>(fields);
        more.add(field);
        return new Item(what, offset, length, isDamage, more, parts);
    }

    Item withParts(List<Item> of) {
        return new Item(what, offset, length, isDamage, fields, of);
    }
}
