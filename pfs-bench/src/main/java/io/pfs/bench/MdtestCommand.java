package io.pfs.bench;

import io.pfs.Limits;
import io.pfs.bench.api.Load;
import io.pfs.bench.api.MdtestLoad;
import io.pfs.bench.output.FigureLines;
import io.pfs.bench.output.Measured;
import io.pfs.bench.output.Pictures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench load mdtest}. */
@Command(
        name = "mdtest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "As mdtest does: empty files, made, looked up and removed by many clients, in a directory that they share or in some"
                    + " of their own; then made again by requests for many at once.",
            "50,000 files of each client unless --files says otherwise. Writes a line and draws a bar for each phase."
        })
final class MdtestCommand extends LoadCommand {
    private static final int DIRS_MAX = 10_000;

    @Option(
            names = "--dirs",
            paramLabel = "N",
            description = "Directories that the files are spread over (default: 1).")
    private int dirs = 1;

    @Option(names = "--unique", description = "So many of each client, which no other uses.")
    private boolean unique;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Files of a request in the second way to make them; 1 leaves that out (default: 64).")
    private int batch = 64;

    @Override
    int filesByDefault() {
        return 50_000;
    }

    @Override
    Load load() {
        Usage.inRange("--dirs", dirs, 1, DIRS_MAX);
        return new MdtestLoad(dirs, unique, Usage.inRange("--batch", batch, 1, Limits.ROWS_PER_CHANGE_MAX));
    }

    @Override
    String lines(Measured measured) {
        return FigureLines.phases(measured);
    }

    @Override
    String picture(Measured measured) {
        return Pictures.bars(measured);
    }
}
