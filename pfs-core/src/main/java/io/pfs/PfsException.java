package io.pfs;

import org.jspecify.annotations.Nullable;

/**
 * The one exception type. The code says what kind of trouble it is and what to do; the message names the thing, the
 * limit and the value.
 */
public final class PfsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String detail;

    public PfsException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public PfsException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code + " (" + code.number() + "): " + message, cause);
        this.code = code;
        this.detail = message;
    }

    public ErrorCode code() {
        return code;
    }

    /** The message without the code in front of it. */
    public String detail() {
        return detail;
    }
}
