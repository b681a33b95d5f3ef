package io.pfs.bench;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench engine}: the embedded engine beside its own journal, slices and files without it. */
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = {
            "The embedded engine: rows created and looked up, cells written and read, each beside the bare journal, bare"
                    + " slices or a bare file.",
            "Takes some ten minutes; with --quick less, and the figures are rough.",
            "Needs 4 GB of memory and 4 GB in a folder on a disk. Figures say nothing while the machine does other work."
        })
final class Engine extends Suite {
    @Override
    List<Result> measure(boolean isQuick, Path inFolder) {
        return measure(Figures.ENGINE, List.of(), isQuick, inFolder);
    }
}
