package io.pfs.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench load}: what many clients do to a file system, through the Java API. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = {
            "What known metadata and small-file benchmarks do, by many clients through the Java API, over sockets: to the"
                    + " servers that --fs names, or to one that is started in this process.",
            "Prints rates and latencies of each phase, and what the machine can do at best in the same run. The loop is"
                    + " closed: each caller asks again when it was answered."
        },
        subcommands = {MdtestCommand.class, MetaratesCommand.class, PostmarkCommand.class},
        synopsisSubcommandLabel = "LOAD",
        footer = {
            "",
            "Examples:",
            "  bin/pfs bench load mdtest --quick",
            "  bin/pfs bench load metarates --fs pfs://127.0.0.1:7420 --csv rates.csv --svg rates.svg",
            "  bin/pfs bench load postmark --size 1-1024 --clients 16"
        })
final class Loads implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which load? mdtest, metarates or postmark");
    }
}
