package io.pfs.hadoop.shell;

import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.shell.CommandFactory;
import org.apache.hadoop.fs.shell.FsCommand;
import org.apache.hadoop.util.ToolRunner;

/** {@code bin/pfs fs}: the commands of {@code hadoop fs}, on a file system that is named as for all other commands of PFS. */
public final class FsMain {
    private static final int WRONG_USAGE = 2;

    private FsMain() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) throws Exception {
        System.exit(run(System.getenv(), args));
    }

    static int run(Map<String, String> environment, String... args) throws Exception {
        ShellOptions options;
        try {
            options = ShellOptions.parse(environment, Arrays.asList(args));
        } catch (IllegalArgumentException e) {
            System.err.println("pfs: " + e.getMessage());
            return WRONG_USAGE;
        }
        if (options.wantsHelp()) {
            System.out.print(ShellOptions.HELP);
            return 0;
        }
        Shell shell = new Shell(options.apply(new Configuration()));
        try {
            return ToolRunner.run(shell, options.command().toArray(String[]::new));
        } finally {
            shell.close();
        }
    }

    /** Hadoop's, which calls itself by its name here. */
    private static final class Shell extends FsShell {
        Shell(Configuration conf) {
            super(conf);
        }

        /** It has none of itself for who extends it. */
        @Override
        protected void registerCommands(CommandFactory factory) {
            factory.registerCommands(FsCommand.class);
        }

        @Override
        protected String getUsagePrefix() {
            return "Usage: pfs fs [--fs pfs://HOST:PORT] [generic options]";
        }
    }
}
