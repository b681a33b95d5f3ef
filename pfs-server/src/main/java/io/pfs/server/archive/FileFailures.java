package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** What the operating system said of a user's own files, as a typed refusal. */
public final class FileFailures {
    private FileFailures() {}

    public static PfsException of(String action, Object file, IOException e) {
        String reason = words(e);
        return new PfsException(code(e, reason), "could not " + action + " " + file + ": " + reason, e);
    }

    /** What went wrong; of what Java has a class for, the system's own words are not handed on. */
    public static String words(IOException e) {
        @Nullable String said = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
        if (said != null) {
            return said;
        }
        if (e instanceof NoSuchFileException) {
            return "it is not there";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is there already";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "it is a directory that is not empty";
        }
        return e.getClass().getSimpleName();
    }

    private static ErrorCode code(IOException e, String reason) {
        if (e instanceof NoSuchFileException) {
            return ErrorCode.FILE_MISSING;
        }
        if (e instanceof FileAlreadyExistsException || e instanceof DirectoryNotEmptyException) {
            return ErrorCode.FILE_EXISTS;
        }
        if (e instanceof NotDirectoryException || reason.contains("Not a directory")) {
            return ErrorCode.NOT_A_FILE;
        }
        if (e instanceof AccessDeniedException || reason.contains("Read-only file system")) {
            return ErrorCode.NO_PERMISSION;
        }
        return reason.contains("No space left") || reason.contains("quota exceeded")
                ? ErrorCode.NO_SPACE
                : ErrorCode.IO_FAILED;
    }
}
