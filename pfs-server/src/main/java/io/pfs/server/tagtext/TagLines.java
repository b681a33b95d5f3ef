package io.pfs.server.tagtext;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file with tags of many rows, read from its begin to its end. */
public interface TagLines extends AutoCloseable {
    /** The next row; empty at the end. Refuses what is no row, with file and line. */
    Optional<TagLine> next();

    /** How much of the file was read, for those who watch. */
    long bytesRead();

    @Override
    void close();

    /** Opens a file, of which its name says how it is to be read. */
    static TagLines open(Path file) {
        String name = file.toString();
        boolean isCsv = name.endsWith(".csv");
        if (!isCsv && !name.endsWith(".jsonl")) {
            throw new PfsException(ErrorCode.USAGE, "tags are read from files .csv and .jsonl, but this is " + name);
        }
        if (!Files.isRegularFile(file)) {
            throw new PfsException(ErrorCode.USAGE, "there is no file " + name);
        }
        try {
            Characters characters = new Characters(file);
            return isCsv ? new CsvLines(characters) : new JsonLines(characters);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "file " + name + " can't be read: " + e, e);
        }
    }
}
