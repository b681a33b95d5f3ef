package io.pfs.bench;

import io.pfs.bench.api.Load;
import io.pfs.bench.api.PostmarkLoad;
import io.pfs.bench.api.SizeRange;
import io.pfs.bench.output.FigureLines;
import io.pfs.bench.output.Measured;
import io.pfs.bench.output.Pictures;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench load postmark}. */
@Command(
        name = "postmark",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "As PostMark does: a pool of small files, then transactions, each of which reads or appends to one file and makes"
                    + " or removes one, then all are removed. What is done depends on the seed alone.",
            "5,000 files of each client unless --files says otherwise. Writes a line for each phase and each operation of it, and draws a bar for each phase."
        })
final class PostmarkCommand extends LoadCommand {
    private static final int TRANSACTIONS_BY_DEFAULT = 10_000;
    private static final int TRANSACTIONS_MAX = 100_000_000;

    @Option(
            names = "--size",
            paramLabel = "A-B",
            description = "Bytes of a file, from A to B; appending goes up to B (default: ${DEFAULT-VALUE}).",
            defaultValue = "500-10000")
    private String size = "500-10000";

    @Option(
            names = "--transactions",
            paramLabel = "N",
            description = "Of each client (default: " + TRANSACTIONS_BY_DEFAULT + ").")
    private Optional<Integer> transactions = Optional.empty();

    @Override
    int filesByDefault() {
        return 5_000;
    }

    @Override
    Load load() {
        int count = transactions.orElseGet(() -> scaled(TRANSACTIONS_BY_DEFAULT));
        return new PostmarkLoad(Usage.inRange("--transactions", count, 1, TRANSACTIONS_MAX), SizeRange.parse(size));
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
