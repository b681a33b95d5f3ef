package io.pfs.bench;

import io.pfs.bench.output.FigureFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where figures go, but for the text that is printed. */
final class FigureOption {
    @Option(names = "--csv", paramLabel = "FILE", description = "Write the figures to this file, too, for programs.")
    private Optional<Path> csv = Optional.empty();

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw them to this file.")
    private Optional<Path> svg = Optional.empty();

    @Option(names = "--overwrite", description = "Replace these files if they are there.")
    private boolean overwrite;

    Optional<FigureFile> csv() {
        return csv.map(path -> new FigureFile(path, overwrite));
    }

    Optional<FigureFile> svg() {
        return svg.map(path -> new FigureFile(path, overwrite));
    }
}
