package io.pfs.query.eval;

/** What a condition is for a row. */
public enum Truth {
    FALSE,
    UNKNOWN,
    TRUE;

    static Truth of(boolean holds) {
        return holds ? TRUE : FALSE;
    }

    Truth negated() {
        return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
    }
}
