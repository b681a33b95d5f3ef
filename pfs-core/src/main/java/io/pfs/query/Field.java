package io.pfs.query;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.charset.StandardCharsets;

/** What a condition is about. */
public sealed interface Field extends SortKey {
    /** The alias of the table of a join whose row it is of; empty if there is no join. */
    String alias();

    /** An attribute, which every row has. */
    record OfAttribute(String alias, Attribute attribute) implements Field {}

    /** The tag of this name. */
    record OfTag(String alias, String name) implements Field {
        public OfTag {
            requireName("name of a tag", name);
        }
    }

    /** Bytes of the cell of a column. */
    record OfCell(String alias, String column) implements Field {
        public OfCell {
            requireName("name of a column", column);
        }
    }

    static Field of(Attribute attribute) {
        return new OfAttribute("", attribute);
    }

    static Field ofTag(String name) {
        return new OfTag("", name);
    }

    static Field ofCell(String column) {
        return new OfCell("", column);
    }

    /** The same of the row of another table. */
    default Field of(String otherAlias) {
        if (this instanceof OfAttribute field) {
            return new OfAttribute(otherAlias, field.attribute());
        } else if (this instanceof OfTag field) {
            return new OfTag(otherAlias, field.name());
        }
        return new OfCell(otherAlias, ((OfCell) this).column());
    }

    /** For messages. */
    default String words() {
        if (this instanceof OfAttribute field) {
            return "attribute '" + field.attribute().word() + "'";
        } else if (this instanceof OfTag field) {
            return "tag '" + field.name() + "'";
        }
        return "size of column '" + ((OfCell) this).column() + "'";
    }

    /** Refuses what can't be a name. */
    static void requireName(String what, String name) {
        requireText(what, name);
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        Check.inRange("bytes of the " + what + " '" + name + "'", bytes, 1, QueryLimits.FIELD_NAME_BYTES_MAX);
    }

    /** Refuses what has no bytes of its own. */
    static void requireText(String what, String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new PfsException(ErrorCode.NAME_INVALID, what + " is not well-formed Unicode");
        }
    }
}
