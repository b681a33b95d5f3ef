package io.pfs.row;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * What stands in a row beside its attributes and the places of its cells, as values. Bytes: see the package.
 *
 * @param target of a symlink; not copied, treat as immutable
 * @param pointer of a directory's row: its table
 * @param facts of a table's row in the table of tables; bytes as that package lays them out
 */
public record Inline(Optional<byte[]> target, Optional<TablePointer> pointer, Optional<byte[]> facts, Tags tags) {
    public static final Inline EMPTY = new Inline(Optional.empty(), Optional.empty(), Optional.empty(), Tags.NONE);

    private static final int TARGET = 1;
    private static final int POINTER = 2;
    private static final int FACTS = 3;
    private static final int TAGS = 4;

    public static Inline ofTarget(byte[] target) {
        return new Inline(Optional.of(target), Optional.empty(), Optional.empty(), Tags.NONE);
    }

    public static Inline ofPointer(TablePointer pointer) {
        return new Inline(Optional.empty(), Optional.of(pointer), Optional.empty(), Tags.NONE);
    }

    public static Inline ofFacts(byte[] facts) {
        return new Inline(Optional.empty(), Optional.empty(), Optional.of(facts), Tags.NONE);
    }

    /** The same with other tags. */
    public Inline with(Tags others) {
        return new Inline(target, pointer, facts, others);
    }

    /** Refuses what would be too large, since then no row could hold it. */
    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(32);
        target.ifPresent(bytes -> entry(TARGET, bytes, out));
        pointer.ifPresent(p -> {
            ByteWriter body = new ByteWriter(24);
            p.encode(body);
            entry(POINTER, body.toBytes(), out);
        });
        facts.ifPresent(bytes -> entry(FACTS, bytes, out));
        if (!tags.isEmpty()) {
            ByteWriter body = new ByteWriter(64);
            tags.encode(body);
            entry(TAGS, body.toBytes(), out);
        }
        if (out.length() > Limits.ROW_INLINE_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "tags or target of a symlink take " + out.length() + " bytes in the row, but at most "
                            + Limits.ROW_INLINE_BYTES_MAX + " are kept there");
        }
        return out.toBytes();
    }

    private static void entry(int type, byte[] body, ByteWriter out) {
        out.u8(type).varint(body.length).bytes(body);
    }

    /** What these inline bytes of a row say. */
    public static Inline decode(ByteReader in) {
        in.inRange("inline bytes of a row", in.remaining(), 0, Limits.ROW_INLINE_BYTES_MAX);
        Inline read = EMPTY;
        int last = 0;
        while (in.remaining() > 0) {
            int type = (int) in.inRange("type of an inline entry", in.u8("type of an inline entry"), last + 1, TAGS);
            byte[] body = in.bytes("inline entry", (int) in.varint("length of an inline entry", 0, in.remaining()));
            read = read.with(type, in.of(in.offset() - body.length, body, 0, body.length));
            last = type;
        }
        return read;
    }

    private Inline with(int type, ByteReader body) {
        return switch (type) {
            case TARGET -> new Inline(Optional.of(body.array()), pointer, facts, tags);
            case POINTER -> {
                TablePointer read = TablePointer.decode(body);
                body.expectEnd("table pointer");
                yield new Inline(target, Optional.of(read), facts, tags);
            }
            case FACTS -> new Inline(target, pointer, Optional.of(body.array()), tags);
            default -> {
                Tags read = Tags.decode(body);
                body.expectEnd("tags");
                yield with(read);
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Inline inline && Arrays.equals(toBytes(), inline.toBytes());
    }

    @Override
    public int hashCode() {
        return Objects.hash(pointer, tags);
    }
}
