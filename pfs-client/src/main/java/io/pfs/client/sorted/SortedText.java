package io.pfs.client.sorted;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.Attribute;
import io.pfs.query.index.Indexed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What stands in a sorted file, as text. Layout: see the package. */
final class SortedText {
    static final int BYTES_MAX = 1 << 20;

    private static final String KIND = "pfs sorted file ";
    private static final String VERSION = "1";
    private static final String TABLE = "table ";
    private static final String AT = " at ";
    private static final String ATTRIBUTE = "  attribute ";
    private static final String TAG = "  tag ";
    private static final String CELL = "  cell ";
    private static final String END = "end ";
    private static final int ID_DIGITS = 16;
    private static final int ESCAPED_MORE = 2;

    private final String name;
    private final List<String> lines;
    private int at;

    private SortedText(String name, List<String> lines) {
        this.name = name;
        this.lines = lines;
    }

    static byte[] write(SortedContent content) {
        StringBuilder text = new StringBuilder(KIND).append(VERSION).append('\n');
        for (SortedMember member : content.members()) {
            text.append(TABLE).append(HexFormat.of().toHexDigits(member.table().value()));
            text.append(AT).append(member.home().value()).append('\n');
            member.fields().forEach(field -> text.append(line(field)).append('\n'));
        }
        text.append(END).append(content.members().size()).append('\n');
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a sorted file has at most " + BYTES_MAX + " bytes, but this one would have " + bytes.length
                            + "; choose fewer fields");
        }
        return bytes;
    }

    private static String line(Indexed field) {
        if (field instanceof Indexed.OfAttribute of) {
            return ATTRIBUTE + of.attribute().word();
        } else if (field instanceof Indexed.OfTag of) {
            return TAG + escaped(of.name());
        }
        return CELL + ((Indexed.OfCell) field).column().value();
    }

    private static String escaped(String name) {
        StringBuilder text = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '%' || c < ' ' || c == 0x7f) {
                text.append(String.format(Locale.ROOT, "%%%02x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    /** Whether it is a sorted file, be it one that can be read here or not. */
    static boolean isOne(byte[] bytes) {
        byte[] kind = KIND.getBytes(StandardCharsets.UTF_8);
        return bytes.length >= kind.length && Arrays.equals(bytes, 0, kind.length, kind, 0, kind.length);
    }

    /** Reads what was written; {@code name} is that of the sorted file, for messages. */
    static SortedContent read(String name, byte[] bytes) {
        List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", -1));
        return new SortedText(name, lines).content();
    }

    private SortedContent content() {
        String first = next();
        if (!first.startsWith(KIND)) {
            throw damaged(KIND + VERSION, first);
        }
        String version = first.substring(KIND.length());
        if (!version.equals(VERSION)) {
            throw new PfsException(
                    ErrorCode.FORMAT_TOO_NEW,
                    "sorted file '" + name + "' has version '" + version + "', but only " + VERSION
                            + " can be read here");
        }
        SortedContent content = SortedContent.EMPTY;
        while (peek().startsWith(TABLE)) {
            SortedMember member = member();
            if (content.find(member.table()).isPresent()) {
                throw damaged("each table once", member.table() + " again");
            }
            content = content.with(member);
        }
        String end = END + content.members().size();
        String found = next();
        if (!found.equals(end) || !next().isEmpty() || at != lines.size()) {
            throw damaged("'" + end + "' as the last line", found);
        }
        return content;
    }

    private SortedMember member() {
        String line = next();
        int cut = line.indexOf(AT);
        if (cut != TABLE.length() + ID_DIGITS) {
            throw damaged("a table and its shard", line);
        }
        TableId table = new TableId(number(() -> HexFormat.fromHexDigitsToLong(line, TABLE.length(), cut)));
        int shard = (int) decimal(line.substring(cut + AT.length()), Limits.SHARDS_MAX - 1);
        List<Indexed> fields = new ArrayList<>();
        while (peek().startsWith("  ")) {
            Indexed field = field(next());
            if (fields.contains(field)) {
                throw damaged("each field once", lines.get(at - 1));
            }
            fields.add(field);
        }
        return new SortedMember(table, new ShardId(shard), fields);
    }

    private Indexed field(String line) {
        try {
            if (line.startsWith(ATTRIBUTE)) {
                Optional<Attribute> attribute = Attribute.ofWord(line.substring(ATTRIBUTE.length()));
                return new Indexed.OfAttribute(attribute.orElseThrow(() -> damaged("an attribute", line)));
            } else if (line.startsWith(TAG)) {
                return new Indexed.OfTag(unescaped(line.substring(TAG.length())));
            } else if (line.startsWith(CELL)) {
                long column = decimal(line.substring(CELL.length()), Limits.DIRECT_COLUMNS_MAX - 1);
                return new Indexed.OfCell(new ColumnId((int) column));
            }
        } catch (PfsException e) {
            throw e.code() == ErrorCode.CORRUPT ? e : damaged(e.detail(), line);
        }
        throw damaged("an attribute, a tag or a cell", line);
    }

    private String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%' && i + ESCAPED_MORE < text.length()) {
                int from = i + 1;
                int to = from + ESCAPED_MORE;
                plain.append((char) number(() -> HexFormat.fromHexDigits(text, from, to)));
                i += ESCAPED_MORE;
            } else if (text.charAt(i) == '%') {
                throw damaged("two digits behind %", text);
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    private long decimal(String digits, long max) {
        long number = number(() -> Long.parseLong(digits));
        if (number < 0 || number > max || !Long.toString(number).equals(digits)) {
            throw damaged("a number from 0 to " + max, digits);
        }
        return number;
    }

    /** A number from digits. */
    private interface Digits {
        long parse();
    }

    private long number(Digits digits) {
        try {
            return digits.parse();
        } catch (IllegalArgumentException e) {
            throw damaged("digits", String.valueOf(e.getMessage()));
        }
    }

    private String peek() {
        return at < lines.size() ? lines.get(at) : "";
    }

    private String next() {
        String line = peek();
        at++;
        return line;
    }

    private PfsException damaged(String expected, String found) {
        return new PfsException(
                ErrorCode.CORRUPT,
                "sorted file '" + name + "' is damaged at line " + at + ": " + expected + " is expected, but found is '"
                        + found + "'");
    }
}
