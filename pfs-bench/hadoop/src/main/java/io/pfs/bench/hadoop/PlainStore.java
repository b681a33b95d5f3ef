package io.pfs.bench.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Files of the operating system, each of which is forced before it counts. (That its name is forced, too, is left out: who wants
 * that forces the folder as well.)
 */
final class PlainStore implements Store {
    private final Path root;

    PlainStore(Path root) {
        this.root = root;
    }

    @Override
    public String name() {
        return "files";
    }

    private Path at(String path) {
        return root.resolve(path.substring(1));
    }

    @Override
    public void makeDirectory(String path) throws IOException {
        Files.createDirectories(at(path));
    }

    private FileChannel born(String path) throws IOException {
        return FileChannel.open(at(path), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void write(String path, byte[] bytes) throws IOException {
        try (FileChannel file = born(path)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                file.write(left);
            }
            file.force(true);
        }
    }

    @Override
    public OutputStream create(String path) throws IOException {
        FileChannel file = born(path);
        OutputStream out = Channels.newOutputStream(file);
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                out.write(value);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                out.write(bytes, offset, count);
            }

            @Override
            public void close() throws IOException {
                if (file.isOpen()) {
                    file.force(true);
                    file.close();
                }
            }
        };
    }

    @Override
    public InputStream open(String path) throws IOException {
        return Files.newInputStream(at(path));
    }

    @Override
    public long status(String path) throws IOException {
        return Files.size(at(path));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(at(from), at(to));
    }

    @Override
    public void delete(String path) throws IOException {
        Files.delete(at(path));
    }

    /** With what a listing of Hadoop says of each. */
    @Override
    public int list(String path) throws IOException {
        try (Stream<Path> entries = Files.list(at(path))) {
            return (int) entries.filter(PlainStore::hasTime).count();
        }
    }

    private static boolean hasTime(Path entry) {
        try {
            return Files.getLastModifiedTime(entry).toMillis() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void deleteTree(String path) throws IOException {
        try (Stream<Path> all = Files.walk(at(path))) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    @Override
    public void close() {}
}
