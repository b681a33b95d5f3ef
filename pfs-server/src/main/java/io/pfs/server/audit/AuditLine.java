package io.pfs.server.audit;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.server.audit.AuditEvent.Done;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Events as lines: fields {@code key=value}, a space between them. What users chose stands in quotes, and of that only printable
 * ASCII as it is, without quotes and backslashes; each other byte is {@code \xNN}. So nothing in a name looks like a field, a
 * line, or another name. For one thread.
 */
final class AuditLine {
    /** Many lines are of one moment, whose text takes as long to make as all the rest of a line. */
    private long momentMillis = Long.MIN_VALUE;

    private String moment = "";

    /** The lines of an event, each with its end. */
    void append(AuditEvent event, StringBuilder out) {
        for (Done done : event.rows()) {
            begin(event.wallMillis(), out);
            quoted("user", bytes(event.asker().user()), out);
            out.append(" uid=").append(Integer.toUnsignedString(event.asker().uid()));
            quoted("client", bytes(event.client()), out);
            request(event.request(), out.append(" request="));
            out.append(" op=").append(done.operation());
            out.append(" table=").append(Long.toHexString(event.table().value()));
            done.name().ifPresent(name -> quoted("name", name.toBytes(), out));
            event.to().ifPresent(to -> {
                out.append(" to-table=").append(Long.toHexString(to.table().value()));
                quoted("to-name", to.name().toBytes(), out);
            });
            what(event, out);
            out.append(" result=").append(event.result()).append('\n');
        }
    }

    /** Says that some are missing. */
    void appendDropped(long wallMillis, long count, StringBuilder out) {
        begin(wallMillis, out);
        out.append(" op=dropped count=").append(count).append('\n');
    }

    private void begin(long wallMillis, StringBuilder out) {
        if (wallMillis != momentMillis) {
            momentMillis = wallMillis;
            moment = Instant.ofEpochMilli(wallMillis).toString();
        }
        out.append("time=").append(moment);
    }

    private static void request(RequestId id, StringBuilder out) {
        out.append(Long.toHexString(id.clientHigh())).append('-');
        out.append(Long.toHexString(id.clientLow())).append('-').append(id.sequence());
    }

    private static void what(AuditEvent event, StringBuilder out) {
        event.set().mode().ifPresent(mode -> out.append(" mode=0").append(Integer.toOctalString(mode)));
        number("owner", event.set().owner(), out);
        number("group", event.set().group(), out);
        if (!event.detail().isEmpty()) {
            quoted("what", bytes(event.detail()), out);
        }
    }

    private static void number(String key, OptionalInt value, StringBuilder out) {
        value.ifPresent(number -> out.append(' ').append(key).append('=').append(Integer.toUnsignedString(number)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void quoted(String key, byte[] value, StringBuilder out) {
        out.append(' ').append(key).append("=\"");
        for (byte b : value) {
            if (b >= 0x20 && b < 0x7f && b != '"' && b != '\\') {
                out.append((char) b);
            } else {
                out.append("\\x");
                out.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        out.append('"');
    }

    /** A name as it stands in a line, for who searches for it. */
    static String name(RowName name) {
        StringBuilder out = new StringBuilder();
        quoted("name", name.toBytes(), out);
        return out.substring(1);
    }
}
