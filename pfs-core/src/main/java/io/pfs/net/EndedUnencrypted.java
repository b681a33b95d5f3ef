package io.pfs.net;

/**
 * Why nothing has come of a connection that came about and ended before all was encrypted. There may be no room for it just now, of
 * which nobody can be told before.
 */
public final class EndedUnencrypted extends Exception {
    private static final long serialVersionUID = 1L;

    public EndedUnencrypted(Throwable cause) {
        super(cause);
    }

    /** Whether something failed for this. */
    public static boolean isBehind(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof EndedUnencrypted)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
