package io.pfs;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of a row: 1 to 255 bytes, compared exactly. Any bytes but {@code /} and NUL; not {@code .} or {@code ..}.
 * A name that exists is valid: everything that takes one can rely on it.
 */
public final class RowName implements Comparable<RowName> {
    /** The folder that every directory has, and no listing shows: in it columns are folders, too. */
    public static final RowName FORMS = RowName.of(".columns");

    private final byte[] bytes;

    /** A function of bytes that neither keeps nor changes them. */
    @FunctionalInterface
    public interface Hasher {
        long of(byte[] bytes, int at, int length);
    }

    private RowName(byte[] bytes) {
        this.bytes = bytes;
    }

    public static RowName of(String name) {
        return ofOwned(utf8(name));
    }

    public static RowName of(byte[] source, int offset, int length) {
        Check.inRange("length of a row name", length, 0, source.length - (long) offset);
        if (length > Limits.ROW_NAME_BYTES_MAX) {
            throw tooLong(length);
        }
        return ofOwned(Arrays.copyOfRange(source, offset, offset + length));
    }

    /** Unpaired surrogates have no bytes of their own; replacing them would make different names collide. */
    private static byte[] utf8(String name) {
        if (name.length() > Limits.ROW_NAME_BYTES_MAX) {
            throw tooLong(name.length());
        }
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(name));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new PfsException(ErrorCode.NAME_INVALID, "row name is not well-formed Unicode", e);
        }
    }

    private static RowName ofOwned(byte[] bytes) {
        validate(bytes);
        return new RowName(bytes);
    }

    private static void validate(byte[] bytes) {
        if (bytes.length == 0) {
            throw new PfsException(ErrorCode.NAME_INVALID, "row name is empty");
        }
        if (bytes.length > Limits.ROW_NAME_BYTES_MAX) {
            throw tooLong(bytes.length);
        }
        boolean onlyDots = bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'));
        if (onlyDots) {
            throw new PfsException(ErrorCode.NAME_INVALID, "row name '" + printable(bytes) + "' is reserved for paths");
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '/' || bytes[i] == 0) {
                String what = bytes[i] == 0 ? "NUL" : "'/'";
                throw new PfsException(
                        ErrorCode.NAME_INVALID,
                        "row name '" + printable(bytes) + "' contains " + what + " at byte " + i);
            }
        }
    }

    private static PfsException tooLong(int length) {
        return new PfsException(
                ErrorCode.NAME_INVALID,
                "row name is longer than " + Limits.ROW_NAME_BYTES_MAX + " bytes: at least " + length);
    }

    /**
     * Refuses a name that no row may be given, since paths mean something else by it: below this folder they find the forms of
     * files. Reading goes on with it as with any other.
     */
    public void requireForNewRow() {
        if (equals(FORMS)) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID,
                    "row name '" + this + "' is reserved: paths find the forms of files below it");
        }
    }

    public int length() {
        return bytes.length;
    }

    public byte byteAt(int index) {
        return bytes[index];
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** The bytes themselves, for who looks a name up or writes it down, and neither keeps nor changes them. */
    public byte[] sharedBytes() {
        return bytes;
    }

    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    /** The hash of the bytes where they are: every request hashes a name, and none should copy it for that. */
    public long hashedBy(Hasher hasher) {
        return hasher.of(bytes, 0, bytes.length);
    }

    @Override
    public int compareTo(RowName other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowName name && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** For messages: printable ASCII as it is, everything else escaped, so that no name can forge a log line. */
    @Override
    public String toString() {
        return printable(bytes);
    }

    private static String printable(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            if (b >= 0x20 && b < 0x7f && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x");
                text.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        return text.toString();
    }
}
