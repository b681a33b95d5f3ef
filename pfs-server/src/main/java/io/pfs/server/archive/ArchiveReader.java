package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The entries of a folder or an archive, one after the other, with bounded memory however many they are. What {@link
 * #next()} throws concerns all that would follow; what reading a content throws concerns that entry.
 */
public sealed interface ArchiveReader extends AutoCloseable permits FolderReader, TarReader, ZipReader {
    /** Opens what stands there; its first bytes say what it is. */
    static ArchiveReader open(Path source) {
        return switch (ArchiveFormat.detect(source)) {
            case FOLDER -> FolderReader.open(source);
            case TAR -> TarReader.open(source, false);
            case TAR_GZ -> TarReader.open(source, true);
            case ZIP -> ZipReader.open(source);
        };
    }

    /** The mode of the folder that all is in, if that is no entry of its own. */
    default OptionalInt rootMode() {
        return OptionalInt.empty();
    }

    /** Goes on to the next entry; the content of the one before can't be read any more. */
    Optional<ArchiveEntry> next();

    /** The content of the entry that {@link #next()} returned last: a file, or a link of a zip. Read at most once. */
    InputStream content();

    /** How much of the source was passed. */
    long position();

    /** What {@link #position()} grows to; 0 if nobody knows. */
    long positionMax();

    @Override
    void close();

    /** The whole content of the last entry, whose declared length is checked first. */
    default byte[] content(ArchiveEntry entry, int bytesMax) {
        if (entry.bytes() > bytesMax) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    entry.shown() + " has " + entry.bytes() + " bytes; a cell may have " + bytesMax);
        }
        try (InputStream in = content()) {
            byte[] content = new byte[(int) entry.bytes()];
            int read = in.readNBytes(content, 0, content.length);
            if (read < content.length || in.read() >= 0) {
                throw new PfsException(
                        ErrorCode.BUSY,
                        entry.shown() + " changed while it was read: it had " + content.length + " bytes, then "
                                + (read < content.length ? "only " + read : "more"));
            }
            return content;
        } catch (IOException e) {
            throw FileFailures.of("read", entry.shown(), e);
        }
    }
}
