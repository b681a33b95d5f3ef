package io.pfs.row;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tags of a row, by name: typed cells that stand in the row itself. */
public record Tags(SortedMap<String, TagValue> byName) {
    public static final Tags NONE = new Tags(new TreeMap<>());

    static final int NAME_BYTES_MAX = 255;

    public Tags {
        byName.forEach((name, value) -> requireValid(name, value));
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    /** The name of a tag, unless it can't be one. */
    public static String requireName(String name) {
        TagValue.requireText("name of a tag", name);
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        Check.inRange("bytes of the name of tag '" + name + "'", bytes, 1, NAME_BYTES_MAX);
        return name;
    }

    private static void requireValid(String name, TagValue value) {
        requireName(name);
        if (value instanceof TagValue.OfString text) {
            TagValue.requireText("tag '" + name + "'", text.value());
        }
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    public Optional<TagValue> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** These tags with some set and others gone. */
    public Tags with(Map<String, TagValue> set, Iterable<String> removed) {
        TreeMap<String, TagValue> changed = new TreeMap<>(byName);
        removed.forEach(changed::remove);
        changed.putAll(set);
        return new Tags(changed);
    }

    void encode(ByteWriter out) {
        encode(byName, out);
    }

    /** Writes tags that were checked before. */
    public static void encode(SortedMap<String, TagValue> byName, ByteWriter out) {
        out.varint(byName.size());
        byName.forEach((name, value) -> {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            out.u8(bytes.length).bytes(bytes);
            TagValue.encode(value, out);
        });
    }

    /** Reads tags, of which there must be one at least. */
    public static Tags decode(ByteReader in) {
        int count = (int) in.varint("count of tags", 1, in.remaining());
        TreeMap<String, TagValue> tags = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int length = (int) in.inRange("length of a tag's name", in.u8("length of a tag's name"), 1, NAME_BYTES_MAX);
            String name = in.text("name of a tag", length);
            if (!tags.isEmpty() && tags.lastKey().compareTo(name) >= 0) {
                throw in.refuse("order of tags", "names that ascend", name);
            }
            tags.put(name, TagValue.decode(in));
        }
        return ofStored(in, tags);
    }

    private static Tags ofStored(ByteReader in, TreeMap<String, TagValue> tags) {
        try {
            return new Tags(tags);
        } catch (PfsException e) {
            throw e.code() == ErrorCode.CORRUPT ? e : in.refuse("tags", "valid names", String.valueOf(e.getMessage()));
        }
    }
}
