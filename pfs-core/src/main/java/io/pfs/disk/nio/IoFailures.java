package io.pfs.disk.nio;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Tells what the operating system said as a typed refusal that names the file and says what to do. */
final class IoFailures {
    private IoFailures() {}

    /**
     * The refusal for a failed call.
     *
     * @param action what was tried, as in "could not {@code write} the file"
     */
    static PfsException of(String action, String path, IOException e) {
        ErrorCode code = codeOf(e);
        return new PfsException(code, "could not " + action + " " + path + ": " + reason(e) + "; " + advice(code), e);
    }

    static PfsException notAFile(String path) {
        return new PfsException(
                ErrorCode.NOT_A_FILE, path + " is not a plain file; move away what stands there under this name");
    }

    static PfsException missing(String path) {
        return new PfsException(ErrorCode.FILE_MISSING, path + " does not exist; " + advice(ErrorCode.FILE_MISSING));
    }

    static PfsException exists(String path) {
        return new PfsException(ErrorCode.FILE_EXISTS, path + " exists; " + advice(ErrorCode.FILE_EXISTS));
    }

    private static ErrorCode codeOf(IOException e) {
        if (e instanceof NoSuchFileException) {
            return ErrorCode.FILE_MISSING;
        }
        if (e instanceof FileAlreadyExistsException) {
            return ErrorCode.FILE_EXISTS;
        }
        if (e instanceof AccessDeniedException) {
            return ErrorCode.NO_PERMISSION;
        }
        if (e instanceof NotDirectoryException) {
            return ErrorCode.NOT_A_FILE;
        }
        return codeOfReason(reason(e));
    }

    /** Where the type says nothing, the system's own words do; they are not translated on the systems we know. */
    private static ErrorCode codeOfReason(String reason) {
        if (reason.contains("No space left on device") || reason.contains("Disk quota exceeded")) {
            return ErrorCode.NO_SPACE;
        }
        if (reason.contains("Permission denied")
                || reason.contains("Operation not permitted")
                || reason.contains("Read-only file system")) {
            return ErrorCode.NO_PERMISSION;
        }
        if (reason.contains("Is a directory")
                || reason.contains("Not a directory")
                || reason.contains("Too many levels of symbolic links")) {
            return ErrorCode.NOT_A_FILE;
        }
        return ErrorCode.IO_FAILED;
    }

    private static String reason(IOException e) {
        @Nullable String reason = e instanceof FileSystemException fse ? fse.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    private static String advice(ErrorCode code) {
        return switch (code) {
            case FILE_MISSING -> "check that this is the folder that was meant, and whole";
            case FILE_EXISTS -> "it was kept as it is; remove it if it isn't needed";
            case NO_PERMISSION -> "give the user that runs PFS the right to read and write there";
            case NO_SPACE -> "free space or raise the quota; PFS goes on by itself then";
            case NOT_A_FILE -> "move away what stands there under this name";
            default -> "check the device and the system's log";
        };
    }
}
