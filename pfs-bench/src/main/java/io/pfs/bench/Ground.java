package io.pfs.bench;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench ground}: formats, slices and journal, each beside its ceiling. */
@Command(
        name = "ground",
        mixinStandardHelpOptions = true,
        description = {
            "Slices and journal, each beside a bare table or a bare file of the same content.",
            "Takes some five minutes; with --quick about one, and the figures are rough.",
            "Needs 4 GB of memory and a folder on a disk. Figures say nothing while the machine does other work."
        })
final class Ground extends Suite {
    @Override
    List<Result> measure(boolean isQuick, Path inFolder) {
        return measure(Figures.GROUND, Figures.GROUND_SIZES, isQuick, inFolder);
    }
}
