package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.netty.NettyLog;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code bin/pfs bench}: what it can do, and its exit codes. */
@Command(
        name = "bin/pfs bench",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Measures PFS beside what the machine can do at best, in the same run.",
        subcommands = {
            Ground.class,
            Engine.class,
            Whole.class,
            Loads.class,
            ClusterCommand.class,
            TagsCommand.class,
            ElasticCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Begin with: bin/pfs bench ground --quick",
            "Beside HDFS, through Hadoop's FileSystem: bin/pfs bench hadoop --help"
        })
public final class Main {
    private Main() {}

    /** What the jar says of itself. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"PFS " + (version == null ? "of unknown version" : version)};
        }
    }

    public static void main(String[] args) {
        NettyLog.byJava();
        System.exit(line().execute(args));
    }

    static CommandLine line() {
        CommandLine line = new CommandLine(new Main());
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof PfsException refused) {
                command.getErr().println("bench: " + refused.getMessage());
                return refused.code() == ErrorCode.USAGE ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
            }
            throw failure;
        });
        return line;
    }
}
