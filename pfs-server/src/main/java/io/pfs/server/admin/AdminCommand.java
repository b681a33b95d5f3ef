package io.pfs.server.admin;

import picocli.CommandLine.Command;

/** {@code bin/pfs admin}. */
@Command(
        name = "admin",
        description = "Look after a file system.",
        mixinStandardHelpOptions = true,
        subcommands = {
            DrainCommand.class,
            DumpCommand.class,
            FormatCommand.class,
            FsckCommand.class,
            GcCommand.class,
            ServersCommand.class,
            StatusCommand.class,
            ShardsCommand.class,
            MovesCommand.class,
            SelftestCommand.class,
            SelftestWriter.class
        })
public final class AdminCommand {}
