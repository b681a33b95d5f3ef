package io.pfs.hadoop.fs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.PathHandle;

/**
 * A file by its path, and perhaps only while it is as it was seen. Where it was moved to is not found by it, so a handle that
 * should do that is refused. Its bytes are text: a word, the etag or nothing, the path, each on a line.
 *
 * @param etag what it must have; empty if it may be changed
 */
record Handle(String path, String etag) implements PathHandle {
    private static final String WORD = "pfs-handle-1";
    private static final int LINES = 3;

    static Handle of(FileStatus status, String path, HandleOpt... options) {
        boolean mayMove = HandleOpt.getOpt(HandleOpt.Location.class, options)
                .orElse(HandleOpt.moved(false))
                .allowChange();
        boolean mayChange = HandleOpt.getOpt(HandleOpt.Data.class, options)
                .orElse(HandleOpt.changed(true))
                .allowChange();
        if (mayMove) {
            throw new UnsupportedOperationException(path + ": a handle does not follow a file to another name");
        }
        if (status.isDirectory() || !(status instanceof PfsFileStatus known)) {
            throw new IllegalArgumentException(path + ": only a file that was looked at here has a handle");
        }
        return new Handle(path, mayChange ? "" : known.getEtag());
    }

    /** Reads one that may have gone through other hands. */
    static Handle read(PathHandle handle) throws InvalidPathHandleException {
        ByteBuffer bytes = handle.bytes().duplicate();
        String[] lines = StandardCharsets.UTF_8.decode(bytes).toString().split("\n", LINES);
        if (lines.length < LINES || !lines[0].equals(WORD)) {
            throw new InvalidPathHandleException("this is no handle of a file in PFS");
        }
        return new Handle(lines[2], lines[1]);
    }

    @Override
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(String.join("\n", WORD, etag, path).getBytes(StandardCharsets.UTF_8));
    }

    /** What a file must be that is opened by it. */
    Optional<String> expected() {
        return etag.isEmpty() ? Optional.empty() : Optional.of(etag);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Handle it && path.equals(it.path) && etag.equals(it.etag);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }
}
