package io.pfs.server.cluster;

import picocli.CommandLine.Command;

/** {@code bin/pfs cluster}. */
@Command(
        name = "cluster",
        description = "Try several servers on this machine: start them, kill some, add others.",
        mixinStandardHelpOptions = true,
        subcommands = {
            StartCommand.class,
            ClusterStatusCommand.class,
            LogsCommand.class,
            KillCommand.class,
            AddCommand.class,
            StopCommand.class,
            ServerOfCommand.class
        })
public final class ClusterCommand {}
