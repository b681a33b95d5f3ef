package io.pfs.bench.elastic;

import io.pfs.bench.whole.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Has servers come, go and die, and measures what clients notice. */
public final class ElasticRun {
    private static final List<Part> ALL =
            List.of(new ResizePart(1, 2, 1, 2), new ResizePart(3, 6, 2, 3), new DeathPart(), new BytesPart());

    private final Desk desk;
    private final Optional<ElasticHdfs> hdfs;
    private final ElasticShape shape;
    private final Consumer<String> announce;

    /**
     * In a folder that is empty; says what it is about to do.
     *
     * @param hdfs where pools are to be, if not in that folder
     */
    public ElasticRun(Desk desk, Optional<ElasticHdfs> hdfs, ElasticShape shape, Consumer<String> announce) {
        this.desk = desk;
        this.hdfs = hdfs;
        this.shape = shape;
        this.announce = announce;
    }

    /** What its parts are called. */
    public static List<String> names() {
        return ALL.stream().map(Part::name).toList();
    }

    /** Of these, what there is with a pool on HDFS. */
    public static List<String> namesOnHdfs() {
        return ALL.stream().filter(part -> !part.needsFolder()).map(Part::name).toList();
    }

    /** Those parts that are named. */
    public ElasticDrawn run(List<String> names) throws IOException, InterruptedException {
        ElasticDrawn drawn = new ElasticDrawn(shape);
        for (Part part : ALL) {
            if (names.contains(part.name())) {
                Path folder = Files.createDirectory(desk.folder().resolve(part.name()));
                part.run(new ElasticDesk(folder, hdfs, shape, desk, drawn, announce));
            }
        }
        return drawn;
    }
}
