package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.output.FigureFile;
import io.pfs.bench.tags.TagsDrawn;
import io.pfs.bench.tags.TagsRun;
import io.pfs.bench.tags.TagsShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench tags}: tags set and searched. */
@Command(
        name = "tags",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Tags set and searched, with an index of PFS; with one that a client keeps in a RocksDB of its own beside PFS, after"
                    + " which it looks up each path that it found; and by looking at all rows. By clients over sockets of this"
                    + " machine.",
            "Takes some minutes; with --quick less than one, and the figures are rough.",
            "Needs 6 GB of memory and 4 GB in a folder on a disk. Figures say nothing while the machine does other work."
        },
        footer = {"", "Example:", "  bin/pfs bench tags --csv tags.csv --svg tags.svg"})
final class TagsCommand extends Suite {
    private static final int ROWS = 1_000_000;
    private static final int ROWS_QUICK = 50_000;
    private static final int ROWS_MIN = 100;
    private static final int ROWS_MAX = 100_000_000;

    @Option(names = "--rows", paramLabel = "N", description = "Rows that are tagged (default: 1,000,000).")
    private Optional<Integer> rows = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "Of what is random (default: 1).")
    private long seed = 1;

    @Mixin
    private FigureOption figures = new FigureOption();

    private Optional<TagsDrawn> drawn = Optional.empty();

    @Override
    public Integer call() {
        rows.ifPresent(count -> Usage.inRange("--rows", count, ROWS_MIN, ROWS_MAX));
        Optional<FigureFile> csv = figures.csv();
        Optional<FigureFile> svg = figures.svg();
        int code = super.call();
        drawn.ifPresent(curves -> {
            System.out.println(curves.table().text());
            csv.ifPresent(file -> file.write(curves.table().csv()));
            svg.ifPresent(file -> file.write(curves.chart().svg()));
        });
        return code;
    }

    @Override
    List<Result> measure(boolean isQuick, Path inFolder) {
        List<Result> results = new ArrayList<>();
        TagsShape shape = TagsShape.of(rows.orElse(isQuick ? ROWS_QUICK : ROWS), isQuick, seed);
        try {
            Path folder = Files.createTempDirectory(inFolder, "pfs-bench-tags");
            try {
                SuiteDesk desk = new SuiteDesk(folder, isQuick, results);
                drawn = Optional.of(new TagsRun(desk, shape, Suite::announce).run());
            } finally {
                Whole.delete(folder);
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the files of this run can't be made or removed: " + e, e);
        }
        return results;
    }
}
