package io.pfs.bench.elastic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a pool at some moment. A file that has another name is the same one: homes of seats are renamed when these move. */
record PoolBytes(Map<Object, File> files) {
    private static final List<String> OF_CELLS = List.of("column-", "object-");

    private record File(String name, long bytes) {
        boolean isOfCells() {
            return OF_CELLS.stream().anyMatch(name::startsWith);
        }
    }

    /**
     * What was written between two moments, of what is there at the second one.
     *
     * @param cells in files of cells
     * @param others in journals and files of metadata
     */
    record Written(long cells, long others) {}

    static PoolBytes look(Path pool) throws IOException {
        Map<Object, File> files = new HashMap<>();
        try (Stream<Path> paths = Files.walk(pool)) {
            paths.forEach(path -> put(files, path));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new PoolBytes(files);
    }

    /** Journals come and go meanwhile. */
    private static void put(Map<Object, File> files, Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                files.put(attributes.fileKey(), new File(path.getFileName().toString(), attributes.size()));
            }
        } catch (NoSuchFileException e) {
            // it is no more
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long ofCells() {
        return files.values().stream()
                .filter(File::isOfCells)
                .mapToLong(File::bytes)
                .sum();
    }

    Written since(PoolBytes before) {
        long cells = 0;
        long others = 0;
        for (Map.Entry<Object, File> now : files.entrySet()) {
            long grown = now.getValue().bytes() - before.bytes(now.getKey());
            if (now.getValue().isOfCells()) {
                cells += Math.max(0, grown);
            } else {
                others += Math.max(0, grown);
            }
        }
        return new Written(cells, others);
    }

    private long bytes(Object key) {
        File file = files.get(key);
        return file == null ? 0 : file.bytes();
    }
}
