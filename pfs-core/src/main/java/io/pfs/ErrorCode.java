package io.pfs;

/**
 * Everything that can go wrong, by number. Numbers are part of the protocol: they are never reused and never change
 * their meaning.
 */
public enum ErrorCode {
    // What the caller asked for cannot be done; asking again changes nothing.
    NAME_INVALID(100, Kind.REQUEST, Retry.NEVER),
    OUT_OF_RANGE(101, Kind.REQUEST, Retry.NEVER),
    TOO_LARGE(102, Kind.REQUEST, Retry.NEVER),
    ALREADY_EXISTS(103, Kind.REQUEST, Retry.NEVER),
    NOT_FOUND(104, Kind.REQUEST, Retry.NEVER),
    NOT_SUPPORTED(105, Kind.REQUEST, Retry.NEVER),
    USAGE(106, Kind.REQUEST, Retry.NEVER),
    IS_A_DIRECTORY(107, Kind.REQUEST, Retry.NEVER),
    NOT_A_DIRECTORY(108, Kind.REQUEST, Retry.NEVER),
    NOT_EMPTY(109, Kind.REQUEST, Retry.NEVER),
    /** The row was changed since it had the expected version: read it again and decide anew. */
    VERSION_CHANGED(110, Kind.REQUEST, Retry.NEVER),
    /** A directory can not come to lie below itself. */
    INTO_ITSELF(111, Kind.REQUEST, Retry.NEVER),
    /** What was written of a large cell is not known here, or gone: another object has to begin with what there is of it, or with nothing. */
    OBJECT_LOST(112, Kind.REQUEST, Retry.NEVER),
    /** The user that asks has no right to. (What the machine below refuses the server is {@link #NO_PERMISSION}.) */
    PERMISSION_DENIED(113, Kind.REQUEST, Retry.NEVER),

    // The server is not, or no longer, the one to ask, or cannot answer now.
    NOT_OWNER(200, Kind.ROUTING, Retry.AFTER_REFRESH),
    BUSY(201, Kind.ROUTING, Retry.LATER),
    UNKNOWN_OUTCOME(202, Kind.ROUTING, Retry.SAME_REQUEST),
    CLOSED(203, Kind.ROUTING, Retry.AFTER_REFRESH),
    /** The name lives in another shard by now. */
    MISPLACED(204, Kind.ROUTING, Retry.AFTER_REFRESH),
    /** There is no connection to the server, and nothing was sent to it. */
    UNREACHABLE(205, Kind.ROUTING, Retry.LATER),
    /** The other side sent what no PFS sends; the connection ended. */
    PROTOCOL_BROKEN(206, Kind.ROUTING, Retry.NEVER),
    /** The other side did not prove that it knows the secret. */
    NOT_AUTHENTICATED(207, Kind.ROUTING, Retry.NEVER),
    /** Client and server have no version of the protocol in common. */
    VERSION_UNKNOWN(208, Kind.ROUTING, Retry.NEVER),

    // What was read is not what was written.
    CORRUPT(300, Kind.DATA, Retry.NEVER),
    FORMAT_TOO_OLD(301, Kind.DATA, Retry.NEVER),
    FORMAT_TOO_NEW(302, Kind.DATA, Retry.NEVER),
    NOT_OURS(303, Kind.DATA, Retry.NEVER),
    /** What an epoch was given out for was taken in it or a later one already: who gives them out has forgotten what was. */
    EPOCH_PASSED(304, Kind.DATA, Retry.NEVER),

    // The machine below us refuses.
    IO_FAILED(400, Kind.STORAGE, Retry.LATER),
    NO_SPACE(401, Kind.STORAGE, Retry.LATER),
    NO_PERMISSION(402, Kind.STORAGE, Retry.NEVER),
    FORCE_FAILED(403, Kind.STORAGE, Retry.SAME_REQUEST),
    LOCKED(404, Kind.STORAGE, Retry.NEVER),
    FILE_EXISTS(405, Kind.STORAGE, Retry.NEVER),
    FILE_MISSING(406, Kind.STORAGE, Retry.NEVER),
    NOT_A_FILE(407, Kind.STORAGE, Retry.NEVER),

    // Our own mistake.
    INVARIANT_BROKEN(500, Kind.INTERNAL, Retry.NEVER);

    /** Whose problem it is. */
    public enum Kind {
        REQUEST,
        ROUTING,
        DATA,
        STORAGE,
        INTERNAL
    }

    /** What the caller should do next. */
    public enum Retry {
        /** The same request will fail again. */
        NEVER,
        /** Refresh what is cached about tables and servers, then ask again. */
        AFTER_REFRESH,
        /** Nothing happened; wait a little and ask again. */
        LATER,
        /** It may have happened: repeat with the same request id, and only so. */
        SAME_REQUEST
    }

    private final int number;
    private final Kind kind;
    private final Retry retry;

    ErrorCode(int number, Kind kind, Retry retry) {
        this.number = number;
        this.kind = kind;
        this.retry = retry;
    }

    public int number() {
        return number;
    }

    public Kind kind() {
        return kind;
    }

    public Retry retry() {
        return retry;
    }

    /** Whether it says that some bytes can't be read, now or ever: who needs others may go on with those. */
    public boolean isUnreadable() {
        return kind == Kind.DATA || this == IO_FAILED || this == FILE_MISSING;
    }

    /**
     * Whether it says that some bytes are not what they were: who reads them again finds no others. A file that is missing may be back
     * soon, with a folder of the network that was gone for a moment.
     */
    public boolean isDamage() {
        return kind == Kind.DATA;
    }

    /** The code with this number, for decoding. */
    public static ErrorCode ofNumber(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        throw new PfsException(CORRUPT, "no error code has the number " + number);
    }
}
