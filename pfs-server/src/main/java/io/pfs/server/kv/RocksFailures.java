package io.pfs.server.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells what RocksDB said as a typed refusal that names the folder and says what to do. */
final class RocksFailures {
    /** What it says of files that ought to be there, and are not, or are something else. */
    private static final List<String> MISSING =
            List.of("No such file or directory", "Is a directory", "Not a directory");

    private RocksFailures() {}

    /**
     * The refusal for a failed call.
     *
     * @param action what was tried, as in "could not {@code read} the index"
     */
    static PfsException of(String action, String folder, RocksDBException e) {
        ErrorCode code = codeOf(e);
        return new PfsException(
                code, "could not " + action + " the index in " + folder + ": " + reason(e) + "; " + advice(code), e);
    }

    /** {@code CORRUPT} is what is not as it was written, or not all there: no use of that index is left. */
    static ErrorCode codeOf(RocksDBException e) {
        @Nullable Status status = e.getStatus();
        if (status == null) {
            return ErrorCode.IO_FAILED;
        }
        return switch (status.getCode()) {
            case IOError -> codeOfIo(status.getSubCode(), reason(e));
            case Corruption, NotFound, InvalidArgument, NotSupported -> ErrorCode.CORRUPT;
            default -> ErrorCode.IO_FAILED;
        };
    }

    private static ErrorCode codeOfIo(Status.SubCode sub, String reason) {
        if (sub == Status.SubCode.NoSpace || reason.contains("No space left") || reason.contains("quota exceeded")) {
            return ErrorCode.NO_SPACE;
        }
        if (reason.contains("lock hold by current process") || reason.contains("While lock file")) {
            return ErrorCode.LOCKED;
        }
        if (reason.contains("Permission denied")
                || reason.contains("Operation not permitted")
                || reason.contains("Read-only file system")) {
            return ErrorCode.NO_PERMISSION;
        }
        return MISSING.stream().anyMatch(reason::contains) ? ErrorCode.CORRUPT : ErrorCode.IO_FAILED;
    }

    private static String reason(RocksDBException e) {
        @Nullable Status status = e.getStatus();
        if (status == null || status.getState() == null) {
            return String.valueOf(e.getMessage());
        }
        return status.getCodeString() + ": " + status.getState();
    }

    private static String advice(ErrorCode code) {
        return switch (code) {
            case CORRUPT -> "it has to be thrown away and is built anew from the rows";
            case NO_SPACE -> "free space or raise the quota";
            case NO_PERMISSION -> "give the user that runs PFS the right to read and write there";
            case LOCKED -> "stop the other process that has it open";
            default -> "check the device and the system's log";
        };
    }
}
