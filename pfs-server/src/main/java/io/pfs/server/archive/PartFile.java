package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is written beside its place and moved there when it is whole. */
final class PartFile implements AutoCloseable {
    private static final String SUFFIX = ".pfs-part";
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path target;
    private final Path part;
    private final boolean overwrite;
    private final OutputStream out;
    private boolean placed;

    private PartFile(Path target, Path part, boolean overwrite, OutputStream out) {
        this.target = target;
        this.part = part;
        this.overwrite = overwrite;
        this.out = out;
    }

    static PartFile open(Path target, boolean overwrite) {
        requireFree(target, overwrite);
        Path part = target.resolveSibling(target.getFileName() + SUFFIX);
        try {
            return new PartFile(target, part, overwrite, buffered(part));
        } catch (IOException e) {
            throw FileFailures.of("make", part, e);
        }
    }

    /** Written to from its beginning; what an earlier run left there is gone. */
    private static OutputStream buffered(Path part) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(part), BUFFER_BYTES);
    }

    OutputStream out() {
        return out;
    }

    Path path() {
        return part;
    }

    /** All that was written, under the name it was written for. */
    void place() throws IOException {
        out.close();
        requireFree(target, overwrite);
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        placed = true;
    }

    static void requireFree(Path target, boolean overwrite) {
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.FILE_EXISTS, target + " exists; --overwrite replaces it");
        }
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.NOT_A_FILE, target + " is a directory, and no archive is written over it");
        }
    }

    @Override
    public void close() {
        if (placed) {
            return;
        }
        try {
            out.close();
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw FileFailures.of("remove", part, e);
        }
    }
}
