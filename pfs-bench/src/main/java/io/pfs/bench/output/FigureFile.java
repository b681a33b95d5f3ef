package io.pfs.bench.output;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file that figures are written to when there are any. What can't work is refused before they are measured. */
public record FigureFile(Path path, boolean overwrite) {
    public FigureFile {
        requireFree(path, overwrite);
        Optional<Path> folder = Optional.ofNullable(path.toAbsolutePath().getParent());
        if (!folder.map(Files::isDirectory).orElse(false)) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND, path + " can't be written: the folder that it is to be in is not there");
        }
    }

    private static void requireFree(Path path, boolean overwrite) {
        if (Files.isDirectory(path) || path.getFileName() == null) {
            throw new PfsException(ErrorCode.NOT_A_FILE, path + " is a directory; name a file");
        }
        if (!overwrite && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.FILE_EXISTS, path + " exists; --overwrite replaces it");
        }
    }

    public void write(String text) {
        requireFree(path, overwrite);
        try {
            Files.writeString(
                    path,
                    text,
                    StandardOpenOption.WRITE,
                    overwrite ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the figures can't be written to " + path + ": " + e, e);
        }
    }
}
