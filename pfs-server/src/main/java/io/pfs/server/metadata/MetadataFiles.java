package io.pfs.server.metadata;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The files of the metadata log: their names, and whether they are there. Blocks. */
public final class MetadataFiles {
    private static final String PREFIX = "metadata-";

    private MetadataFiles() {}

    public static String name(long fileId) {
        return PREFIX + HexFormat.of().toHexDigits(fileId);
    }

    /** The ids of all files of the log, the oldest first. */
    public static List<Long> ids(Pool pool) {
        return pool.list(PREFIX).stream().map(MetadataFiles::idOf).sorted().toList();
    }

    /** An id that no file of the log has borne. */
    public static long nextId(Pool pool) {
        return ids(pool).stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    }

    static long idOf(String name) {
        try {
            return Long.parseUnsignedLong(name.substring(PREFIX.length()), 16);
        } catch (NumberFormatException e) {
            throw new PfsException(ErrorCode.NOT_OURS, name + " is not a file of ours; move it elsewhere", e);
        }
    }

    /** Refuses one that is missing. */
    public static void requireExists(Pool pool, long fileId, long length) {
        if (pool.list(name(fileId)).isEmpty()) {
            throw missing(fileId, length);
        }
    }

    /** Refuses a file that the journal counts on up to here, if it is missing, shorter, another, or of another version. */
    public static void requireThere(Pool pool, long fileId, long length) {
        requireExists(pool, fileId, length);
        try (ReadFile file = pool.open(name(fileId))) {
            headerOf(file).filter(header -> header.fileId() != fileId).ifPresent(other -> {
                throw Refusals.corrupt(file.name(), 0, "file id", Long.toString(fileId), Long.toString(other.fileId()));
            });
            if (file.size() < length) {
                throw Refusals.corrupt(
                        file.name(), file.size(), "metadata log", length + " bytes", "the end of the file");
            }
        }
    }

    static PfsException missing(long fileId, long length) {
        return new PfsException(
                ErrorCode.CORRUPT, name(fileId) + " is missing: the journal counts on it up to offset " + length);
    }

    /**
     * The header of a file, or nothing if it can't be read: that alone costs no slice, since each record says of what file, shard and slice
     * it is. Another version is refused.
     */
    static Optional<FileHeader> headerOf(ReadFile file) {
        byte[] header = new byte[FileHeader.BYTES];
        try {
            int got = file.read(ByteBuffer.wrap(header), 0);
            return Optional.of(FileHeader.decode(new ByteReader(file.name(), 0, header, 0, got), FileKind.METADATA));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS || e.code() == ErrorCode.IO_FAILED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Deletes files and returns those that are gone: the others only take space, and can be tried again. Blocks. */
    public static List<Long> deleteWhatCan(Pool pool, List<Long> fileIds) {
        List<Long> gone = new ArrayList<>();
        for (long fileId : fileIds) {
            try {
                pool.delete(name(fileId));
                gone.add(fileId);
            } catch (PfsException e) {
                if (e.code() == ErrorCode.FILE_MISSING) {
                    gone.add(fileId);
                }
            }
        }
        return gone;
    }
}
