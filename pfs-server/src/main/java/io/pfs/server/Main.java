package io.pfs.server;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.Messages;
import io.pfs.net.netty.NettyLog;
import io.pfs.server.admin.AdminCommand;
import io.pfs.server.cli.ExportCommand;
import io.pfs.server.cli.HelpExamples;
import io.pfs.server.cli.ImportCommand;
import io.pfs.server.cli.QuickstartCommand;
import io.pfs.server.cli.Shown;
import io.pfs.server.cli.TableCommand;
import io.pfs.server.cli.TagCommand;
import io.pfs.server.cli.UserFiles;
import io.pfs.server.cluster.ClusterCommand;
import io.pfs.server.serve.ServerCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of PFS. */
@Command(
        name = "pfs",
        mixinStandardHelpOptions = true,
        version = "PFS 0.1.0-SNAPSHOT",
        description = "A store for very many small files, kept as rows of tables.",
        footer = {
            "",
            "Beside these, bin/pfs has `fs`, Hadoop's shell of files, and `bench`; each has a --help of its own."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed; the message says why", "2:wrong usage"},
        subcommands = {
            QuickstartCommand.class,
            ServerCommand.class,
            TableCommand.class,
            TagCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            AdminCommand.class,
            ClusterCommand.class
        })
public final class Main {
    /** What Java makes of each byte of an argument that is no letter by the locale: what differed would be the same. */
    private static final char UNREADABLE = '\ufffd';

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        NettyLog.byJava();
        System.exit(run(args));
    }

    /** What anybody tells meanwhile has come out when it returns, unless nobody reads it. */
    static int run(String... args) {
        try {
            return execute(args);
        } finally {
            Messages.finish();
        }
    }

    private static int execute(String... args) {
        CommandLine line = commandLine();
        for (String argument : args) {
            if (argument.indexOf(UNREADABLE) >= 0) {
                line.getErr().println("pfs: " + unreadable(argument).getMessage());
                return 2;
            }
        }
        int code = line.execute(args.length == 0 ? new String[] {"--help"} : args);
        if (code == 0 && System.out.checkError()) {
            System.err.println("pfs: what was asked for could not be written to standard output, or not all of it:"
                    + " its disk is full, or nobody reads on");
            return 1;
        }
        return code;
    }

    private static PfsException unreadable(String argument) {
        return new PfsException(
                ErrorCode.USAGE,
                "the argument '" + Shown.text(argument.replace(UNREADABLE, '?'))
                        + "' has bytes that are no letters in the character set of this terminal, "
                        + System.getProperty("sun.jnu.encoding", "which is unknown")
                        + ", so it can't be told from others; if they are letters elsewhere, set LC_ALL, as to C.UTF-8. Names that"
                        + " are no UTF-8 can be given from Java, and taken in and out by import and export");
    }

    static CommandLine commandLine() {
        return HelpExamples.keptWhole(new CommandLine(new Main()).setExecutionExceptionHandler(Main::explain));
    }

    /** Of several lines, if it points at something; names in it may be anything. */
    private static String shown(String message) {
        return message.lines().map(line -> Shown.text(line).toString()).collect(Collectors.joining("\n"));
    }

    /** Whatever is stored: this could not be asked for. */
    private static boolean isUsage(ErrorCode code) {
        return switch (code) {
            case USAGE, NAME_INVALID, OUT_OF_RANGE -> true;
            default -> false;
        };
    }

    /** A user's mistake or a failing machine gets a message; only our own faults show a stack trace. */
    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        if (cause instanceof PfsException pfs && pfs.code() != ErrorCode.INVARIANT_BROKEN) {
            err.println("pfs: " + shown(String.valueOf(pfs.getMessage())));
            return isUsage(pfs.code()) ? 2 : 1;
        }
        if (cause instanceof IOException failed) {
            err.println("pfs: " + shown(UserFiles.words(failed)));
            return 1;
        }
        e.printStackTrace(err);
        return 1;
    }
}
