package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.server.store.DataFolder;
import io.pfs.server.store.EmbeddedFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which file system a command is about. */
final class FileSystemOption {
    private static final String ENVIRONMENT = "PFS_FS";

    @Option(
            names = "--fs",
            paramLabel = "pfs://HOST:PORT[,HOST:PORT...]",
            description = "The file system that these servers serve; one of them will do (environment: PFS_FS).")
    private Optional<String> uri = Optional.empty();

    @Option(
            names = "--embedded",
            paramLabel = "DIR",
            description = "The folder that holds the file system, opened in this process (environment: PFS_FS).")
    private Optional<String> folder = Optional.empty();

    @Mixin
    private AccessOption access = new AccessOption();

    /** Opens the file system, which must be there. */
    Pfs open() {
        String found = which();
        if (!AccessOption.isOfServers(found)) {
            requireThere(Path.of(found));
        }
        return open(found);
    }

    /** Who looks finds nothing where nothing was made, and makes nothing. A folder of others is refused when it is opened. */
    private static void requireThere(Path folder) {
        String made = "; `pfs table create --embedded " + ShellWord.of(folder.toString()) + " /TABLE` makes it";
        requireFolder(folder);
        if (!Files.exists(folder)) {
            throw new PfsException(ErrorCode.NOT_FOUND, folder + " is not there" + made);
        }
        if (DataFolder.isEmpty(folder)) {
            throw new PfsException(ErrorCode.NOT_FOUND, "there is no file system of PFS in " + folder + made);
        }
    }

    private static void requireFolder(Path folder) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new PfsException(ErrorCode.USAGE, folder + " is no folder; name that of a file system");
        }
    }

    /** Opens the file system; a folder that is missing or empty becomes one. */
    Pfs openOrFormat() {
        return open(which());
    }

    private Pfs open(String found) {
        if (!AccessOption.isOfServers(found)) {
            requireFolder(Path.of(found));
            return Pfs.over(new EmbeddedFolders().open(Path.of(found), EmbeddedOptions.DEFAULT), ClientOptions.DEFAULT);
        }
        return Pfs.connect(found, access.clientOptions());
    }

    /** A server's address, or a folder. What is said counts more than the environment. */
    private String which() {
        if (uri.isPresent() && folder.isPresent()) {
            throw new PfsException(ErrorCode.USAGE, "--fs and --embedded name two file systems; name one");
        }
        if (uri.isPresent() && !AccessOption.isOfServers(uri.get())) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "'" + uri.get() + "' is not of the form pfs://HOST:PORT; a folder is --embedded DIR");
        }
        return uri.or(() -> folder)
                .or(() -> Optional.ofNullable(System.getenv(ENVIRONMENT)))
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE,
                        "which file system? Name a server with --fs pfs://HOST:PORT or a folder with --embedded DIR, or"
                                + " either in the environment variable PFS_FS"));
    }
}
