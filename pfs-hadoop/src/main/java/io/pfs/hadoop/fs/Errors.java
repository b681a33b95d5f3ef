package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;

/** What went wrong, as the exceptions that users of Hadoop know, with the path and what can be done. */
public final class Errors {
    private static final String BETWEEN_PATHS = " to ";

    private Errors() {}

    /** What messages say of two paths. */
    static String both(String from, String to) {
        return from + BETWEEN_PATHS + to;
    }

    /** Does something about a path. */
    public static void about(String path, Runnable call) throws IOException {
        asked(path, () -> {
            call.run();
            return true;
        });
    }

    /** Asks something about a path. */
    public static <T> T asked(String path, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (PfsException e) {
            throw of(e, path);
        }
    }

    /**
     * The same, where what is not supported goes wrong as anything else does: shells tell that in a line, and with all that led to it what is no {@code
     * IOException}.
     */
    static <T> T told(String path, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (PfsException e) {
            throw e.code() == ErrorCode.NOT_SUPPORTED ? failed(path, e) : of(e, path);
        }
    }

    /** The same for what only reads: whatever is no file in a directory, or can't be, is not there. */
    public static <T> T read(String path, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (PfsException e) {
            throw ofReading(e, path);
        }
    }

    static IOException ofReading(PfsException e, String path) {
        return isNothingToRead(e.code()) ? missing(path, e) : of(e, path);
    }

    /** The same for what writes a file: a directory that is in the way has taken the name. */
    static void write(String path, Runnable call) throws IOException {
        try {
            call.run();
        } catch (PfsException e) {
            throw e.code() == ErrorCode.IS_A_DIRECTORY ? taken(path, e) : of(e, path);
        }
    }

    private static boolean isNothingToRead(ErrorCode code) {
        return switch (code) {
            case NOT_FOUND, NOT_A_DIRECTORY, IS_A_DIRECTORY, NAME_INVALID -> true;
            default -> false;
        };
    }

    static IOException missing(String path, PfsException cause) {
        return because(cause, new FileNotFoundException(message(path, cause)));
    }

    static IOException taken(String path, PfsException cause) {
        return because(cause, new FileAlreadyExistsException(message(path, cause)));
    }

    /** By its code alone. What the caller did wrong in a way that no retry mends is no {@code IOException}, as elsewhere in Hadoop. */
    public static IOException of(PfsException e, String path) {
        String message = message(path, e);
        return switch (e.code()) {
            case NAME_INVALID -> invalid(e, path);
            case NOT_SUPPORTED -> throw because(e, new UnsupportedOperationException(message));
            case NOT_FOUND -> because(e, new FileNotFoundException(message));
            case ALREADY_EXISTS -> because(e, new FileAlreadyExistsException(message));
            case NOT_A_DIRECTORY -> because(e, new ParentNotDirectoryException(message));
            case IS_A_DIRECTORY -> because(e, new PathIsDirectoryException(path));
            case NOT_EMPTY -> because(e, new PathIsNotEmptyDirectoryException(path));
            case PERMISSION_DENIED, NOT_AUTHENTICATED -> because(e, new AccessControlException(message));
            case UNREACHABLE -> because(e, new ConnectException(message));
            case NO_SPACE -> new ClusterStorageCapacityExceededException(message, e);
            case UNKNOWN_OUTCOME ->
                isInterrupted(e) ? because(e, new InterruptedIOException(message)) : failed(path, e);
            case OUT_OF_RANGE,
                    TOO_LARGE,
                    USAGE,
                    VERSION_CHANGED,
                    INTO_ITSELF,
                    OBJECT_LOST,
                    NOT_OWNER,
                    BUSY,
                    CLOSED,
                    MISPLACED,
                    PROTOCOL_BROKEN,
                    VERSION_UNKNOWN,
                    CORRUPT,
                    FORMAT_TOO_OLD,
                    FORMAT_TOO_NEW,
                    NOT_OURS,
                    EPOCH_PASSED,
                    IO_FAILED,
                    NO_PERMISSION,
                    FORCE_FAILED,
                    LOCKED,
                    FILE_EXISTS,
                    FILE_MISSING,
                    NOT_A_FILE,
                    INVARIANT_BROKEN -> failed(path, e);
        };
    }

    /** What is only too long HDFS refuses when it would have to keep it. */
    private static IOException invalid(PfsException e, String path) {
        if (Arrays.stream(path.split(BETWEEN_PATHS)).anyMatch(Paths::isTooLong)) {
            return new PathIOException(path, e.detail(), e);
        }
        throw because(e, new InvalidPathException(path, e.detail()));
    }

    private static boolean isInterrupted(PfsException e) {
        return e.getCause() instanceof InterruptedException;
    }

    private static IOException failed(String path, PfsException e) {
        return new PathIOException(path, e.getMessage() + advice(e.code()), e);
    }

    private static String message(String path, PfsException e) {
        return path + ": " + e.detail() + advice(e.code());
    }

    /** What the user can do, where that is not plain. */
    private static String advice(ErrorCode code) {
        return switch (code) {
            case UNREACHABLE -> " (is the server running, and are host and port right?)";
            case NOT_AUTHENTICATED -> " (the file of the token is set by " + Key.AUTH_TOKEN_FILE.forAll() + ")";
            case BUSY, NOT_OWNER, MISPLACED ->
                " (try it later; it was tried for as long as " + Key.REQUEST_TIMEOUT.forAll() + " says)";
            case UNKNOWN_OUTCOME -> " (it may have been done)";
            case NO_SPACE -> " (the server needs more space, or files to be removed)";
            case VERSION_CHANGED -> " (another one changed it meanwhile; open it again)";
            default -> "";
        };
    }

    private static <E extends Exception> E because(PfsException cause, E exception) {
        exception.initCause(cause);
        return exception;
    }
}
