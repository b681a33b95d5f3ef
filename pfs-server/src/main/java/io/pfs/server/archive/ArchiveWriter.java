package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes entries to a folder or an archive. What stands there is never written over unless that was asked for. Paths are
 * names of rows, from the outermost folder to the entry.
 */
public sealed interface ArchiveWriter extends AutoCloseable permits FolderWriter, TarWriter, ZipWriter {
    /** Begins to write; an archive appears under its name only at {@link #finish()}. */
    static ArchiveWriter open(Path target, ArchiveFormat format, boolean overwrite) {
        return switch (format) {
            case FOLDER -> FolderWriter.open(target, overwrite);
            case TAR -> TarWriter.open(target, false, overwrite);
            case TAR_GZ -> TarWriter.open(target, true, overwrite);
            case ZIP -> ZipWriter.open(target, overwrite);
        };
    }

    /** Whether tags go along: others write entries without them. */
    boolean keepsTags();

    /** Whether this very file seems to be there from an earlier run: same length, same time. */
    boolean has(List<RowName> path, long bytes, long mtimeMillis);

    /** A directory, before anything in it; without names the one that all is in. One that is there already stays as it is. */
    void directory(List<RowName> path, int mode, long mtimeMillis);

    void file(List<RowName> path, EntryAttributes attributes, byte[] content);

    /**
     * The same for one that is too long to be held in memory. It may be opened more than once. What it throws is thrown as it is,
     * if nothing of the file is left in what is written: then the next one can follow. Else that can't be gone on with, and {@code
     * IO_FAILED} says so.
     */
    void file(List<RowName> path, EntryAttributes attributes, long bytes, Content content);

    /** The bytes of a file. */
    @FunctionalInterface
    interface Content {
        InputStream open();

        /** Copies so many bytes; refuses to end with fewer, or more, with {@code VERSION_CHANGED}. */
        default void copyTo(OutputStream out, long bytes) throws IOException {
            try (InputStream in = open()) {
                copy(in, out, bytes);
            }
        }

        /** The same of what is open already; if it throws, a part may be written. */
        static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
            long copied = in.transferTo(out);
            if (copied != bytes) {
                throw new PfsException(
                        ErrorCode.VERSION_CHANGED,
                        "a file changed while it was read: it had " + bytes + " bytes, then " + copied);
            }
        }
    }

    /** A link has no mode of its own. */
    void symlink(List<RowName> path, EntryAttributes attributes, byte[] target);

    /** Everything was written: ends an archive and gives it its name. */
    void finish();

    /** Without {@link #finish()} nothing is left of an archive, and what was written of a folder. */
    @Override
    void close();
}
