package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.remote.StoredFile;
import io.pfs.server.remote.StoredFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of this machine, with whatever is in it, to be read; files may have any name, and need no lock. */
public record PathFolder(Path path) implements StoredFolder {
    @Override
    public String pathOf(String name) {
        return path.resolve(name).toString();
    }

    @Override
    public List<String> names() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return FolderPool.names(path, files);
        } catch (IOException e) {
            throw failed("looked at", path, e);
        }
    }

    @Override
    public long size(String name) {
        Path file = path.resolve(name);
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw failed("looked at", file, e);
        }
    }

    @Override
    public StoredFile open(String name) {
        Path file = path.resolve(name);
        if (!Files.exists(file)) {
            throw new PfsException(ErrorCode.FILE_MISSING, file + " does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw new PfsException(ErrorCode.NOT_A_FILE, file + " is not a plain file");
        }
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new OpenFile(file, channel, channel.size());
        } catch (IOException e) {
            throw failed("opened", file, e);
        }
    }

    private record OpenFile(Path path, FileChannel channel, long size) implements StoredFile {
        @Override
        public int read(ByteBuffer target, long offset) {
            int limit = target.limit();
            int wanted = (int) Math.max(0, Math.min(target.remaining(), size - offset));
            target.limit(target.position() + wanted);
            try {
                int total = 0;
                while (target.hasRemaining()) {
                    int count = channel.read(target, offset + total);
                    if (count < 0) {
                        break;
                    }
                    total += count;
                }
                return total;
            } catch (IOException e) {
                throw failed("read at offset " + offset, path, e);
            } finally {
                target.limit(limit);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw failed("closed", path, e);
            }
        }
    }

    private static PfsException failed(String done, Path path, IOException e) {
        return new PfsException(ErrorCode.IO_FAILED, path + " could not be " + done + ": " + e, e);
    }
}
