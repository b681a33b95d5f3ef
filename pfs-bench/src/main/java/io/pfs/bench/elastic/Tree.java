package io.pfs.bench.elastic;

import io.pfs.client.Pfs;
import java.util.List;
import java.util.stream.IntStream;

/** Directories in all seats, and which file is in which. */
final class Tree {
    /** So many are in each seat, on average: hardly ever has one none. */
    private static final int EACH_SEAT = 8;
    /** The first ones stay in the shard of the root. */
    private static final int AT_ROOT = 16;

    private Tree() {}

    /** Makes the directories; returns their paths. */
    static List<String> make(Pfs pfs, int seats) {
        List<String> paths = IntStream.range(0, AT_ROOT + EACH_SEAT * seats)
                .mapToObj(directory -> "/d" + directory)
                .toList();
        paths.forEach(path -> pfs.createTable(path).close());
        return paths.subList(AT_ROOT, paths.size());
    }

    /** The file with this number. */
    static String file(long number) {
        return "file." + number;
    }

    /** In which of so many directories it is. */
    static int directory(String file, int directories) {
        return (int) (Long.parseLong(file.substring(file.indexOf('.') + 1)) % directories);
    }
}
