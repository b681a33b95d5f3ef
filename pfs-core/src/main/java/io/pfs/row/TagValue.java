package io.pfs.row;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The value of a tag, with its type. */
public sealed interface TagValue {
    /** A whole number. */
    record OfLong(long value) implements TagValue {}

    /** A number with a fraction. */
    record OfDouble(double value) implements TagValue {}

    /** Text. */
    record OfString(String value) implements TagValue {}

    /** Bytes that mean nothing to PFS; not copied, treat as immutable. */
    record OfBytes(byte[] value) implements TagValue {
        @Override
        public boolean equals(Object other) {
            return other instanceof OfBytes bytes && Arrays.equals(value, bytes.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }
    }

    /** A moment, in milliseconds since 1970. */
    record OfTimestamp(long millis) implements TagValue {}

    /** True or false. */
    record OfBoolean(boolean value) implements TagValue {}

    private static int typeOf(TagValue value) {
        if (value instanceof OfLong) {
            return 1;
        } else if (value instanceof OfDouble) {
            return 2;
        } else if (value instanceof OfString) {
            return 3;
        } else if (value instanceof OfBytes) {
            return 4;
        }
        return value instanceof OfTimestamp ? 5 : 6;
    }

    static void encode(TagValue value, ByteWriter out) {
        out.u8(typeOf(value));
        if (value instanceof OfLong number) {
            out.u64(number.value());
        } else if (value instanceof OfDouble number) {
            out.u64(Double.doubleToRawLongBits(number.value()));
        } else if (value instanceof OfString text) {
            byte[] bytes = text.value().getBytes(StandardCharsets.UTF_8);
            out.varint(bytes.length).bytes(bytes);
        } else if (value instanceof OfBytes bytes) {
            out.varint(bytes.value().length).bytes(bytes.value());
        } else if (value instanceof OfTimestamp moment) {
            out.u64(moment.millis());
        } else if (value instanceof OfBoolean truth) {
            out.u8(truth.value() ? 1 : 0);
        }
    }

    static TagValue decode(ByteReader in) {
        int type = in.u8("type of a tag");
        return switch (type) {
            case 1 -> new OfLong(in.u64("tag"));
            case 2 -> new OfDouble(Double.longBitsToDouble(in.u64("tag")));
            case 3 -> new OfString(in.text("text of a tag", length(in)));
            case 4 -> new OfBytes(in.bytes("tag", length(in)));
            case 5 -> new OfTimestamp(in.u64("tag"));
            case 6 -> new OfBoolean(in.inRange("tag that is true or false", in.u8("tag"), 0, 1) == 1);
            default -> throw in.refuse("type of a tag", "1 to 6", Integer.toString(type));
        };
    }

    private static int length(ByteReader in) {
        return (int) in.varint("length of a tag", 0, in.remaining());
    }

    /** Refuses text that has no bytes of its own. */
    static void requireText(String what, String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new PfsException(ErrorCode.NAME_INVALID, what + " is not well-formed Unicode");
        }
    }
}
