package io.pfs.bench.tags;

import io.pfs.bench.whole.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What indexes take on the disk, with all that is in their folders, once nobody has them open. */
final class Footprint {
    private static final int OF_EACH_TAG = 16;

    private Footprint() {}

    static void measure(Desk desk, TagsShape shape) throws IOException {
        double most = 2.0 * (TagRows.NAME_BYTES + TagRows.VALUE_BYTES + OF_EACH_TAG);
        double ours = bytes(Ground.data(desk.folder()).resolve("index"));
        desk.bound("index, a tag", "bytes", ours / shape.tagsIndexed(), most);
        double theirs = bytes(Ground.external(desk.folder(), Setting.PLAIN));
        desk.told("external index, a tag", "bytes", theirs / shape.rows());
    }

    private static long bytes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> entries = Files.walk(folder)) {
            List<Path> files = entries.filter(Files::isRegularFile).toList();
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
