package io.pfs.bench;

import io.pfs.bench.api.Load;
import io.pfs.bench.api.MetaratesLoad;
import io.pfs.bench.output.FigureLines;
import io.pfs.bench.output.Measured;
import io.pfs.bench.output.Pictures;
import picocli.CommandLine.Command;

/** {@code bench load metarates}. */
@Command(
        name = "metarates",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "As metarates does: empty files of one directory, made, looked up and given another time by many clients. Rates are"
                    + " taken by the second (with --quick by the tenth), so that dips are seen while the directory grows.",
            "80,000 files of each client unless --files says otherwise. Writes a line for each window, and draws the rates over time."
        })
final class MetaratesCommand extends LoadCommand {
    @Override
    int filesByDefault() {
        return 80_000;
    }

    @Override
    Load load() {
        return new MetaratesLoad();
    }

    @Override
    String lines(Measured measured) {
        return FigureLines.windows(measured);
    }

    @Override
    String picture(Measured measured) {
        return Pictures.rates(measured);
    }
}
