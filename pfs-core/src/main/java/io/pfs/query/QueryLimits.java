package io.pfs.query;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** How large a query, and what it gathers, may be. */
public final class QueryLimits {
    /** Of a query as it is given, and as it is sent. An extended attribute has no more, either. */
    public static final int TEXT_CHARS_MAX = 64 << 10;
    /** Parentheses and nots, one in the other. */
    public static final int NESTING_MAX = 64;
    /** Comparisons and other conditions on one field. */
    public static final int TERMS_MAX = 1024;
    /** Members of one {@code in (...)}. */
    public static final int IN_MEMBERS_MAX = 4096;

    public static final int TABLES_MAX = 256;
    public static final int PATH_BYTES_MAX = 4096;
    public static final int FIELD_NAME_BYTES_MAX = 255;
    public static final int ORDERINGS_MAX = 8;
    public static final int AGGREGATES_MAX = 32;

    private QueryLimits() {}

    /** Refuses more than there may be. */
    public static void requireAtMost(String what, long found, long max) {
        if (found > max) {
            throw new PfsException(ErrorCode.TOO_LARGE, what + " are " + found + ", but at most " + max + " may be");
        }
    }
}
