package io.pfs.hadoop.shell;

import io.pfs.hadoop.fs.Key;
import io.pfs.hadoop.fs.PfsFileSystem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/**
 * What stands before a command of the shell, or in the environment.
 *
 * @param uri of the file system that paths are in which name none
 * @param command with its arguments, as Hadoop's shell takes it
 */
record ShellOptions(
        Optional<String> uri,
        Optional<String> authToken,
        Optional<String> trusted,
        boolean wantsHelp,
        List<String> command) {
    static final String HELP = """
            Usage: pfs fs [--fs pfs://HOST:PORT[,HOST:PORT...]] [--auth-token FILE] [--trust FILE] COMMAND

            The commands of `hadoop fs`: pfs fs -ls /photos, pfs fs -put cat.jpg /photos, pfs fs -help.

              --fs pfs://HOST:PORT   The file system of paths that name none (environment: PFS_FS).
              --auth-token FILE      The token that the servers want (environment: PFS_AUTH_TOKEN).
              --trust FILE           Encrypt; trust servers with these certificates, in PEM (environment: PFS_TRUST).
              --help                 This. `-help` lists the commands, `-help ls` explains one.

            Local files are file:///PATH. A column of a directory is a folder in it: /photos/.columns/thumb.
            """;

    private static final String SCHEME = "pfs://";
    private static final String WARNING_WITHOUT_DEFAULT = "hadoop.shell.missing.defaultFs.warning";
    private static final Set<String> OPTIONS = new TreeSet<>(List.of("--fs", "--auth-token", "--trust"));
    /** Commands that explain others. */
    private static final Set<String> WITHOUT_ANY = Set.of("-help", "-usage");

    private static final String DEFAULT_IS = CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY + "=";

    static ShellOptions parse(Map<String, String> environment, List<String> arguments) {
        Map<String, String> said = new TreeMap<>();
        boolean wantsHelp = arguments.isEmpty();
        int at = 0;
        while (at < arguments.size() && arguments.get(at).startsWith("--")) {
            String[] parts = arguments.get(at++).split("=", 2);
            if (parts[0].equals("--help")) {
                wantsHelp = true;
            } else if (!OPTIONS.contains(parts[0])) {
                throw new IllegalArgumentException("unknown option '" + parts[0]
                        + "': before the command of `pfs fs` there may be " + String.join(", ", OPTIONS));
            } else if (parts.length == 2) {
                said.put(parts[0], parts[1]);
            } else if (at < arguments.size()) {
                said.put(parts[0], arguments.get(at++));
            } else {
                throw new IllegalArgumentException("option " + parts[0] + " wants a value");
            }
        }
        List<String> command = List.copyOf(arguments.subList(at, arguments.size()));
        return new ShellOptions(
                wantsHelp ? Optional.empty() : uri(value(said, "--fs", environment, "PFS_FS"), command),
                value(said, "--auth-token", environment, "PFS_AUTH_TOKEN"),
                value(said, "--trust", environment, "PFS_TRUST"),
                wantsHelp,
                command);
    }

    /** What is said counts more than the environment, which may name the empty text. */
    private static Optional<String> value(
            Map<String, String> said, String option, Map<String, String> environment, String variable) {
        return Optional.ofNullable(said.getOrDefault(option, environment.get(variable)))
                .filter(text -> !text.isEmpty());
    }

    private static Optional<String> uri(Optional<String> named, List<String> command) {
        if (named.isPresent() && !named.get().startsWith(SCHEME)) {
            throw new IllegalArgumentException("'" + named.get()
                    + "' is not of the form pfs://HOST:PORT: `pfs fs` reaches servers only, and no folder; start one on it with"
                    + " `pfs server --data DIR`");
        }
        if (named.isEmpty() && !isInCommand(command)) {
            throw new IllegalArgumentException("which file system? Name a server with --fs pfs://HOST:PORT, or in the"
                    + " environment variable PFS_FS");
        }
        return named;
    }

    /** Whether a command names a file system, or wants none. What is set besides names none, whatever its value looks like. */
    private static boolean isInCommand(List<String> command) {
        boolean isFirst = true; // behind it these words are what a command is about
        for (int at = 0; at < command.size(); at++) {
            String word = command.get(at);
            boolean hasValue = (word.equals("-D") || word.equals("-conf")) && at + 1 < command.size();
            String whole = hasValue ? word + command.get(++at) : word;
            boolean isSetting = whole.startsWith("-D") || whole.startsWith("-conf");
            boolean isNaming = isSetting
                    ? whole.startsWith("-D" + DEFAULT_IS)
                    : whole.equals("-fs") || whole.contains("://") || (isFirst && WITHOUT_ANY.contains(whole));
            if (isNaming) {
                return true;
            }
            isFirst &= isSetting;
        }
        return false;
    }

    Configuration apply(Configuration conf) {
        uri.ifPresent(its -> conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, its));
        authToken.ifPresent(file -> conf.set(Key.AUTH_TOKEN_FILE.forAll(), file));
        trusted.ifPresent(file -> conf.set(Key.TLS_TRUSTED_FILE.forAll(), file));
        conf.set("fs.pfs.impl", PfsFileSystem.class.getName());
        conf.setBoolean(WARNING_WITHOUT_DEFAULT, false);
        return conf;
    }
}
