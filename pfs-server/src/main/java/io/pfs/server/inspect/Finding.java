package io.pfs.server.inspect;

/**
 * Something that a check wants known.
 *
 * @param file it stands in, or nothing
 * @param offset in that file, or -1
 * @param subject what suffers: a table, row, slice or shard, or nothing
 * @param path to the table that the subject begins with; nothing if it begins with none, or none is known
 */
public record Finding(Kind kind, String file, long offset, String subject, String path, String text) {
    /** What it means. */
    public enum Kind {
        /** Something is lost or wrong. */
        DAMAGE,
        /** Nothing needs it, or nothing leads to it: it takes space. */
        ORPHAN,
        /** Strange to see, and harmless. */
        NOTE
    }

    public Finding {
        file = Escaped.text(file);
        subject = Escaped.text(subject);
        path = Escaped.text(path);
        text = Escaped.text(text);
    }

    static Finding damage(String file, long offset, String subject, String text) {
        return new Finding(Kind.DAMAGE, file, offset, subject, "", text);
    }

    static Finding orphan(String file, String subject, String text) {
        return new Finding(Kind.ORPHAN, file, -1, subject, "", text);
    }

    static Finding note(String file, long offset, String text) {
        return new Finding(Kind.NOTE, file, offset, "", "", text);
    }

    Finding withPath(String to) {
        return new Finding(kind, file, offset, subject, to, text);
    }

    Finding withFile(String in) {
        return new Finding(kind, in, offset, subject, path, text);
    }
}
