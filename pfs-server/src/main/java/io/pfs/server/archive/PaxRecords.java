package io.pfs.server.archive;

import io.pfs.PfsException;
import io.pfs.format.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the records before a tar header say instead of it: those of POSIX, {@code LENGTH KEY=VALUE\n}, and GNU's long
 * names. Lengths are checked before anything is kept; what nobody asks for is passed over.
 */
final class PaxRecords {
    /** A thousand times what a file system takes, so that an absurd name is refused as a name, with its archive read on. */
    static final int NAME_BYTES_MAX = 1 << 20;

    /** Far more than a row holds, so that too many are refused as tags, with the archive read on. */
    private static final int TAGS_BYTES_MAX = 1 << 18;

    private static final int KEY_BYTES_MAX = 1 << 12;
    private static final int NUMBER_BYTES_MAX = 64;
    private static final int LENGTH_DIGITS_MAX = 18;

    private final TarInput input;
    private Optional<byte[]> path = Optional.empty();
    private Optional<byte[]> link = Optional.empty();
    private Optional<Long> bytes = Optional.empty();
    private Optional<Long> mtimeMillis = Optional.empty();
    private boolean sparse;
    private final TreeMap<String, String> tags = new TreeMap<>();
    private long tagsBytes;
    private Optional<String> tagsFault = Optional.empty();

    PaxRecords(TarInput input) {
        this.input = input;
    }

    byte[] path(TarHeader header) {
        return path.orElse(header.name());
    }

    byte[] link(TarHeader header) {
        return link.orElse(header.link());
    }

    long bytes(TarHeader header) {
        return bytes.orElse(header.bytes());
    }

    long mtimeMillis(TarHeader header) {
        return mtimeMillis.orElse(Math.min(Math.max(header.mtimeSeconds(), 0), Integer.MAX_VALUE * 64L) * 1000);
    }

    boolean sparse() {
        return sparse;
    }

    /** None, if any can't be read. */
    SortedMap<String, String> tags() {
        return tagsFault.isPresent() ? Collections.emptySortedMap() : tags;
    }

    Optional<String> tagsFault() {
        return tagsFault;
    }

    /** GNU: the name of the next entry, with a NUL behind it. */
    void longPath(long length) {
        path = Optional.of(longName(length));
    }

    /** GNU: where the next entry leads. */
    void longLink(long length) {
        link = Optional.of(longName(length));
    }

    private byte[] longName(long length) {
        byte[] name = input.bytes("a long name", nameLength(length));
        int end = 0;
        while (end < name.length && name[end] != 0) {
            end++;
        }
        return Arrays.copyOf(name, end);
    }

    /** Reads the records of one header, which are {@code length} bytes in all. */
    void read(long length) {
        long end = input.offset() + length;
        while (input.offset() < end) {
            record(end);
        }
    }

    private void record(long end) {
        long start = input.offset();
        long length = recordLength(end);
        long recordEnd = start + length;
        if (length <= input.offset() - start || recordEnd > end) {
            throw input.refuse("the length of a record", "inside its " + (end - start) + " bytes", "" + length);
        }
        String key = key(recordEnd);
        long valueBytes = recordEnd - 1 - input.offset();
        if (valueBytes < 0) {
            throw input.refuse("a record", "a value", "its end");
        }
        take(key, valueBytes);
        if (input.bytes("the end of a record", 1)[0] != '\n') {
            throw input.refuse("the end of a record", "a line feed", "something else");
        }
    }

    private long recordLength(long end) {
        long length = 0;
        for (int digits = 0; input.offset() < end; digits++) {
            byte b = input.bytes("the length of a record", 1)[0];
            if (b == ' ' && digits > 0) {
                return length;
            }
            if (b < '0' || b > '9' || digits == LENGTH_DIGITS_MAX) {
                break;
            }
            length = length * 10 + (b - '0');
        }
        throw input.refuse("the length of a record", "digits and a blank", "something else");
    }

    private String key(long recordEnd) {
        StringBuilder key = new StringBuilder();
        while (input.offset() < recordEnd && key.length() < KEY_BYTES_MAX) {
            byte b = input.bytes("the key of a record", 1)[0];
            if (b == '=') {
                return key.toString();
            }
            key.append((char) (b & 0xff));
        }
        throw input.refuse("a record", "a key of at most " + KEY_BYTES_MAX + " bytes and '='", "no '='");
    }

    private void take(String key, long valueBytes) {
        switch (key) {
            case "path" -> path = Optional.of(input.bytes("a path", nameLength(valueBytes)));
            case "linkpath" -> link = Optional.of(input.bytes("a link", nameLength(valueBytes)));
            case "size" -> bytes = Optional.of(size(number(valueBytes)));
            case "mtime" -> mtimeMillis = Optional.of(millis(number(valueBytes)));
            default -> {
                if (TagRecords.isTag(key)) {
                    takeTag(key, valueBytes);
                    return;
                }
                sparse |= key.startsWith("GNU.sparse.");
                input.skip(valueBytes);
            }
        }
    }

    private void takeTag(String key, long valueBytes) {
        tagsBytes += key.length() + valueBytes;
        if (tagsBytes > TAGS_BYTES_MAX) {
            tagsFault = Optional.of("more than " + TAGS_BYTES_MAX + " bytes");
            input.skip(valueBytes);
            return;
        }
        Optional<String> name = TagRecords.name(key);
        Optional<String> value = Utf8.text(input.bytes("a tag", (int) valueBytes));
        if (name.isPresent() && value.isPresent()) {
            tags.put(name.get(), value.get());
        } else {
            String shown = "'" + ArchiveEntry.shown(key.getBytes(StandardCharsets.ISO_8859_1)) + "'";
            tagsFault = Optional.of(
                    name.isPresent()
                            ? "the value of " + shown + " is no UTF-8"
                            : "the name in " + shown + " is no UTF-8 with escapes of two digits");
        }
    }

    private int nameLength(long length) {
        if (length > NAME_BYTES_MAX) {
            throw input.refuse("a name", "at most " + NAME_BYTES_MAX + " bytes", length + " bytes");
        }
        return (int) length;
    }

    private BigDecimal number(long valueBytes) {
        if (valueBytes > NUMBER_BYTES_MAX) {
            throw input.refuse("a number", "at most " + NUMBER_BYTES_MAX + " digits", valueBytes + " bytes");
        }
        byte[] digits = input.bytes("a number", (int) valueBytes);
        for (byte b : digits) {
            // without this a BigDecimal takes exponents, and grows to millions of digits
            if ((b < '0' || b > '9') && b != '.' && b != '-') {
                throw notANumber(digits);
            }
        }
        try {
            return new BigDecimal(new String(digits, StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            throw notANumber(digits);
        }
    }

    private PfsException notANumber(byte[] digits) {
        return input.refuse("a number", "digits", "'" + ArchiveEntry.shown(digits) + "'");
    }

    private long size(BigDecimal value) {
        if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(TarInput.ENTRY_BYTES_MAX)) > 0) {
            throw input.refuse("the size of an entry", "from 0 to " + TarInput.ENTRY_BYTES_MAX, value.toPlainString());
        }
        return value.longValue();
    }

    private static long millis(BigDecimal seconds) {
        BigDecimal most = BigDecimal.valueOf(1L << 48);
        BigDecimal millis = seconds.movePointRight(3);
        return millis.signum() < 0 ? 0 : millis.min(most).longValue();
    }
}
